import type { DecisionRecord } from '../domain/datasets/governance/record.ts';
import type { FamilyMembers } from './family.ts';
import type { Step } from './git-steps.ts';

/** What is known of a decision that is recorded or proposed already. */
export type KnownDecision = Pick<DecisionRecord, 'id' | 'subject' | 'sources' | 'decided_on'>;

/** A proposed record, and the known records that have to name it. */
export interface Proposal {
  readonly record: DecisionRecord;
  readonly replaced: readonly string[];
}

interface Options {
  readonly members: FamilyMembers;
  readonly idPrefix: string;
  /** Whether only proposals about agents, and those that a record names, are proposed. */
  readonly aboutAgents: boolean;
  /** The type of a decision, where it depends on the status. */
  readonly typeOf?: Readonly<Record<string, DecisionRecord['decision_type']>>;
  readonly today: string;
  /** Steps before this day are not proposed. */
  readonly since?: string | undefined;
}

/** A text that names agents so often is about them. */
const ABOUT_AGENTS = 8;

const ended = /^(withdrawn|stagnant|rejected|declined|dormant)$/i;
const first = /^(draft|proposal|proposed|idea|planned)$/i;

const same = (a: string | undefined, b: string | undefined): boolean => a?.toLowerCase() === b?.toLowerCase();

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** The record of each step: the known one, or an id for a new one. The n-th step to a status is the n-th record of it. */
const assignIds = (steps: readonly Step[], known: readonly KnownDecision[], idPrefix: string) => {
  const used = new Set<string>();
  const taken = new Set(known.map(({ id }) => id));
  return steps.map((step) => {
    const own = known.filter(({ id, subject }) => subject.ref === step.ref && !used.has(id));
    const commits = new Set(step.sources.map(({ commit }) => commit).filter((commit) => commit !== undefined));
    const match =
      own.find(
        ({ sources, subject }) =>
          same(subject.status_to, step.status) && sources.some(({ commit }) => commits.has(commit!)),
      ) ??
      own
        .filter(
          ({ subject, decided_on }) => same(subject.status_to ?? step.status, step.status) || decided_on === step.on,
        )
        .toSorted((a, b) => ((a.decided_on ?? '') < (b.decided_on ?? '') ? -1 : 1))[0];
    if (match !== undefined) {
      used.add(match.id);
      return { step, id: match.id, isKnown: true };
    }
    const plain = slug(`${idPrefix}${step.ref.replace(/^.*\//, '')}-${step.status}`).slice(0, 68);
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
  { members: { subject_kind, ...members }, typeOf, today }: Options,
): DecisionRecord => {
  const { ref, name, from, status, on, basis, created } = step;
  const declined = ended.test(status);
  const entered = from === undefined && !first.test(status);
  return {
    id,
    title: `${ref} (${name}): ${from === undefined ? `added as ${status}` : `from ${from} to ${status}`}`.slice(0, 200),
    ...members,
    decision_type: typeOf?.[status] ?? members.decision_type,
    subject: { kind: subject_kind, ref, name, ...(from === undefined ? {} : { status_from: from }), status_to: status },
    decision: from === undefined ? `Added with the status ${status}.` : `Moved from ${from} to ${status}.`,
    decided_on: on,
    date_basis: basis,
    date_precision: 'day',
    ...(created === undefined || created > on ? {} : { created_on: created }),
    outcome: after === undefined ? `Status on ${today}: ${status}.` : `Later: ${after}.`,
    outcome_status: declined
      ? 'withdrawn_or_rejected'
      : after !== undefined
        ? 'superseded'
        : /^(planned|tc vote)$/i.test(status)
          ? 'pending'
          : 'in_effect',
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
 * The records of the steps that no known record tells, the oldest first. Nothing known is changed: a known record that a
 * proposed one replaces is named beside it.
 */
export const proposeRecords = (
  steps: readonly Step[],
  known: readonly KnownDecision[],
  options: Options,
): Proposal[] => {
  const named = new Set(known.map(({ subject }) => subject.ref));
  const wanted = (ref: string, those: readonly Step[]) =>
    !options.aboutAgents || named.has(ref) || those.some(({ agents }) => agents >= ABOUT_AGENTS);
  return [...Map.groupBy(steps, ({ ref }) => ref)]
    .filter(([ref, those]) => wanted(ref, those))
    .flatMap(([, those]) => {
      const assigned = assignIds(those, known, options.idPrefix);
      return assigned.flatMap(({ step, id, isKnown }, at): Proposal[] => {
        const { on } = step;
        if (isKnown || on > options.today || (options.since !== undefined && on < options.since)) return [];
        const before = assigned[at - 1];
        const record = recordOf(step, id, before?.id, assigned[at + 1]?.id, options);
        return [{ record, replaced: before?.isKnown ? [before.id] : [] }];
      });
    })
    .toSorted((a, b) => (a.record.decided_on! < b.record.decided_on! ? -1 : 1));
};
