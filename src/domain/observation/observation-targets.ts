import { partsOfCaip10, partsOfCaip19 } from '../chains/caip.ts';
import { type ContractAddress, findTokenOfBadge } from '../chains/concordium-reference.ts';
import type { ObservatoryRecord } from '../datasets/observatory/record.ts';

/** An entry in a CIS-8004 registry that a record names. */
export interface RegistryTarget {
  readonly target: 'registry_entry';
  /** The identifier of the entry in observations. */
  readonly address: string;
  readonly chainId: string;
  readonly contract: ContractAddress;
  readonly tokenId: string;
  /** The account that the record names, in Base58Check. */
  readonly account: string | undefined;
}

/** A card or registration file that a record names. */
export interface CardTarget {
  readonly target: 'agent_card';
  readonly address: string;
  readonly card: NonNullable<ObservatoryRecord['agent_card']>;
  /** Entries of ERC-8004 registries that the file should name. */
  readonly registrations: readonly { readonly registry: string; readonly agentRef: string }[];
  /** The addresses of keys of the agent that the record states. */
  readonly keyAddresses: readonly string[];
}

/** An address of keys that a record states. */
export interface KeyTarget {
  readonly target: 'key_set';
  readonly address: string;
  /** The names of the keys that are expected there. */
  readonly kids: readonly string[];
}

const registryTargets = ({ identity }: ObservatoryRecord): RegistryTarget[] =>
  identity.flatMap(({ method, chain_id, contract, agent_ref, asset_id, account }): RegistryTarget[] => {
    if (method !== 'cis-8004' || chain_id === undefined) return [];
    const badge = asset_id === undefined ? undefined : findTokenOfBadge(partsOfCaip19(asset_id).reference);
    const found = { contract: contract ?? badge?.contract, tokenId: agent_ref ?? badge?.tokenId };
    if (found.contract === undefined || found.tokenId === undefined || !/^\d{1,20}$/.test(found.tokenId)) return [];
    return [
      {
        target: 'registry_entry',
        address: asset_id ?? `${chain_id}:<${found.contract.index},${found.contract.subindex}>/${found.tokenId}`,
        chainId: chain_id,
        contract: found.contract,
        tokenId: found.tokenId,
        account: account === undefined ? undefined : partsOfCaip10(account).address,
      },
    ];
  });

const cardTargets = ({ agent_card: card, identity, keys = [] }: ObservatoryRecord): CardTarget[] =>
  card === undefined
    ? []
    : [
        {
          target: 'agent_card',
          address: card.url,
          card,
          registrations: identity.flatMap(({ method, registry, agent_ref }) =>
            method.startsWith('erc-8004') && registry !== undefined && agent_ref !== undefined
              ? [{ registry, agentRef: agent_ref }]
              : [],
          ),
          keyAddresses: keys.flatMap(({ url }) => (url === undefined ? [] : [url])),
        },
      ];

const keyTargets = ({ keys = [] }: ObservatoryRecord): KeyTarget[] => {
  const addresses = new Set(keys.flatMap(({ url }) => (url === undefined ? [] : [url])));
  return [...addresses].map((address) => ({
    target: 'key_set',
    address,
    kids: keys.flatMap(({ url, kid }) => (url === address && kid !== undefined ? [kid] : [])),
  }));
};

/** The targets of a record that can be observed. Empty for a withdrawn record, and for one that names no address. */
export const targetsOf = (record: ObservatoryRecord) =>
  record.withdrawn_on === undefined
    ? { registry: registryTargets(record), cards: cardTargets(record), keySets: keyTargets(record) }
    : { registry: [], cards: [], keySets: [] };
