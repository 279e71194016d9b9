import { type DatasetId, datasets } from '../dataset-files/registry.ts';
import type { Dataset } from '../domain/datasets/record/dataset.ts';
import { CommandError } from './terminal.ts';

/** @throws CommandError that lists the known datasets when there is none with this id. */
export const findDataset = (id: string): Dataset<DatasetId> => {
  const found = datasets.find((dataset) => dataset.id === id);
  if (found) return found;
  throw new CommandError(
    `There is no dataset ${id}; expected one of ${datasets.map((dataset) => dataset.id).join(', ')}.`,
  );
};
