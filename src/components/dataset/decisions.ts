import { loadDocuments } from '../../dataset-files/load.ts';
import type { DecisionRecord } from '../../domain/datasets/governance/record.ts';
import {
  agentRelevanceTerms,
  bodyKindTerms,
  dateBasisTerms,
  decisionTypeTerms,
  outcomeStatusTerms,
  subjectKindTerms,
} from '../../domain/datasets/governance/terms.ts';
import { nameOfEcosystem } from '../../domain/datasets/record/ecosystems.ts';
import { counted, withCommas } from '../../domain/vocabulary/words.ts';
import { periodChoices, periodNamesOf } from './charts/periods.ts';
import { buildList, nameCell, sourcesColumn, termFilter } from './list.ts';
import { onChain } from './record-parts.ts';
import { type Answer, code, type Fact, link, sub } from './said.ts';
import { labelOf, meaningOf, NO_DATE, sourceTitle } from './text.ts';

const DATASET = 'governance-decision-memory';
const { entries } = loadDocuments()[DATASET];
const [undated = [], dated = []] = [true, false].map((isUndated) =>
  entries.filter(({ decided_on }) => (decided_on === undefined) === isUndated),
);

/** The list of all decisions, the newest first, those without a date last. */
export const decisionList = buildList<DecisionRecord>({
  dataset: DATASET,
  records: [...dated.toReversed(), ...undated],
  order: '-date',
  columns: [
    {
      name: 'title',
      label: 'Decision',
      sort: ({ title }) => title,
      cell: (record) => nameCell(DATASET, record, record.subject.ref),
    },
    {
      name: 'date',
      label: 'Date',
      first: 'desc',
      brief: true,
      orders: { '-date': 'Newest first', date: 'Oldest first', title: 'By title' },
      sort: ({ decided_on = '' }) => decided_on,
      cell: ({ decided_on, date_basis }) => decided_on ?? [NO_DATE, sub(labelOf(dateBasisTerms, date_basis))],
    },
    { name: 'body', label: 'Decided by', brief: true, orders: { body: 'By who decided' }, cell: ({ body }) => body },
    { name: 'type', label: 'Type', cell: ({ decision_type }) => labelOf(decisionTypeTerms, decision_type) },
    {
      name: 'outcome',
      label: 'Outcome',
      brief: true,
      cell: ({ outcome_status }) => labelOf(outcomeStatusTerms, outcome_status),
    },
    sourcesColumn,
  ],
  filters: [
    termFilter('type', 'Type', decisionTypeTerms, ({ decision_type }) => decision_type),
    termFilter('body', 'Decided by', bodyKindTerms, ({ body_kind }) => body_kind),
    {
      name: 'decided',
      label: 'Decided in',
      of: ({ decided_on }) => periodNamesOf(decided_on),
      choices: periodChoices,
    },
    termFilter('outcome', 'Outcome', outcomeStatusTerms, ({ outcome_status }) => outcome_status),
    termFilter('relevance', 'Agent relevance', agentRelevanceTerms, ({ agent_relevance }) => agent_relevance),
  ],
});

/** What a decision is looked up for. */
export const decisionAnswers = (record: DecisionRecord): Answer[] => {
  const { date_basis, date_note, outcome_status, sources } = record;
  const basis = `${labelOf(dateBasisTerms, date_basis)}: ${dateBasisTerms[date_basis].meaning} ${date_note ?? ''}`;
  return [
    {
      question: 'Who decided?',
      short: record.body,
      more: `${labelOf(bodyKindTerms, record.body_kind)}, ecosystem: ${nameOfEcosystem(record.ecosystem)}`,
    },
    {
      question: 'When?',
      short: record.decided_on ?? 'Not known',
      more: [basis, record.created_on && sub(`Proposed: ${record.created_on}`)],
    },
    { question: 'What came of it?', short: labelOf(outcomeStatusTerms, outcome_status), more: record.outcome },
    {
      question: 'Who says so?',
      short: link(sources[0]!.url, sourceTitle(sources[0]!)),
      more: sources.length > 1 && link('#sources', `and ${counted(sources.length - 1, 'other source')}`),
    },
  ];
};

/** The facts of a decision. */
export const decisionFacts = (record: DecisionRecord): Fact[] => {
  const { subject, agent_relevance: relevance } = record;
  const from = subject.status_from ? `from “${subject.status_from}” ` : '';
  return [
    ['Type', labelOf(decisionTypeTerms, record.decision_type)],
    [
      'Subject',
      [
        `${subject.name} (${subject.ref})`,
        sub(labelOf(subjectKindTerms, subject.kind), subject.status_to && `: ${from}to “${subject.status_to}”`),
      ],
    ],
    ['Reason given', record.rationale],
    ...(record.effective ?? []).map(({ network, caip2, on, block_height }): Fact => {
      const block = block_height === undefined ? ' ' : `, from block ${withCommas(block_height)} `;
      return [`In effect on ${network}`, [on, block, caip2 && onChain({ chain: caip2 })]];
    }),
    ['Hash of the specification', record.spec_hash_sha256 && code(record.spec_hash_sha256)],
    ['Agent relevance', [labelOf(agentRelevanceTerms, relevance), sub(meaningOf(agentRelevanceTerms, relevance))]],
  ];
};
