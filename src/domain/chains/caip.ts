import { z } from 'zod';

/** A chain (CAIP-2): `namespace:reference`. */
export const Caip2 = z
  .string()
  .regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/, 'expected a CAIP-2 chain, for instance eip155:8453')
  .meta({ description: 'A chain as CAIP-2 identifier.' });
export type Caip2 = z.infer<typeof Caip2>;

/** An account or contract on a chain (CAIP-10): `chain:address`. */
export const Caip10 = z
  .string()
  .regex(
    /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}:[-.%a-zA-Z0-9]{1,128}$/,
    'expected a CAIP-10 account, for instance ccd:9dd9ca4d19e9393877d2c44b70f89acb:3… or eip155:1:0x…',
  )
  .meta({ description: 'An account or a contract as CAIP-10 identifier.' });
export type Caip10 = z.infer<typeof Caip10>;

/** An asset on a chain (CAIP-19): `chain/standard:reference`, with a token id where there is one. */
export const Caip19 = z
  .string()
  .regex(
    /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}\/[-a-z0-9]{3,8}:[-.%a-zA-Z0-9]{1,128}(\/[-.%a-zA-Z0-9]{1,78})?$/,
    'expected a CAIP-19 asset, for instance eip155:1/erc721:0x…/1',
  )
  .meta({ description: 'An asset as CAIP-19 identifier.' });
export type Caip19 = z.infer<typeof Caip19>;

/** The chain that an identifier begins with: one that is itself a chain, or an account or asset on one. */
export const findChainOf = (identifier: string): Caip2 | undefined =>
  /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}(?=[:/]|$)/.exec(identifier)?.[0];

/** The parts of a CAIP-10 identifier that its schema accepts. */
export const partsOfCaip10 = (account: Caip10) => {
  const [namespace = '', reference = '', address = ''] = account.split(':');
  return { chain: `${namespace}:${reference}`, namespace, reference, address };
};

/** The parts of a CAIP-19 identifier that its schema accepts. */
export const partsOfCaip19 = (asset: Caip19) => {
  const [chain = '', item = '', tokenId] = asset.split('/');
  const [standard = '', reference = ''] = item.split(':');
  return { chain, standard, reference, tokenId };
};
