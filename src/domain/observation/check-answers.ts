import type { CheckResult } from '../datasets/observatory/check.ts';
import type { Day } from '../vocabulary/timestamp.ts';
import type { CheckOutcome, NewLook } from './observation.ts';
import { isDomainFile } from './observation-targets.ts';
import type { ObservationCheck, ObservationReason, ObservationResult } from './observation-terms.ts';

type Answer = Omit<CheckResult, 'on'>;
type Name = CheckResult['check'];

/** The outcome that answers a check. */
interface Found {
  readonly check: Name;
  readonly outcome: CheckOutcome;
}

const resultOf: Partial<Record<ObservationResult, CheckResult['result']>> = {
  match: 'pass',
  mismatch: 'fail',
  unread: 'not_run',
  unreachable: 'not_run',
};

/** What was there may be gone: these are no failure of what never was, but end a pass. */
const ends = new Set<ObservationReason | undefined>(['no_wallet', 'no_card_address', 'not_signed']);

/** The result of an outcome after the answer before it; undefined for none. A later reason replaces that of a try. */
const resultAfter = (before: CheckResult | undefined, { result, reason }: CheckOutcome) => {
  if (result !== 'never_checked') return resultOf[result];
  if (before?.result === 'not_run') return before.result;
  return before !== undefined && ends.has(reason) ? 'fail' : undefined;
};

const answerWith = (check: Name, outcome: CheckOutcome | undefined): Found[] =>
  outcome === undefined ? [] : [{ check, outcome }];

type Steps = (step: ObservationCheck) => CheckOutcome | undefined;

/** The first step that did not match, else the last one: several steps answer a check only together. */
const together = (...outcomes: readonly (CheckOutcome | undefined)[]): CheckOutcome | undefined => {
  const known = outcomes.filter((outcome) => outcome !== undefined);
  return known.find(({ result }) => result !== 'match') ?? known.at(-1);
};

/** A step that needs a document; without one, why there is none. */
const reached = (steps: Steps, outcome: CheckOutcome | undefined): CheckOutcome | undefined => {
  const reach = steps('reach');
  return reach?.result === 'unreachable' ? reach : outcome;
};

const ofRegistry = (steps: Steps, { address }: NewLook): Found[] => {
  const registry = steps('registry');
  const hasEntry = registry?.result === 'match' || registry?.reason === 'revoked';
  const entry: CheckOutcome | undefined = hasEntry ? { ...registry, result: 'match', reason: undefined } : registry;
  return [
    ...answerWith('registry_owner', hasEntry ? (steps('owner') ?? entry) : entry),
    ...(address.startsWith('eip155:') ? [] : answerWith('registry_status', registry)),
    ...answerWith('token_uri_equals_card', steps('card_address')),
    ...answerWith('agent_wallet_consent', steps('wallet')),
    ...answerWith('linked_control', steps('linked')),
  ];
};

const ofCard = (steps: Steps, { address, namedBy }: NewLook): Found[] => [
  // A file in the registry itself is at no address that serves it.
  ...(address.startsWith('eip155:') ? [] : answerWith('card_served', reached(steps, steps('schema')))),
  ...answerWith('card_signature', steps('signature')),
  ...(steps('hash')?.block === undefined ? [] : answerWith('card_hash_onchain', steps('hash'))),
  // The domain of a file that only the registry names is that of whoever owns the entry, and none of the record.
  ...(namedBy === undefined && isDomainFile(address) ? answerWith('domain_proof', steps('identity')) : []),
];

const answersOf: Record<NewLook['target'], (steps: Steps, look: NewLook) => Found[]> = {
  registry_entry: ofRegistry,
  agent_card: ofCard,
  key_set: (steps) => answerWith('key_directory', reached(steps, steps('key_listed') ?? steps('directory_signature'))),
  domain_file: (steps) => answerWith('domain_proof', reached(steps, steps('identity'))),
  transaction: (steps) => answerWith('transaction_exists', steps('transaction')),
  // Code alone is no answer to a read: without a read that is stated, the check stays open.
  contract: (steps) => answerWith('contract_state', together(steps('code'), steps('answer'))),
  endpoint: (steps) => answerWith('endpoint_liveness', reached(steps, steps('speaks'))),
  index_entry: (steps) => answerWith('index_agreement', reached(steps, steps('agrees'))),
  mcp_entry: (steps) => answerWith('mcp_registry_name', together(steps('listed'), steps('namespace'))),
};

const ranks = ['fail', 'pass', 'not_run'] as const;

/** One answer for each check: a failure counts before a pass, and either before a try without an answer. */
const summed = (answers: readonly Answer[]): Answer[] => {
  const rank = ({ result }: Answer) => ranks.indexOf(result);
  return [...Map.groupBy(answers, ({ check }) => check).values()].map(
    (those) => those.toSorted((a, b) => rank(a) - rank(b))[0]!,
  );
};

/** Observations keep no longer addresses. */
const keptAddress = (address: string): string => address.slice(0, 2000);

/** Age in days at which a result that stayed the same is noted again. */
const NOTED_AGAIN_DAYS = 30;

const DAY_MS = 86_400_000;

/**
 * The results of a record with the answers of new looks, as they are kept (SPEC.md §12.4): a result is added when it is
 * new, differs from the one before, is about something else, or that one is 30 days old. A try without an answer never follows a pass or a failure.
 */
export const addAnswers = (earlier: readonly CheckResult[], looks: readonly NewLook[], on: Day): CheckResult[] => {
  const answers = looks
    .filter(({ untried }) => !untried)
    .flatMap((one): Answer[] => {
      const address = keptAddress(one.namedBy ?? one.address);
      const found = answersOf[one.target]((step) => one.look.checks.find(({ check }) => check === step), one);
      return found.flatMap(({ check, outcome }) => {
        const { network, block, reason } = outcome;
        const result = resultAfter(
          earlier.findLast((before) => before.check === check && before.address === address),
          outcome,
        );
        if (result === undefined) return [];
        return [
          {
            check,
            result,
            ...(network === undefined ? {} : { network }),
            ...(block === undefined ? {} : { block }),
            ...(reason === undefined ? {} : { reason }),
            address,
          },
        ];
      });
    });
  const added = summed(answers).filter(({ check, result, reason, address }) => {
    const before = earlier.findLast((one) => one.check === check);
    if (before?.address !== address) return true;
    if (result === 'not_run' && before.result !== 'not_run') return false;
    const isOld = Date.parse(on) - Date.parse(before.on) >= NOTED_AGAIN_DAYS * DAY_MS;
    return isOld || result !== before.result || reason !== before.reason;
  });
  return [...earlier, ...added.map((answer) => ({ ...answer, on }))];
};
