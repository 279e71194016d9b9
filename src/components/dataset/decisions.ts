import { loadDocuments, loadFamilies } from '../../dataset-files/load.ts';
import { dataPaths, datasetPaths } from '../../domain/datasets/forms/paths.ts';
import type { DecisionRecord } from '../../domain/datasets/governance/record.ts';
import { linesOfReplacement } from '../../domain/datasets/governance/replacements.ts';
import {
  agentRelevanceTerms,
  bodyKindTerms,
  dateBasisTerms,
  decisionTypeTerms,
  outcomeStatusTerms,
  subjectKindTerms,
  systemChangeTerms,
} from '../../domain/datasets/governance/terms.ts';
import { nameOfEcosystem } from '../../domain/datasets/record/ecosystems.ts';
import { isOfOwnChain } from '../../domain/datasets/record/own-chain.ts';
import { presentOf } from '../../domain/datasets/record/record.ts';
import { withCommas } from '../../domain/vocabulary/words.ts';
import { lookOf } from './charts/dot-picture.ts';
import { labelOfPeriod, periodNamesOf } from './charts/periods.ts';
import { buildList, chainFilter, nameCell, sourcesColumn, termFilter, type View } from './list.ts';
import { valueSaid } from './record-parts.ts';
import { code, element, type Fact, link, type Section, strong, sub } from './said.ts';
import { labelOf, meaningOf, sourceTitle } from './text.ts';

const DATASET = 'governance-decision-memory';
const { entries, counts } = loadDocuments()[DATASET];

const systems = new Map(loadDocuments()['agent-accountability-map'].entries.map(({ id, name }) => [id, name]));

/** The facts of a decision, first what it is looked up for. */
const factsOf = (record: DecisionRecord): Fact[] => {
  const { date_basis: basis, outcome_status, body_kind: kind } = record;
  const { subject, agent_relevance: relevance } = record;
  const from = subject.status_from ? `from “${subject.status_from}” ` : '';
  return [
    [
      'Who decided?',
      [strong(record.body), sub(labelOf(bodyKindTerms, kind), ', ecosystem: ', nameOfEcosystem(record.ecosystem))],
    ],
    [
      'When?',
      [
        strong(record.decided_on ?? 'not known'),
        sub(labelOf(dateBasisTerms, basis), ': ', dateBasisTerms[basis].meaning, ' ', record.date_note),
        record.created_on && sub('Proposed: ', record.created_on),
      ],
    ],
    ['What came of it?', [strong(labelOf(outcomeStatusTerms, outcome_status)), sub(record.outcome)]],
    ['Who says so?', link(record.sources[0]!.url, sourceTitle(record.sources[0]!))],
    ['Type', labelOf(decisionTypeTerms, record.decision_type)],
    [
      'Subject',
      [
        `${subject.name} (${subject.ref})`,
        sub(labelOf(subjectKindTerms, subject.kind), subject.status_to && `: ${from}to “${subject.status_to}”`),
      ],
    ],
    ['What it changed', record.system_change && meaningOf(systemChangeTerms, record.system_change)],
    ['Reason given', record.rationale],
    ...(record.effective ?? []).map(({ network, caip2, on, block_height }): Fact => {
      const block = block_height === undefined ? ' ' : `, from block ${withCommas(block_height)} `;
      return [`In effect on ${network}`, [on, block, caip2 && valueSaid(caip2)]];
    }),
    ['Hash of the specification', record.spec_hash_sha256 && code(record.spec_hash_sha256)],
    ['Agent relevance', [labelOf(agentRelevanceTerms, relevance), sub(meaningOf(agentRelevanceTerms, relevance))]],
  ];
};

const lines = linesOfReplacement(presentOf(entries));

/** The line in which a decision replaced another or was replaced, oldest first. */
const lineSection = ({ id }: DecisionRecord): Section[] => {
  const line = lines.find((those) => those.some((one) => one.id === id));
  if (line === undefined) return [];
  const items = line.map((one, at) => {
    const isJoining = at > 0 && one.supersedes === undefined;
    const isHere = one.id === id;
    const href = datasetPaths(DATASET).recordPage(one.id);
    const outcome = labelOf(outcomeStatusTerms, one.outcome_status).toLowerCase();
    return [
      element('i', { class: lookOf(one.outcome_status) }),
      element('a', { href, 'aria-current': isHere ? 'true' : undefined }, one.title),
      isHere && [' ', element('span', { class: 'badge' }, 'You are here')],
      sub(one.decided_on, ', ', outcome, isJoining && ', joining'),
    ];
  });
  return [{ id: 'line', title: 'What replaced what', list: items }];
};

export const decisionView: View<DecisionRecord> = {
  lede: 'What chains, standards bodies, foundations, companies and authorities have decided about the things that accountable agents depend on: who decided, when, what the date is based on, and which decision replaced which.',
  list: buildList<DecisionRecord>({
    records: entries,
    order: '-date',
    columns: [
      {
        name: 'title',
        label: 'Decision',
        orders: { title: 'By title' },
        sort: ({ title }) => title,
        cell: (record) => nameCell(DATASET, record, record.subject.ref),
      },
      {
        name: 'date',
        label: 'Date',
        brief: true,
        orders: { '-date': 'Newest first', date: 'Oldest first' },
        sort: ({ decided_on = '' }) => decided_on,
        cell: ({ decided_on, date_basis }) => decided_on ?? ['undated', sub(labelOf(dateBasisTerms, date_basis))],
      },
      { name: 'body', label: 'Decided by', brief: true, orders: { body: 'By who decided' }, cell: ({ body }) => body },
      { name: 'type', label: 'Type' },
      { name: 'outcome', label: 'Outcome', brief: true },
      sourcesColumn,
    ],
    filters: [
      termFilter('type', 'Type', decisionTypeTerms, ({ decision_type }) => decision_type),
      {
        name: 'system',
        label: 'Changed',
        of: ({ changed_systems = [] }) => changed_systems,
        labelOf: (id) => systems.get(id)!,
      },
      termFilter('change', 'By a change of', systemChangeTerms, ({ system_change }) => system_change ?? []),
      termFilter('body', 'Decided by', bodyKindTerms, ({ body_kind }) => body_kind),
      {
        name: 'decided',
        label: 'Decided in',
        of: ({ decided_on }) => periodNamesOf(decided_on),
        labelOf: labelOfPeriod,
      },
      termFilter('outcome', 'Outcome', outcomeStatusTerms, ({ outcome_status }) => outcome_status),
      termFilter('relevance', 'Agent relevance', agentRelevanceTerms, ({ agent_relevance }) => agent_relevance),
      chainFilter(({ effective = [] }) => effective.flatMap(({ caip2 }) => caip2 ?? [])),
    ],
  }),
  limits: [
    [
      strong('A date is only as good as its basis.'),
      ` ${counts.by_date_precision.day} of ${counts.present} dates are exact to the day, and many of those are the day of a commit or the day on which the decision took effect, not the day of a vote. Each record says which.`,
    ],
    'Reasons are given only where a source states them. Outcomes are described only as far as the sources show them.',
    [
      strong(`${presentOf(entries).filter(isOfOwnChain).length} decisions are marked “own chain”`),
      ': they are about Concordium, in whose ecosystem the publisher takes part. So many of them follow from the publisher, not from the field.',
    ],
  ],
  method: [
    {
      id: 'families',
      title: 'Families of decisions',
      paragraphs: ['A rule says what is here; up to the day, nothing is missing.', link(dataPaths.families, 'As JSON')],
      table: {
        summary: 'The families',
        heads: ['Family', 'What counts', 'Whole up to'],
        rows: Object.values(loadFamilies().families).map(({ name, rule, whole_up_to, gaps }) => ({
          cells: [strong(name), rule, [whole_up_to ?? 'Not whole', sub(gaps)]],
        })),
      },
    },
  ],
  face: (record) => ({
    description: record.decision,
    facts: factsOf(record),
    sections: lineSection(record),
  }),
};
