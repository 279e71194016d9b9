import { systemPicturePath } from '../../../components/graphics/picture-size.ts';
import { buildSystemPicture } from '../../../components/graphics/system-picture.ts';
import type { MapRecord } from '../../../domain/datasets/accountability-map/record.ts';
import { datasetPaths } from '../../../domain/datasets/forms/paths.ts';
import { drawnFile } from '../../../http/drawn-file.ts';

const paths = datasetPaths('agent-accountability-map');

export const ALL = drawnFile(
  ({ id = '' }) => systemPicturePath(id),
  async ({ id = '' }, { prebuilt }) => {
    const text = await prebuilt.find(paths.record(id));
    return text === undefined ? undefined : buildSystemPicture((JSON.parse(text) as { record: MapRecord }).record);
  },
);
