import { isEvmAddress } from '../chains/address-rules.ts';
import { partsOfCaip10, partsOfCaip19 } from '../chains/caip.ts';
import { findTokenOfBadge } from '../chains/concordium-reference.ts';
import { isCanonicalRegistry } from '../chains/erc-8004.ts';
import type { ObservatoryFile } from '../datasets/observatory/record.ts';
import type { RegistryContract } from './agent-registry.ts';
import { contractTargets } from './contract-targets.ts';
import { endpointTargets, indexTargets } from './endpoint-targets.ts';

/** The members of a record that say what can be observed. */
export type ObservedRecord = Pick<ObservatoryFile, 'identity' | 'agent_card' | 'keys' | 'receipts' | 'withdrawn_on'> & {
  readonly verifiable: readonly Pick<
    ObservatoryFile['verifiable'][number],
    'check' | 'reads' | 'endpoints' | 'entries'
  >[];
};

/** The file in which a domain names registrations (ERC-8004). */
const DOMAIN_FILE = '/.well-known/agent-registration.json';

/** Whether an address is that file at the root of its host: whoever may write below a path does not speak for the domain. */
export const isDomainFile = (address: string): boolean => {
  const url = URL.parse(address);
  return url !== null && url.pathname === DOMAIN_FILE && url.search === '';
};

/** The file in which a domain publishes the key of its namespace (MCP registry). */
const NAMESPACE_FILE = '/.well-known/mcp-registry-auth';

/** An entry in a CIS-8004 or ERC-8004 registry that a record names. */
export interface RegistryTarget {
  readonly target: 'registry_entry';
  /** The identifier of the entry in observations. */
  readonly address: string;
  readonly chainId: string;
  readonly contract: RegistryContract;
  readonly tokenId: string;
  /** The account that the record names, without its chain. */
  readonly account: string | undefined;
  /** Whether the registry is the canonical one of ERC-8004, whose code sets no wallet without its consent. */
  readonly isCanonical: boolean;
}

/** An entry of an ERC-8004 registry that a file should name. */
export interface Registration {
  readonly registry: string;
  readonly agentRef: string;
}

/** A card or registration file that a record names. */
export interface CardTarget {
  readonly target: 'agent_card';
  readonly address: string;
  readonly card: NonNullable<ObservedRecord['agent_card']>;
  /** Entries of ERC-8004 registries that the file should name. */
  readonly registrations: readonly Registration[];
  /** The addresses of keys of the agent that the record states. */
  readonly keyAddresses: readonly string[];
}

/** An address of keys that a record states. */
export interface KeyTarget {
  readonly target: 'key_set';
  readonly address: string;
  /** The names of the keys that are expected there. */
  readonly kids: readonly string[];
  /** Whether it is a directory of keys for HTTP message signatures, whose answer may be signed itself. */
  readonly isDirectory: boolean;
}

/** The file in which a domain of the agent should name its registrations. */
export interface DomainTarget {
  readonly target: 'domain_file';
  readonly address: string;
  readonly registrations: readonly Registration[];
}

/** A transaction that a record names. */
export interface TransactionTarget {
  readonly target: 'transaction';
  readonly address: string;
  readonly chainId: string;
  readonly hash: string;
}

/** A name in the MCP registry. */
export interface McpTarget {
  readonly target: 'mcp_entry';
  /** The name: where the registry is, the maintainer says. */
  readonly address: string;
  /** The address that proves its namespace; absent where the namespace is an account. */
  readonly proof?: string;
}

type Identity = ObservedRecord['identity'][number];

const contractOf = ({ method, chain_id, contract, registry, agent_ref, asset_id }: Identity) => {
  const badge = asset_id === undefined ? undefined : findTokenOfBadge(partsOfCaip19(asset_id).reference);
  const address = registry === undefined ? undefined : partsOfCaip10(registry).address;
  return method === 'cis-8004'
    ? { contract: contract ?? badge?.contract, tokenId: agent_ref ?? badge?.tokenId }
    : {
        contract:
          chain_id?.startsWith('eip155:') && address !== undefined && isEvmAddress(address) ? address : undefined,
        tokenId: agent_ref,
      };
};

const textOf = (contract: RegistryContract): string =>
  typeof contract === 'string' ? contract : `<${contract.index},${contract.subindex}>`;

const readable = new Set<Identity['method']>(['cis-8004', 'erc-8004', 'erc-8004-other-instance']);

const registryTargets = ({ identity }: ObservedRecord): RegistryTarget[] =>
  identity
    .filter(({ method }) => readable.has(method))
    .flatMap((one): RegistryTarget[] => {
      const { chain_id, asset_id, account } = one;
      const { contract, tokenId } = contractOf(one);
      if (chain_id === undefined || contract === undefined || tokenId === undefined || !/^\d{1,78}$/.test(tokenId)) {
        return [];
      }
      return [
        {
          target: 'registry_entry',
          address: asset_id ?? `${chain_id}:${textOf(contract)}/${tokenId}`,
          chainId: chain_id,
          contract,
          tokenId,
          account: account === undefined ? undefined : partsOfCaip10(account).address,
          isCanonical: one.method === 'erc-8004' && isCanonicalRegistry(contract),
        },
      ];
    });

/** How many entries these targets are: a record may name one entry in two ways. */
export const countEntries = (targets: readonly RegistryTarget[]): number =>
  new Set(
    targets.map(({ chainId, contract, tokenId }) => `${chainId}:${textOf(contract).toLowerCase()}/${BigInt(tokenId)}`),
  ).size;

const registrationsOf = ({ identity }: ObservedRecord): Registration[] =>
  identity.flatMap(({ method, registry, agent_ref }) =>
    method.startsWith('erc-8004') && registry !== undefined && agent_ref !== undefined
      ? [{ registry, agentRef: agent_ref }]
      : [],
  );

/** The target of a card at an address. */
export const cardTarget = (record: ObservedRecord, card: NonNullable<ObservedRecord['agent_card']>): CardTarget => ({
  target: 'agent_card',
  address: card.url,
  card,
  registrations: registrationsOf(record),
  keyAddresses: (record.keys ?? []).flatMap(({ url }) => (url === undefined ? [] : [url])),
});

/** The card of a record; for a record without one, the address of its A2A card if that is its identity. */
const cardTargets = (record: ObservedRecord): CardTarget[] => {
  const a2a = record.identity.find(({ method, value }) => method === 'a2a-agent-card' && value?.startsWith('http'));
  const card = record.agent_card ?? (a2a && { url: a2a.value!, format: 'a2a-agent-card' as const });
  return card === undefined ? [] : [cardTarget(record, card)];
};

const keyTargets = ({ identity, keys = [] }: ObservedRecord): KeyTarget[] => {
  const directories = new Map(
    identity.flatMap(({ method, value }) =>
      (method === 'web-bot-auth-key-directory' || method === 'jwks') && value !== undefined && URL.canParse(value)
        ? [[value, method === 'web-bot-auth-key-directory'] as const]
        : [],
    ),
  );
  const addresses = new Set([...keys.flatMap(({ url }) => (url === undefined ? [] : [url])), ...directories.keys()]);
  const kidsOf = (chosen: (url: string | undefined) => boolean) =>
    keys.flatMap(({ url, kid }) => (kid !== undefined && chosen(url) ? [kid] : []));
  return [...addresses].map((address) => ({
    target: 'key_set',
    address,
    kids: kidsOf((url) => url === address || (url === undefined && directories.has(address))),
    isDirectory: directories.get(address) ?? false,
  }));
};

const domainTargets = (record: ObservedRecord): DomainTarget[] => {
  const registrations = registrationsOf(record);
  if (registrations.length === 0 || !record.verifiable.some(({ check }) => check === 'domain_proof')) return [];
  const card = record.agent_card?.url;
  const origins = [
    ...(card === undefined ? [] : [new URL(card).origin]),
    ...record.identity.flatMap(({ method, value }) =>
      method === 'domain' && value !== undefined && URL.canParse(`https://${value}`) ? [`https://${value}`] : [],
    ),
  ];
  return [...new Set(origins.map((origin) => `${origin}${DOMAIN_FILE}`))]
    .filter((address) => address !== card)
    .map((address) => ({ target: 'domain_file', address, registrations }));
};

const mcpTargets = ({ identity }: ObservedRecord): McpTarget[] =>
  identity.flatMap(({ method, value }): McpTarget[] => {
    const namespace = value?.split('/')[0];
    if (method !== 'mcp-registry-name' || value === undefined || namespace === undefined) return [];
    const domain = namespace.split('.').toReversed().join('.');
    return [
      {
        target: 'mcp_entry',
        address: value,
        ...(namespace.startsWith('io.github.') ? {} : { proof: `https://${domain}${NAMESPACE_FILE}` }),
      },
    ];
  });

/** The transactions of EVM chains that a record names among its receipts, where it asks for them. */
const transactionTargets = ({ receipts, verifiable }: ObservedRecord): TransactionTarget[] =>
  verifiable.some(({ check }) => check === 'transaction_exists')
    ? (receipts?.examples ?? []).flatMap(({ network, tx }): TransactionTarget[] =>
        network?.startsWith('eip155:') && tx !== undefined && /^0x[0-9a-f]{64}$/i.test(tx)
          ? [{ target: 'transaction', address: `${network}:${tx}`, chainId: network, hash: tx }]
          : [],
      )
    : [];

/** The targets of a record, by what they are, in the order in which they are observed; none of a withdrawn one. */
export const targetsOf = (record: ObservedRecord) => {
  const named: ObservedRecord = record.withdrawn_on === undefined ? record : { identity: [], verifiable: [] };
  const registry = registryTargets(named);
  return {
    registry,
    cards: cardTargets(named),
    keySets: keyTargets(named),
    domains: domainTargets(named),
    transactions: transactionTargets(named),
    contracts: contractTargets(
      named,
      new Set(registry.map(({ chainId, contract }) => `${chainId}:${textOf(contract)}`)),
    ),
    mcp: mcpTargets(named),
    endpoints: endpointTargets(named),
    indexes: indexTargets(named),
  };
};

/** All targets of a record, in the order in which they are observed. */
export const listTargets = (record: ObservedRecord): { readonly target: string; readonly address: string }[] =>
  Object.values(targetsOf(record)).flat();

/** Whether a record names this address as a target. */
export const namesTarget = (record: ObservedRecord, address: string): boolean =>
  listTargets(record).some((target) => target.address === address);
