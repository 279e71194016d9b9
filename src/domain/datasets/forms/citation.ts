import type { Sha256Hex } from '../../json/sha256.ts';
import { SERVICE_NAME } from '../../vocabulary/service.ts';
import type { IndexedDataset } from './data-index.ts';

/**
 * The citation of a record of a dataset.
 * @param cited.version the day of its last event.
 * @param cited.sha256 the version of the dataset, by the hash of its document: two versions can be of one day (SPEC.md §6.6).
 * @param cited.partOf the title of the dataset.
 */
export const citationOf = ({
  title,
  version,
  sha256,
  address,
  partOf,
}: {
  readonly title: string;
  readonly version: string;
  readonly sha256: Sha256Hex;
  readonly address: string;
  readonly partOf: string;
}): string => `${SERVICE_NAME}: ${title}. In: ${partOf}, sha256:${sha256}. Record of ${version}. ${address}`;

/** The citation of a dataset, by its version. */
export const datasetCitationOf = ({ title, version, versions, page }: IndexedDataset): string =>
  `${SERVICE_NAME}: ${title}. Version ${version}, sha256:${versions[0]!.sha256}. ${page}`;
