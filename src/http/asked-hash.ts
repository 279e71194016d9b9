import type { Sha256Hex } from '../domain/json/sha256.ts';
import { HashInAddress } from './hash-parameter.ts';

/** A hash that someone typed into the form of a page. */
export interface AskedHash {
  /** What the form shows again: what was typed, if it is nothing but letters and digits. */
  readonly shown: string;
  /** Undefined where what was typed is no hash. */
  readonly hash: Sha256Hex | undefined;
  /** What is wrong with it, for the form. */
  readonly problem: string | undefined;
}

/** The hash in the query of a page, or undefined where nothing is asked for. */
export const findAskedHash = ({ searchParams }: URL): AskedHash | undefined => {
  const asked = searchParams.get('hash')?.trim();
  if (!asked) return undefined;
  const hash = HashInAddress.safeParse(asked).data;
  return {
    shown: /^\w+$/.test(asked) ? asked : '',
    hash,
    problem:
      hash === undefined
        ? 'This is not a SHA-256 hash: check that all 64 digits were copied, and nothing else.'
        : undefined,
  };
};
