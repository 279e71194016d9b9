import type { AnchorRecord } from '../anchors/anchor-record.ts';
import type { Answer, Answers, Check, CheckId, DocumentKind, Verification, VerifyOptions } from './verification.ts';

/** The three questions about a document (SPEC.md §11.8), as they are put on pages, in pictures and on the command line. */
export const questions = { intact: 'Intact?', from_whom: 'From whom?', since_when: 'Since when?' } as const;

const anchorChecks: ReadonlySet<CheckId> = new Set(['anchor_bytes', 'anchor_state']);

/** The checks that say whether a document is intact, and what a failing one means, in a sentence that begins “Not intact: ”. */
const failures: Partial<Record<CheckId, string>> = {
  well_formed: 'its text is not JSON that every reader understands alike',
  schema: 'it does not satisfy its schema',
  canonical_form: 'it has no canonical form',
  hash: 'it does not have the hash that is stated or asked for',
  linked_hashes: 'its parts do not belong together',
  transition_chain: 'its moves are not those of the state machine',
};

const ASK_AGAIN = 'Do not rely on it. The failing checks say what is wrong; ask its source for an unchanged copy.';

/** What is known of a document beside its checks. */
type Known = VerifyOptions & { readonly kind?: DocumentKind };

const answerIntact = (checks: readonly Check[], { kind }: Known): Answer => {
  const own = checks.filter(({ id }) => failures[id] !== undefined);
  const failing = own.filter(({ result }) => result === 'fail');
  if (failing.length > 0) {
    const words = `Not intact: ${failing.map(({ id }) => failures[id]).join('; ')}.`;
    return { result: 'fail', words, next_step: ASK_AGAIN };
  }
  return own.some(({ result }) => result === 'unverified')
    ? {
        result: 'unverified',
        words: 'Consistent, but no hash is stated that it could be compared with.',
        next_step:
          kind === 'anchor_record'
            ? 'Nothing can show it, and nothing has to: look up on the chain what the record says about the anchor.'
            : 'Compare the computed hash with the one that you were given, or give it to the verifier.',
      }
    : { result: 'pass', words: 'Intact.', next_step: 'Nothing is left to do here.' };
};

/** Why nothing is shown about a preview, and what to do: nothing. */
export const PREVIEW_STEP = 'Nothing can show this, and nothing has to: a preview is not a decision.';

/** The documents that are no decisions, so that nobody signs them or anchors their hash. */
const previews: ReadonlySet<DocumentKind | undefined> = new Set(['work_order_pack', 'runner_receipt']);

/** What to do about an anchor that nobody looked up. */
const notLookedUp = (checks: readonly Check[], { kind }: Known): string => {
  if (!checks.some(({ id, result }) => id === 'schema' && result === 'pass'))
    return 'Get a copy of the document that can be read first.';
  if (previews.has(kind)) return PREVIEW_STEP;
  return checks.some(({ id, result }) => anchorChecks.has(id) && result === 'unverified')
    ? 'Ask a node of the chain about the anchor that it states, for instance with the option --node https://host:port of npm run verify in the source of the service.'
    : 'The document claims no anchor. Its issuer can anchor its hash, and give you the anchor record, about which a node of the chain can be asked.';
};

const answerSince = (checks: readonly Check[], seen: Known): Answer => {
  const { anchoredAt, anchoredOn, anchorAtNode } = seen;
  const own = checks.filter(({ id }) => anchorChecks.has(id));
  if (own.some(({ result }) => result === 'fail'))
    return {
      result: 'fail',
      words: 'The anchor is not what is stated.',
      next_step: 'Do not rely on the anchor. Look the hash up at a node of the chain yourself.',
    };
  if (anchoredAt !== undefined && own.every(({ result }) => result === 'pass'))
    return {
      result: 'pass',
      words: `Anchored: final on ${anchoredOn === undefined ? 'the chain' : `Concordium ${anchoredOn}`} since ${anchoredAt}.`,
      next_step: 'Nothing is left to do here.',
    };
  return anchorAtNode === undefined
    ? {
        result: 'unverified',
        words: 'Not anchored, or not looked up.',
        next_step: notLookedUp(checks, seen),
      }
    : {
        result: 'unverified',
        words: 'Not shown by the node that was asked.',
        next_step:
          'See in the checks of the anchor what is missing. Only an anchor that is final on mainnet or testnet shows a time: look at another node, or ask the service for such an anchor.',
      };
};

const minute = (time: string): string => `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;

/**
 * Since when a receipt exists, by the record of its anchor at a service; null where the service stores none, undefined
 * where it was not asked.
 */
export const sinceByService = (record: AnchorRecord | null | undefined): Answer => {
  if (record === undefined)
    return {
      result: 'unverified',
      words: 'Not looked up here.',
      next_step: 'Ask the service for the anchor of this hash; on its page, that needs JavaScript.',
    };
  if (record === null)
    return {
      result: 'unverified',
      words: 'No anchor is known here.',
      next_step: 'This service stores no anchor of this hash, so nobody can show how old the receipt is.',
    };
  const { state, seen_finalized, simulation, network, times, state_meaning, next_step } = record;
  if (simulation)
    return {
      result: 'unverified',
      words: 'Anchored on a simulated chain only, which proves nothing.',
      next_step: `State: ${state}.`,
    };
  if (state !== 'finalized' || !seen_finalized)
    return { result: 'unverified', words: `Not settled: ${state}.`, next_step: `${state_meaning} ${next_step}` };
  const when = times.settled_at === null ? '' : `, at the latest on ${minute(times.settled_at)}`;
  return {
    result: 'pass',
    words: `Anchored on ${network}: this service saw the hash in a finalized block${when}.`,
    next_step: 'Look the transaction up yourself to rely on no one else.',
  };
};

/** The three questions, answered apart by the checks that were made and by what is shown of the origin (SPEC.md §11.8). */
export const buildAnswers = (
  checks: readonly Check[],
  { result, words, next_step }: Answer,
  known: Known,
): Answers => ({
  intact: answerIntact(checks, known),
  from_whom: { result, words, next_step },
  since_when: answerSince(checks, known),
});

/** The answers in one line: what fails and nothing beside it, or all three. */
export const headlineOf = ({ intact, from_whom, since_when }: Answers): string => {
  const all = [intact, from_whom, since_when];
  const failing = all.filter(({ result }) => result === 'fail');
  if (failing.length > 0) return failing.map(({ words }) => words).join(' ');
  const words = all.map((answer) => answer.words).join(' ');
  return words.replace(/^Intact\. Signed by /, 'Intact and signed by ');
};

/** The verdict in about five words, never better than the weakest answer (SPEC.md §11.8). */
export const titleOf = ({
  outcome,
  answers,
  mandate,
}: Pick<Verification, 'outcome' | 'answers' | 'mandate'>): string => {
  const { intact, from_whom, since_when } = answers;
  if (outcome === 'unusable') return 'Nothing here can be verified.';
  if (intact.result === 'fail') return 'Not intact. Do not rely on it.';
  if (from_whom.result === 'fail') return 'Intact, but its signature is refused.';
  if (since_when.result === 'fail') return 'Intact, but its anchor is false.';
  const state = intact.result === 'pass' ? 'Intact' : 'Consistent';
  const [isSigned, isDated] = [from_whom.result === 'pass', since_when.result === 'pass'];
  if (mandate?.result === 'not_covered') return `${state}${isSigned ? ', signed' : ''}, yet outside its mandate.`;
  if (isSigned) return isDated ? `${state}, signed and anchored.` : `${state} and signed. Age unknown.`;
  return isDated ? `${state} and anchored. Signer unknown.` : `${state}. Signer and age unknown.`;
};

/** As people read results: failing ones first, then those that could not be shown (SPEC.md §11.2). */
export const worstFirst = <One extends Pick<Check, 'result'>>(results: readonly One[]): One[] => {
  const order = ['fail', 'unverified', 'pass'];
  return results.toSorted((one, other) => order.indexOf(one.result) - order.indexOf(other.result));
};

/** The outcome: the worst of every check and answer. */
export const outcomeOf = (checks: readonly Check[], { intact, from_whom, since_when }: Answers): Check['result'] =>
  worstFirst([...checks, intact, from_whom, since_when])[0]!.result;

/** The next step of the worst answer. */
export const nextStepOf = ({ intact, from_whom, since_when }: Answers): string =>
  worstFirst([intact, from_whom, since_when])[0]!.next_step;
