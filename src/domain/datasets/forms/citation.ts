import type { Sha256Hex } from '../../json/sha256.ts';
import { SERVICE_NAME } from '../../vocabulary/service.ts';

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
