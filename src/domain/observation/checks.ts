import { partsOfCaip10 } from '../chains/caip.ts';
import { findFunction } from '../chains/evm-abi.ts';
import type { CheckName } from '../datasets/observatory/check-terms.ts';
import { type ContractRead, textOfRead } from '../datasets/observatory/contract-read.ts';
import { sha256Hex } from '../json/hash.ts';
import { askEndpoints, askIndex, askNames } from './ask-endpoints.ts';
import { judgeCard, judgeKeySet, judgeRegistrations } from './judge-document.ts';
import {
  countEntries,
  isOnEvmChain,
  isSameAddress,
  isSameOwner,
  judgeCardAddress,
  judgeEntry,
  judgeReading,
  namedEntries,
  type NamedEntry,
  registrationsOf,
} from './named-entries.ts';
import { fail, notRun, type Outcome, pass, passIf, type Place } from './outcome.ts';
import { cardOf, type ObservedRecord, type Question, withDocument } from './question.ts';
import type { RegisteredAgent, Sources } from './sources.ts';

/** What a run asks for a check; empty where it can answer nothing. */
type Asks = (record: ObservedRecord) => Question[];

/** Whether one account owns all entries. Different owners are no failure: files, or a signature of both, can link them. */
const askLink = ({ identity }: ObservedRecord): Question[] => {
  const entries = namedEntries(identity);
  if (countEntries(entries) < 2) return [];
  const judge = async (sources: Sources): Promise<Outcome> => {
    const owners: string[] = [];
    let last: Place = {};
    for (const { chain, contract, tokenId } of entries) {
      const reading = await sources.agent(chain, contract, tokenId);
      if (!reading.read) return notRun(reading.reason);
      last = { network: chain, block: reading.block };
      if (reading.value === undefined) return fail('not_registered', last);
      owners.push(reading.value.owner);
    }
    const [owner = ''] = owners;
    if (!owners.every((one) => isSameOwner(one, owner))) return notRun('other_owner', last);
    const chains = [...new Set(entries.map(({ chain }) => chain))];
    // A contract at one address can have another controller on each chain.
    for (const chain of chains.length > 1 ? chains : []) {
      const account = await sources.contract(chain, owner);
      if (!account.read) return notRun(account.reason);
      if (account.value.hasCode) return notRun('contract_account', last);
    }
    return pass(last);
  };
  return [{ address: entries.at(-1)!.address, judge }];
};

const askRead = (read: ContractRead): Question => {
  const { chain, address } = partsOfCaip10(read.contract);
  const judge = async ({ contract }: Sources): Promise<Outcome> => {
    const call = { called: findFunction(read.function)!, values: read.arguments ?? [] };
    return judgeReading(chain, await contract(chain, address, call), ({ hasCode, answer }, place) => {
      if (!hasCode) return fail('no_code', place);
      if (answer === undefined) return fail('no_answer', place);
      if (read.any_answer) return pass(place);
      const { at_least: least } = read;
      return passIf(
        least === undefined ? answer === read.answer : BigInt(answer) >= BigInt(least),
        'other_answer',
        place,
      );
    });
  };
  return { address: `${read.contract}/${textOfRead(read)}`, judge };
};

/** The addresses of keys, each with the names of the keys that it should have, and whether it is a directory (Web Bot Auth). */
const keySetsOf = ({ identity, keys = [] }: ObservedRecord) => {
  const directories = new Map(
    identity.flatMap(({ method, value }) =>
      (method === 'web-bot-auth-key-directory' || method === 'jwks') && value !== undefined && URL.canParse(value)
        ? [[value, method === 'web-bot-auth-key-directory'] as const]
        : [],
    ),
  );
  const addresses = new Set([...keys.flatMap(({ url }) => url ?? []), ...directories.keys()]);
  return [...addresses].map((address) => ({
    address,
    kids: keys.flatMap(({ url, kid }) =>
      kid !== undefined && (url === address || (url === undefined && directories.has(address))) ? [kid] : [],
    ),
    isDirectory: directories.get(address) ?? false,
  }));
};

/** The file in which a domain names registrations (ERC-8004), at the root of each host that the record names as its own. */
const domainFilesOf = ({ identity, agent_card: card }: ObservedRecord): string[] => {
  const origins = [
    ...(card === undefined ? [] : [new URL(card.url).origin]),
    ...identity.flatMap(({ method, value }) => (method === 'domain' ? [`https://${value}`] : [])),
  ];
  const files = origins.flatMap((origin) => URL.parse('/.well-known/agent-registration.json', origin)?.href ?? []);
  return [...new Set(files)];
};

/** Asks about each entry that is wanted, and judges the agent that its registry has. */
const ofEntries =
  (
    isWanted: (entry: NamedEntry, record: ObservedRecord) => boolean,
    judge: (
      agent: RegisteredAgent,
      place: Place,
      asked: { readonly entry: NamedEntry; readonly record: ObservedRecord; readonly sources: Sources },
    ) => Outcome | Promise<Outcome>,
  ): Asks =>
  (record) =>
    namedEntries(record.identity)
      .filter((entry) => isWanted(entry, record))
      .map((entry) => ({
        address: entry.address,
        judge: (sources) =>
          judgeEntry(entry, sources, (agent, place) => judge(agent, place, { entry, record, sources })),
      }));

/** CIS-8004 alone keeps a status and the hash of the card. */
const isOnConcordium = (entry: NamedEntry): boolean => !isOnEvmChain(entry);

/** A check for people: no run can answer it. */
const byPeople: Asks = () => [];

/** What a run asks for each check, and how it judges the answers (SPEC.md §12.1). To add one: an entry here. */
const checks: Readonly<Record<CheckName, Asks>> = {
  registry_owner: ofEntries(
    () => true,
    ({ owner }, place, { entry: { account } }) =>
      passIf(account === undefined || isSameOwner(owner, account), 'other_owner', place),
  ),
  registry_status: ofEntries(isOnConcordium, ({ status }, place) => passIf(status !== 'revoked', 'revoked', place)),
  token_uri_equals_card: ofEntries(
    (_, { agent_card: card }) => card !== undefined,
    (agent, place, { record }) => judgeCardAddress(agent, record.agent_card!.url, place),
  ),
  card_hash_onchain: ofEntries(isOnConcordium, ({ cardAddress, cardSha256 }, place, { record, sources }) => {
    const address = record.agent_card?.url ?? cardAddress;
    if (cardSha256 === undefined || address === undefined) return notRun('not_stated', place);
    // The registry vouches for the file at its own address alone.
    if (cardAddress !== undefined && !isSameAddress(cardAddress, address)) return notRun('other_address', place);
    return withDocument(sources, address, ({ bytes }) => passIf(sha256Hex(bytes) === cardSha256, 'other_hash', place));
  }),
  agent_wallet_consent: ofEntries(
    ({ isCanonical }) => isCanonical,
    ({ wallet }, place) => (wallet ? pass(place) : notRun('not_stated', place)),
  ),
  linked_control: askLink,
  ens_record: byPeople,
  transaction_exists: ({ receipts }) =>
    (receipts?.examples ?? []).flatMap(({ network, tx }): Question[] =>
      network?.startsWith('eip155:') && tx !== undefined && /^0x[0-9a-f]{64}$/i.test(tx)
        ? [
            {
              address: `${network}:${tx}`,
              judge: async ({ transaction }) =>
                judgeReading(network, await transaction(network, tx), (succeeded, place) =>
                  passIf(succeeded, 'transaction_failed', place),
                ),
            },
          ]
        : [],
    ),
  contract_state: ({ verifiable }) => verifiable.flatMap(({ reads = [] }) => reads.map(askRead)),
  attestation_issuer: byPeople,
  card_served: (record) => {
    const card = cardOf(record);
    const format = card?.format ?? 'other';
    if (card === undefined || format === 'other') return [];
    const judge = (sources: Sources) => withDocument(sources, card.url, ({ bytes }) => judgeCard(bytes, format));
    return [{ address: card.url, judge }];
  },
  card_signature: byPeople,
  key_directory: (record) =>
    keySetsOf(record)
      .filter(({ kids, isDirectory }) => isDirectory || kids.length > 0)
      .map(({ address, kids }) => ({
        address,
        judge: (sources) =>
          withDocument(sources, address, (found) =>
            kids.length > 0 ? judgeKeySet(found.bytes, kids) : sources.directorySignature(found),
          ),
      })),
  request_signature: byPeople,
  domain_proof: (record) => {
    const registrations = registrationsOf(record.identity);
    return (registrations.length === 0 ? [] : domainFilesOf(record)).map((address) => ({
      address,
      judge: (sources) => withDocument(sources, address, ({ bytes }) => judgeRegistrations(bytes, registrations)),
    }));
  },
  mcp_registry_name: askNames,
  endpoint_liveness: askEndpoints,
  receipt_verifies: byPeople,
  enclave_attestation: byPeople,
  index_agreement: ({ verifiable }) => verifiable.flatMap(({ entries = [] }) => entries.map(askIndex)),
  identifier_recompute: byPeople,
};

/** A question of a check that a record names. */
export interface AskedCheck extends Question {
  readonly check: CheckName;
}

const askedFor = (record: ObservedRecord, check: CheckName): AskedCheck[] =>
  checks[check](record).map((question) => ({ ...question, check }));

const namesOf = ({ verifiable, withdrawn_on }: ObservedRecord): CheckName[] =>
  withdrawn_on === undefined
    ? verifiable.flatMap(({ check }) => (Object.hasOwn(checks, check) ? [check as CheckName] : []))
    : [];

/** Everything that a run asks for the checks of a record; nothing of a withdrawn one. */
export const questionsOf = (record: ObservedRecord): AskedCheck[] =>
  namesOf(record).flatMap((check) => askedFor(record, check));

/** Whether a record still names what an answer is about. */
export const isStillAsked = (
  record: ObservedRecord,
  { check, address }: { readonly check: CheckName; readonly address: string },
): boolean => askedFor(record, check).some((question) => question.address === address);

/** The checks of a record that no run can answer, so that people have to make them. A withdrawn record has none. */
export const openChecks = (record: ObservedRecord): CheckName[] =>
  namesOf(record).filter((check) => askedFor(record, check).length === 0);
