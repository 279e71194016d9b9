import { configFromEnvironment } from '../config.ts';
import { loadKeys } from '../dataset-files/load.ts';
import type { Signature } from '../domain/keys/signature.ts';
import type { Day, Timestamp } from '../domain/vocabulary/timestamp.ts';
import { findCardKey, listedCardKey } from '../signing/own-keys.ts';
import { openSigner, type SignText } from '../signing/sign.ts';

interface CardSigner {
  readonly signText: SignText;
  readonly validFrom: Timestamp;
}

const open = async (): Promise<CardSigner | undefined> => {
  const key = await findCardKey(configFromEnvironment().cardKeyFile);
  if (key === undefined) return undefined;
  const { valid_from } = listedCardKey(key, loadKeys(), new Date());
  return { signText: openSigner(key, `${import.meta.env.SITE}/.well-known/jwks.json`), validFrom: valid_from };
};

let opened: ReturnType<typeof open> | undefined;

/**
 * The signature of a document of this build by the card key, as the member that carries it; no member where
 * CARD_KEY_FILE names no key. The stated time of signing comes from the data, so that equal inputs give equal
 * bytes: the later of the day on which the data changed and the first moment of the key (SPEC.md §17.1).
 * @throws KeyFileError when the key cannot be used.
 */
export const signBuilt = async (canonical: string, changed: Day): Promise<{ signatures?: [Signature] }> => {
  const card = await (opened ??= open());
  if (card === undefined) return {};
  const at = new Date(Math.max(Date.parse(changed), Date.parse(card.validFrom)));
  return { signatures: [await card.signText(canonical, at)] };
};
