import { type CheckTerm, checkTerms } from '../../domain/datasets/observatory/check-terms.ts';
import { COUNTS_DAYS } from '../../domain/datasets/observatory/level.ts';
import type { ObservatoryRecord } from '../../domain/datasets/observatory/record.ts';
import {
  identityMethodTerms,
  observationStateTerms,
  observatoryKindTerms,
  populationFacts,
  samplingSummary,
  verificationLevelTerms,
} from '../../domain/datasets/observatory/terms.ts';
import { valuesOf } from '../../domain/vocabulary/terms.ts';
import { monthChoices, monthOf } from './charts/periods.ts';
import { buildList, nameCell, sourcesColumn, termFilter } from './list.ts';
import { levelBar, loadShownRecords, OBSERVATORY } from './observatory.ts';
import { code, link, type Section, strong, sub } from './said.ts';
import { labelOf, NO_DATE } from './text.ts';

const levels = valuesOf(verificationLevelTerms);
const methodsOf = ({ identity }: ObservatoryRecord) => [...new Set(identity.map(({ method }) => method))];

/** The list of all records: what each rests on, and how much of it was checked. */
export const observatoryList = buildList<ObservatoryRecord>({
  dataset: OBSERVATORY,
  records: loadShownRecords(),
  columns: [
    {
      name: 'name',
      label: 'Who',
      orders: { '': 'By name' },
      sort: ({ name }) => name,
      cell: (record) => {
        const { name: operator } = record.operator;
        const kind = labelOf(observatoryKindTerms, record.kind);
        return nameCell(OBSERVATORY, record, operator === undefined ? kind : `${kind}, by ${operator}`);
      },
    },
    {
      name: 'identity',
      label: 'Identity',
      cell: (record) => methodsOf(record).map((method, at) => [at > 0 && ', ', labelOf(identityMethodTerms, method)]),
    },
    {
      name: 'level',
      label: 'Rests on',
      first: 'desc',
      brief: true,
      orders: { '-level': 'Best founded first' },
      sort: ({ verification_level }) => levels.indexOf(verification_level),
      cell: ({ verification_level: level, verification_basis: basis }) => [
        levelBar(level),
        labelOf(verificationLevelTerms, level),
        basis?.counts_until && sub(`until ${basis.counts_until}`),
      ],
    },
    {
      name: 'checks',
      label: 'Checks run',
      first: 'desc',
      brief: 'labelled',
      orders: { '-checks': 'Most checks run' },
      cell: ({ verifiable }) =>
        `${verifiable.filter(({ result }) => result === 'pass' || result === 'fail').length} of ${verifiable.length}`,
    },
    {
      name: 'seen',
      label: 'Last seen',
      first: 'desc',
      brief: 'labelled',
      orders: { '-seen': 'Last seen first' },
      sort: ({ observation }) => observation.observed_at ?? '',
      cell: ({ observation: { state, observed_at } }) => [
        labelOf(observationStateTerms, state),
        sub(observed_at ?? NO_DATE),
      ],
    },
    sourcesColumn,
  ],
  filters: [
    termFilter('kind', 'Kind', observatoryKindTerms, ({ kind }) => kind),
    termFilter('level', 'Rests on', verificationLevelTerms, ({ verification_level }) => verification_level),
    termFilter('method', 'Identity', identityMethodTerms, methodsOf),
    termFilter('state', 'State', observationStateTerms, ({ observation }) => observation.state),
    {
      name: 'seen',
      label: 'Last seen',
      of: ({ observation }) => [monthOf(observation.observed_at)],
      choices: monthChoices,
    },
  ],
});

const supported = ({ supports }: CheckTerm): string =>
  supports.length === 0
    ? 'no level: it shows that something runs'
    : supports.map((level) => verificationLevelTerms[level].label.toLowerCase()).join(', or with a block ');

/** What a level follows from, and what the sample is not. */
export const observatoryMethod: Section[] = [
  {
    id: 'checks',
    title: 'The checks',
    paragraphs: [
      [
        `Records, observations and levels speak of these ${Object.keys(checkTerms).length} checks and no others. The level of a record follows from them and nobody writes it: a passed check counts for ${COUNTS_DAYS} days, a check that reads a chain names the block, and without a passed check the level says who states that the subject exists. The rule is in section 6.8 of the `,
        link('/specification#section-6-8', 'specification'),
        '.',
      ],
    ],
    table: {
      summary: 'What each check proves',
      heads: ['Check', 'A pass proves', 'It does not prove', 'Supports'],
      rows: (Object.entries(checkTerms) as [string, CheckTerm][]).map(([name, term]) => ({
        id: `check-${name}`,
        cells: [
          [strong(term.label), sub(code(name)), sub(term.question)],
          [term.meaning, sub(term.how)],
          term.provesNot,
          supported(term),
        ],
      })),
    },
  },
  {
    id: 'sample',
    title: 'What the sample is not',
    paragraphs: [samplingSummary],
    list: populationFacts.map(({ text, url }) => [`${text} `, link(url, 'Source')]),
  },
];
