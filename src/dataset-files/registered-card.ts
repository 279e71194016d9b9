import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '../domain/json/hash.ts';
import { type Sha256Hex } from '../domain/json/sha256.ts';

/** The registered card, byte for byte, and its SHA-256 as `sha256sum` writes it. */
export const REGISTERED_CARD_FILE = 'datasets/registered-card.json';
export const REGISTERED_HASH_FILE = `${REGISTERED_CARD_FILE}.sha256`;

/** The frozen bytes of the registered card and the hash that they were frozen with. */
export interface FrozenCard {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly sha256: Sha256Hex;
}

/** The line of the hash file. */
export const hashLine = (sha256: Sha256Hex): string => `${sha256}  registered-card.json\n`;

/**
 * The registered card; undefined when none was frozen.
 * @throws Error when its bytes are not those that were frozen: the registry on the chain holds their hash.
 */
export const findRegisteredCard = (root: string): FrozenCard | undefined => {
  const [card, hash] = [REGISTERED_CARD_FILE, REGISTERED_HASH_FILE].map((file) => join(root, file)) as [string, string];
  if (!existsSync(card) && !existsSync(hash)) return undefined;
  const missing = existsSync(card) ? REGISTERED_HASH_FILE : REGISTERED_CARD_FILE;
  if (!existsSync(card) || !existsSync(hash))
    throw new Error(`${missing} is missing; expected both files of npm run agent -- register-card, or none`);
  const bytes = readFileSync(card);
  const found = sha256Hex(bytes);
  if (readFileSync(hash, 'utf8') !== hashLine(found))
    throw new Error(
      `${REGISTERED_CARD_FILE}: its bytes have the SHA-256 ${found}, and ${REGISTERED_HASH_FILE} has another one; expected the bytes as they were frozen`,
    );
  return { bytes: Buffer.from(bytes), sha256: found };
};
