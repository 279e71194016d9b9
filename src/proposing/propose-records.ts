import type { DecisionRecord } from '../domain/datasets/governance/record.ts';
import type { Family } from './family.ts';
import type { Step } from './git-steps.ts';

/** What is known of a decision that is recorded or proposed already. */
export type KnownDecision = Pick<DecisionRecord, 'id' | 'subject' | 'sources' | 'decided_on'>;

/** A proposed record, and the known records that have to name it: those before it, and those after it. */
export interface Proposal {
  readonly record: DecisionRecord;
  readonly replaced: readonly string[];
  readonly replacing: readonly string[];
}

interface Options extends Pick<Family, 'members' | 'about'> {
  readonly today: string;
  /** What the map names as texts of its systems. */
  readonly named: readonly string[];
  /** Subjects that are not proposed. */
  readonly leftOut: readonly string[];
}

/** A text that names agents so often is about them. */
const ABOUT_AGENTS = 8;

const ended = /^(withdrawn|stagnant|rejected|dormant)$/i;
const first = /^(draft|proposal|proposed|idea|merged|chartered|released)$/i;

const same = (a: string | undefined, b: string | undefined): boolean => a?.toLowerCase() === b?.toLowerCase();

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** How a record can match a step, the surest first. A record without a status is known by its day, or is that of a release. */
const matches: readonly ((step: Step, known: KnownDecision) => boolean)[] = [
  ({ sources, status }, known) =>
    same(known.subject.status_to, status) &&
    known.sources.some(({ commit }) => commit !== undefined && sources.some((own) => own.commit === commit)),
  ({ on, status }, { subject, decided_on }) => same(subject.status_to, status) && decided_on === on,
  ({ status }, { subject }) => same(subject.status_to, status),
  ({ on }, { decided_on }) => decided_on === on,
  ({ status }, { subject }) => status === 'Released' && subject.status_to === undefined,
];

/**
 * The known records of steps. Each way to match is tried for all steps before the next one, so that no step takes the
 * record of a later one; the n-th step to a status is the n-th record of it that is left.
 */
const matchKnown = (steps: readonly Step[], known: readonly KnownDecision[]): ReadonlyMap<Step, string> => {
  const found = new Map<Step, string>();
  const left = new Set(known.toSorted((a, b) => ((a.decided_on ?? '') < (b.decided_on ?? '') ? -1 : 1)));
  for (const isMatch of matches) {
    for (const step of steps.filter((one) => !found.has(one))) {
      const match = [...left].find((one) => one.subject.ref === step.ref && isMatch(step, one));
      if (match === undefined) continue;
      left.delete(match);
      found.set(step, match.id);
    }
  }
  return found;
};

/** The record of each step: the known one, or an id for a new one. */
const assignIds = (steps: readonly Step[], known: readonly KnownDecision[]) => {
  const found = matchKnown(steps, known);
  const taken = new Set(known.map(({ id }) => id));
  return steps.map((step) => {
    const match = found.get(step);
    if (match !== undefined) return { step, id: match, isKnown: true };
    const plain = slug(`${step.ref}-${step.status}`).slice(0, 68);
    const id = taken.has(plain) ? `${plain}-${step.on}` : plain;
    taken.add(id);
    return { step, id, isKnown: false };
  });
};

const recordOf = (
  step: Step,
  id: string,
  before: string | undefined,
  after: string | undefined,
  { members: { subject_kind, ...members }, today }: Options,
): DecisionRecord => {
  const { ref, name, from, status, on, basis, created } = step;
  const declined = ended.test(status);
  const entered = basis === 'commit_date' && from === undefined && !first.test(status);
  return {
    id,
    title: `${ref} (${name}): ${from === undefined ? `added as ${status}` : `from ${from} to ${status}`}`.slice(0, 200),
    ...members,
    subject: { kind: subject_kind, ref, name, ...(from === undefined ? {} : { status_from: from }), status_to: status },
    decision: from === undefined ? `Added with the status ${status}.` : `Moved from ${from} to ${status}.`,
    decided_on: on,
    date_basis: basis,
    date_precision: 'day',
    ...(created === undefined || created > on ? {} : { created_on: created }),
    outcome: after === undefined ? `Status on ${today}: ${status}.` : `Later: ${after}.`,
    outcome_status: declined ? 'withdrawn_or_rejected' : after !== undefined ? 'superseded' : 'in_effect',
    ...(before === undefined ? {} : { supersedes: [before] }),
    ...(after === undefined ? {} : { superseded_by: [after] }),
    agent_relevance: step.agents >= ABOUT_AGENTS ? 'direct' : 'background',
    confidence: 'medium',
    doubts: entered ? [`The text came into its repository with the status ${status}; the decision may be older.`] : [],
    sources: step.sources.map((source) => ({ ...source, retrieved: today })),
    compiled_on: today,
    changes: [{ on: today, kind: 'added', note: 'First compiled from the sources of this record.' }],
  };
};

/**
 * The records of the steps that no known record covers, the oldest first. Nothing known is changed: a known record that a
 * proposed one replaces is named beside it.
 */
export const proposeRecords = (
  steps: readonly Step[],
  known: readonly KnownDecision[],
  options: Options,
): Proposal[] => {
  const named = new Set([...known.map(({ subject }) => subject.ref), ...options.named]);
  const wanted = (ref: string, those: readonly Step[]) =>
    !options.leftOut.includes(ref) &&
    (options.about === undefined ||
      named.has(ref) ||
      (options.about === 'agents' && those.some(({ agents }) => agents >= ABOUT_AGENTS)));
  return [...Map.groupBy(steps, ({ ref }) => ref)]
    .filter(([ref, those]) => wanted(ref, those))
    .flatMap(([, those]) => {
      const shown = assignIds(those, known).filter(({ step, isKnown }) => isKnown || step.on <= options.today);
      return shown.flatMap(({ step, id, isKnown }, at): Proposal[] => {
        if (isKnown) return [];
        const [before, after] = [shown[at - 1], shown[at + 1]];
        return [
          {
            record: recordOf(step, id, before?.id, after?.id, options),
            replaced: before?.isKnown ? [before.id] : [],
            replacing: after?.isKnown ? [after.id] : [],
          },
        ];
      });
    })
    .toSorted((a, b) => (a.record.decided_on! < b.record.decided_on! ? -1 : 1));
};
