import { isEvmAddress } from '../chains/address-rules.ts';
import { partsOfCaip10, partsOfCaip19 } from '../chains/caip.ts';
import { findTokenOfBadge, isSameAccount } from '../chains/concordium-reference.ts';
import type { ObservatoryFile } from '../datasets/observatory/record.ts';
import type { Registration } from './judge-document.ts';
import { fail, notRun, type Outcome, passIf, type Place } from './outcome.ts';
import type { Reading, RegisteredAgent, RegistryContract, Sources } from './sources.ts';

type Identity = ObservatoryFile['identity'][number];

/** The identity registry of ERC-8004 on main networks and on test networks, the same on every chain; its code sets no wallet without its consent. */
const canonicalRegistries: readonly RegistryContract[] = [
  '0x8004a169fb4a3325136eb29fa0ceb6d2e539a432',
  '0x8004a818bfb912233c491871b3d84c89a494bd9e',
];

/** An entry in a CIS-8004 or ERC-8004 registry that a record names. */
export interface NamedEntry {
  /** The identifier of the entry in observations. */
  readonly address: string;
  readonly chain: string;
  readonly contract: RegistryContract;
  readonly tokenId: string;
  /** The account that the record names, without its chain. */
  readonly account: string | undefined;
  /** Whether the registry is the canonical one of ERC-8004, whose code sets no wallet without its consent. */
  readonly isCanonical: boolean;
}

const textOf = (contract: RegistryContract): string =>
  typeof contract === 'string' ? contract : `<${contract.index},${contract.subindex}>`;

/** The contract and the token of an identity, as far as it names them. */
const entryOf = ({ method, chain_id: chain, contract, registry, agent_ref: ref, asset_id: asset }: Identity) => {
  const badge = asset === undefined ? undefined : findTokenOfBadge(partsOfCaip19(asset).reference);
  if (method === 'cis-8004') return { contract: contract ?? badge?.contract, tokenId: ref ?? badge?.tokenId };
  const address = registry === undefined ? '' : partsOfCaip10(registry).address;
  const isContract = chain?.startsWith('eip155:') && isEvmAddress(address);
  return { contract: isContract ? address : undefined, tokenId: ref };
};

const methods = new Set<Identity['method']>(['cis-8004', 'erc-8004', 'erc-8004-other-instance']);

/** The entries of registries that can be read, by chain, contract and id. */
export const namedEntries = (identity: readonly Identity[]): NamedEntry[] =>
  identity
    .filter(({ method }) => methods.has(method))
    .flatMap((one): NamedEntry[] => {
      const { chain_id: chain, asset_id: asset, account } = one;
      const { contract, tokenId } = entryOf(one);
      if (chain === undefined || contract === undefined || !/^\d{1,78}$/.test(tokenId ?? '')) return [];
      return [
        {
          address: asset ?? `${chain}:${textOf(contract)}/${tokenId}`,
          chain,
          contract,
          tokenId: tokenId!,
          account: account === undefined ? undefined : partsOfCaip10(account).address,
          isCanonical: one.method === 'erc-8004' && canonicalRegistries.includes(textOf(contract).toLowerCase()),
        },
      ];
    });

/** How many entries these are: a record may name one entry in two ways. */
export const countEntries = (entries: readonly NamedEntry[]): number =>
  new Set(
    entries.map(({ chain, contract, tokenId }) => `${chain}:${textOf(contract).toLowerCase()}/${BigInt(tokenId)}`),
  ).size;

/** The entries of ERC-8004 registries, which files of the subject should name. */
export const registrationsOf = (identity: readonly Identity[]): Registration[] =>
  identity.flatMap(({ method, registry, agent_ref: agentRef }) =>
    method.startsWith('erc-8004') && registry !== undefined && agentRef !== undefined ? [{ registry, agentRef }] : [],
  );

/** ERC-8004 is on EVM chains; the registries on Concordium keep a status and the hash of the card as well (CIS-8004). */
export const isOnEvmChain = ({ chain }: Pick<NamedEntry, 'chain'>): boolean => chain.startsWith('eip155:');

/** Accounts on Concordium have aliases; addresses of EVM chains differ in case alone. */
export const isSameOwner = (owner: string, account: string): boolean =>
  isEvmAddress(owner) ? owner.toLowerCase() === account.toLowerCase() : isSameAccount(owner, account);

/** Scheme and host of an address have no case (RFC 3986, section 6.2.2.1). */
export const isSameAddress = (one: string, other: string): boolean =>
  one === other || (URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href);

/** Judges what a node answered, with the place that was read. */
export const judgeReading = <Value>(
  network: string,
  reading: Reading<Value>,
  judge: (value: Value, place: Place) => Outcome | Promise<Outcome>,
): Outcome | Promise<Outcome> =>
  reading.read ? judge(reading.value, { network, block: reading.block }) : notRun(reading.reason);

/** Judges the agent of an entry; where the registry has none, that is a failure. */
export const judgeEntry = async (
  { chain, contract, tokenId }: Pick<NamedEntry, 'chain' | 'contract' | 'tokenId'>,
  { agent }: Pick<Sources, 'agent'>,
  judge: (agent: RegisteredAgent, place: Place) => Outcome | Promise<Outcome>,
): Promise<Outcome> =>
  judgeReading(chain, await agent(chain, contract, tokenId), (found, place) =>
    found === undefined ? fail('not_registered', place) : judge(found, place),
  );

/** Compares the address of a card with the one in the registry. A file that is there itself is at no address. */
export const judgeCardAddress = ({ cardAddress }: RegisteredAgent, named: string, place: Place): Outcome => {
  if (cardAddress === undefined) return notRun('not_stated', place);
  return /^https?:/i.test(cardAddress)
    ? passIf(isSameAddress(cardAddress, named), 'other_address', place)
    : notRun('scheme_refused', place);
};
