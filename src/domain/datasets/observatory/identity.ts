import { z } from 'zod';
import { type Caip2, partsOfCaip10, partsOfCaip19 } from '../../chains/caip.ts';
import { ContractAddress } from '../../chains/concordium-reference.ts';
import { KnownCaip2, KnownCaip10, KnownCaip19 } from '../../chains/known-chains.ts';
import { enumOf } from '../../vocabulary/terms.ts';
import { Name } from '../../vocabulary/text.ts';
import { identityMethodTerms } from './terms.ts';

/** One identity of a record of the observatory. */
export const Identity = z
  .strictObject({
    method: enumOf(identityMethodTerms, 'How the identity is expressed.'),
    chain_id: KnownCaip2.optional().meta({ description: 'Chain of the registry or contract (CAIP-2).' }),
    registry: KnownCaip10.optional().meta({ description: 'Registry contract (CAIP-10).' }),
    contract: ContractAddress.optional().meta({ description: 'Registry contract on Concordium.' }),
    agent_ref: Name.optional().meta({
      description: 'Id in the registry. Text, because token ids can exceed 2^53.',
    }),
    asset_id: KnownCaip19.optional().meta({ description: 'The identity token (CAIP-19); joins rows across chains.' }),
    account: KnownCaip10.optional().meta({ description: 'Account or contract of the identity (CAIP-10).' }),
    value: Name.optional().meta({ description: 'The identifier itself, if no other member fits.' }),
  })
  .meta({ description: 'One identity; an agent may have several.' });

export type Identity = z.infer<typeof Identity>;

/** The chains that an identity names. */
export const chainsOf = ({ chain_id, registry, asset_id, account }: Identity): Caip2[] => [
  ...(chain_id === undefined ? [] : [chain_id]),
  ...[registry, account].flatMap((named) => (named === undefined ? [] : partsOfCaip10(named).chain)),
  ...(asset_id === undefined ? [] : [partsOfCaip19(asset_id).chain]),
];
