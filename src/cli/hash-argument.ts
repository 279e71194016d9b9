import { InvalidArgumentError } from 'commander';
import { Sha256Hex } from '../domain/json/sha256.ts';

/** Parses an argument or option as the hash of a receipt, in either case. */
export const hashArgument = (text: string): Sha256Hex => {
  const hash = Sha256Hex.safeParse(text.toLowerCase());
  if (!hash.success) throw new InvalidArgumentError('expected the 64 hexadecimal digits of a receipt hash');
  return hash.data;
};
