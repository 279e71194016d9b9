import { z } from 'zod';
import { KnownCaip2 } from '../../chains/known-chains.ts';
import { Sha256Hex } from '../../json/sha256.ts';
import { problemIf, type RuleProblem } from '../../vocabulary/errors.ts';
import { schemaId } from '../../vocabulary/service.ts';
import { countPicked, countsOf, enumOf } from '../../vocabulary/terms.ts';
import { Name, Sentence, Slug } from '../../vocabulary/text.ts';
import { PartialDate, precisionOf } from '../../vocabulary/timestamp.ts';
import { byId, defineDataset } from '../record/dataset.ts';
import { leadsTo } from '../record/links.ts';
import { presentOf, recordEnd, recordId } from '../record/record.ts';
import { checkAnyRecord } from '../record/rules.ts';
import {
  agentRelevanceTerms,
  bodyKindTerms,
  dateBasisTerms,
  datePrecisionTerms,
  decisionTypeTerms,
  outcomeStatusTerms,
  subjectKindTerms,
  systemChangeTerms,
} from './terms.ts';

const Subject = z
  .strictObject({
    kind: enumOf(subjectKindTerms, 'Kind of subject.'),
    ref: Name.meta({ description: 'Its stable external id, for instance P10, ERC-8004 or a repository thread.' }),
    name: Name.meta({ description: 'Its name.' }),
    status_from: Name.optional().meta({ description: 'Status before, as named by the body.' }),
    status_to: Name.optional().meta({ description: 'Status after, as named by the body.' }),
  })
  .meta({ description: 'What the decision is about.' });

const Effect = z
  .strictObject({
    network: z.enum(['mainnet', 'testnet']).meta({ description: 'Kind of network.' }),
    caip2: KnownCaip2.optional().meta({ description: 'The chain (CAIP-2).' }),
    on: PartialDate.meta({ description: 'Day it took effect there.' }),
    block_height: z.int().min(0).optional().meta({ description: 'First block for which it is in effect.' }),
  })
  .meta({ description: 'Where and when the decision took effect.' });

/** One record of the memory: a decision, its date with its basis, and its outcome. */
export const DecisionRecord = z
  .strictObject({
    id: recordId,
    title: Name.meta({ description: 'The decision in a few words.' }),
    ecosystem: Slug.meta({ description: 'Ecosystem; the same word as in the agent accountability map.' }),
    body: Name.meta({ description: 'Who decided.' }),
    body_kind: enumOf(bodyKindTerms, 'Kind of body.'),
    decision_type: enumOf(decisionTypeTerms, 'Kind of decision.'),
    subject: Subject,
    decision: Sentence.meta({ description: 'What was decided, in the words of this dataset.' }),
    rationale: Sentence.optional().meta({ description: 'The reason, only if a source gives one.' }),
    decided_on: PartialDate.optional().meta({ description: 'When it was decided; absent when unknown.' }),
    date_basis: enumOf(dateBasisTerms, 'The event that `decided_on` is the date of.'),
    date_precision: enumOf(datePrecisionTerms, 'How precise `decided_on` is.'),
    date_note: Sentence.optional().meta({
      description: 'More detail about the basis of the date, if any.',
    }),
    created_on: PartialDate.optional().meta({ description: 'Creation date that the proposal states.' }),
    effective: z.array(Effect).min(1).optional().meta({ description: 'Where and when it took effect.' }),
    spec_hash_sha256: Sha256Hex.optional().meta({ description: 'Hash of the specification that the decision names.' }),
    outcome: Sentence.meta({ description: 'The outcome, as far as the sources show.' }),
    outcome_status: enumOf(outcomeStatusTerms, 'What became of the subject of the decision.'),
    supersedes: z.array(Slug).min(1).optional().meta({ description: 'Ids of the decisions that it replaced.' }),
    superseded_by: z.array(Slug).min(1).optional().meta({ description: 'Ids of the decisions that replaced it.' }),
    agent_relevance: enumOf(agentRelevanceTerms, 'How it concerns agents.'),
    related_systems: z
      .array(Slug)
      .min(1)
      .optional()
      .meta({ description: 'Ids of the systems in the agent accountability map that it is about.' }),
    changed_systems: z
      .array(Slug)
      .min(1)
      .optional()
      .meta({ description: 'Those among them that it changed; the others it only concerns.' }),
    system_change: enumOf(systemChangeTerms, 'How it changed them.').optional(),
    ...recordEnd,
  })
  .meta({
    id: schemaId('governance-decision-memory-record'),
    open: true,
    title: 'Governance decision record',
    description: 'A decision about standards, protocols or bodies that agents depend on.',
  });
export type DecisionRecord = z.infer<typeof DecisionRecord>;

const undatedLast = (record: DecisionRecord) => record.decided_on ?? '9999-99-99';

/** By date, the oldest first and undated decisions last, then by id. */
const byDate = (a: DecisionRecord, b: DecisionRecord): number =>
  undatedLast(a) < undatedLast(b) ? -1 : undatedLast(a) > undatedLast(b) ? 1 : byId(a, b);

const checkDecisionDate = ({ decided_on, date_precision, date_basis, created_on }: DecisionRecord): RuleProblem[] => [
  ...problemIf(
    date_precision !== precisionOf(decided_on),
    ['date_precision'],
    `${date_precision} does not match decided_on; expected ${precisionOf(decided_on)}`,
  ),
  ...problemIf(
    (date_basis === 'undated') !== (decided_on === undefined),
    ['date_basis'],
    decided_on === undefined
      ? `${date_basis} needs a decided_on; expected undated`
      : 'undated contradicts decided_on; expected the event that decided_on is the date of',
  ),
  // A shorter date includes all its days: 2026 is not before 2026-05-01.
  ...problemIf(
    decided_on !== undefined && created_on !== undefined && decided_on < created_on.slice(0, decided_on.length),
    ['decided_on'],
    `${decided_on} is before created_on (${created_on}); expected that day or later`,
  ),
];

const refusals: readonly DecisionRecord['decision_type'][] = ['standard_declined', 'project_declined'];

/** A refusal stands, but its subject came to nothing; the outcome is that of the subject. */
const checkRefusal = ({ decision_type, outcome_status }: DecisionRecord): RuleProblem[] =>
  problemIf(
    refusals.includes(decision_type) && outcome_status !== 'withdrawn_or_rejected',
    ['outcome_status'],
    `${outcome_status} does not match decision_type ${decision_type}; expected withdrawn_or_rejected, what became of the subject`,
  );

const checkChangedSystems = ({
  changed_systems,
  system_change,
  related_systems = [],
}: DecisionRecord): RuleProblem[] => [
  ...problemIf(
    (changed_systems === undefined) !== (system_change === undefined),
    [changed_systems === undefined ? 'system_change' : 'changed_systems'],
    'expected changed_systems and system_change together, or neither',
  ),
  ...(changed_systems ?? []).flatMap((id, at) =>
    problemIf(
      !related_systems.includes(id),
      ['changed_systems', at],
      `"${id}" is not in related_systems; expected one of them`,
    ),
  ),
];

/** The rules for a decision record that its schema cannot express. Links to other records are checked separately. */
export const checkDecisionRecord = (record: DecisionRecord): RuleProblem[] => [
  // A pending decision may name a future day on which it is to take effect.
  ...checkAnyRecord(record, ([member]) => member === 'effective' && record.outcome_status === 'pending'),
  ...checkDecisionDate(record),
  ...checkRefusal(record),
  ...checkChangedSystems(record),
];

const sameStatus = (a: DecisionRecord, b: DecisionRecord): boolean =>
  a.subject.status_to === b.subject.status_to || (a.outcome_status === 'in_effect' && b.outcome_status === 'in_effect');

/**
 * Decisions about one subject with one status, of which neither replaces the other, directly or through others: the
 * same decision recorded twice, a reference that means two things, or a replacement that is not named.
 */
const checkSameSubject = (records: readonly DecisionRecord[]): (RuleProblem & { readonly id: string })[] => {
  const byId = new Map(records.map((record) => [record.id, record]));
  const replaces = (a: DecisionRecord, b: DecisionRecord) => leadsTo(a.id, b.id, 'supersedes', byId);
  return [
    ...Map.groupBy(presentOf(records), ({ ecosystem, subject }) => `${ecosystem} ${subject.ref}`).values(),
  ].flatMap((about) =>
    about.flatMap((record, at) => {
      const other = about
        .slice(0, at)
        .find((one) => sameStatus(one, record) && !replaces(one, record) && !replaces(record, one));
      if (other === undefined) return [];
      return {
        id: record.id,
        path: ['subject', 'ref'],
        message: `"${other.id}" gives "${record.subject.ref}" the same status; expected one record of the two, a more exact ref, or one that replaces the other`,
      };
    }),
  );
};

/** The governance decision memory (SPEC.md §6.1). */
export const governanceDecisionMemory = defineDataset({
  id: 'governance-decision-memory',
  title: 'Governance decision memory',
  shortTitle: 'Governance decision memory',
  label: 'Decisions',
  noun: 'decision',
  description:
    'Decisions of chains, standards bodies, foundations, companies and public authorities that accountable agents depend on: what was decided, by whom, when and on what basis that date rests, what came of it, and which decision replaced which.',
  record: DecisionRecord,
  nameOf: ({ title }) => title,
  dateOf: ({ decided_on }) => decided_on,
  aboutOf: ({ body, decided_on }) => (decided_on === undefined ? body : `${body}, ${decided_on}`),
  counts: {
    by_decision_type: countsOf(decisionTypeTerms, 'Records of each type.'),
    by_body_kind: countsOf(bodyKindTerms, 'Records by kind of body.'),
    by_outcome_status: countsOf(outcomeStatusTerms, 'Records of each outcome.'),
    by_agent_relevance: countsOf(agentRelevanceTerms, 'Records of each relevance.'),
    by_date_precision: countsOf(datePrecisionTerms, 'Records of each precision of date.'),
  },
  countRecords: (records) => ({
    by_decision_type: countPicked(decisionTypeTerms, records, ({ decision_type }) => decision_type),
    by_body_kind: countPicked(bodyKindTerms, records, ({ body_kind }) => body_kind),
    by_outcome_status: countPicked(outcomeStatusTerms, records, ({ outcome_status }) => outcome_status),
    by_agent_relevance: countPicked(agentRelevanceTerms, records, ({ agent_relevance }) => agent_relevance),
    by_date_precision: countPicked(datePrecisionTerms, records, ({ date_precision }) => date_precision),
  }),
  compare: byDate,
  checkRecord: checkDecisionRecord,
  checkTogether: checkSameSubject,
  links: [
    { member: 'supersedes', target: 'governance-decision-memory', label: 'Replaces', inverse: 'superseded_by' },
    {
      member: 'superseded_by',
      target: 'governance-decision-memory',
      label: 'Replaced by',
      inverse: 'supersedes',
      chain: 'the replacements',
    },
    {
      member: 'related_systems',
      target: 'agent-accountability-map',
      label: 'On the map',
      inverse: 'related_decisions',
    },
    {
      member: 'changed_systems',
      target: 'agent-accountability-map',
      label: 'Changed on the map',
      labelBack: 'Decisions that changed it',
    },
  ],
  tables: [{ name: 'effective', member: 'effective', description: 'Where and when decisions took effect, one a row.' }],
  use: 'See who decided, when, and what replaced it, before you cite a rule.',
});
