import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The registered card, byte for byte: a registry on the chain holds its SHA-256. */
export const REGISTERED_CARD_FILE = 'datasets/registered-card.json';

/** The bytes of the registered card; undefined when none was frozen. */
export const findRegisteredCard = (root: string): Buffer<ArrayBuffer> | undefined => {
  const path = join(root, REGISTERED_CARD_FILE);
  return existsSync(path) ? Buffer.from(readFileSync(path)) : undefined;
};
