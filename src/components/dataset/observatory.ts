import { loadDocuments, loadObservations } from '../../dataset-files/load.ts';
import { nameOfChain } from '../../domain/chains/known-chains.ts';
import { checkReasons } from '../../domain/datasets/observatory/check-reasons.ts';
import { type CheckTerm, checkTerms, findCheck } from '../../domain/datasets/observatory/check-terms.ts';
import { chainsOf } from '../../domain/datasets/observatory/identity.ts';
import { COUNTS_DAYS, standingOn } from '../../domain/datasets/observatory/level.ts';
import type { ObservatoryRecord } from '../../domain/datasets/observatory/record.ts';
import {
  cardFormatTerms,
  checkResultTerms,
  disclosureTerms,
  identityMethodTerms,
  observationStateTerms,
  observatoryKindTerms,
  SAMPLING_SOURCE,
  samplingSummary,
  verificationLevelTerms,
} from '../../domain/datasets/observatory/terms.ts';
import { openChecks } from '../../domain/observation/checks.ts';
import { sectionPath } from '../../domain/vocabulary/service.ts';
import { valuesOf } from '../../domain/vocabulary/terms.ts';
import { counted, numberWord } from '../../domain/vocabulary/words.ts';
import { buildList, chainFilter, nameCell, sourcesColumn, termFilter, type View } from './list.ts';
import { linesOf } from './record-parts.ts';
import { code, element, type Fact, type Html, link, type Said, type Section, strong, sub } from './said.ts';
import { labelOf, meaningOf } from './text.ts';

const OBSERVATORY = 'verified-agent-observatory';

const { entries, counts, last_modified } = loadDocuments()[OBSERVATORY];

type Check = ObservatoryRecord['verifiable'][number];

/** The day of the build, on which pages tell which checks still count. */
const today = import.meta.env.BUILD_DAY;
const levels = valuesOf(verificationLevelTerms);
const methodsOf = ({ identity }: ObservatoryRecord) => [...new Set(identity.map(({ method }) => method))];

/** A record with the level that holds on the day of the build: published versions keep that of their own day (SPEC.md §6.8). */
const withShownLevel = (record: ObservatoryRecord): ObservatoryRecord => {
  const { level, basis } = standingOn(today, record);
  return { ...record, verification_level: level, verification_basis: basis };
};

/** How far up the levels one of them is, as a bar. */
const levelBar = (level: (typeof levels)[number]): Html => {
  const steps = levels.map((_, at) => element('i', { class: at <= levels.indexOf(level) ? 'on' : undefined }));
  return element('span', { class: 'level', 'aria-hidden': 'true' }, ...steps);
};

/** How many of the checks of a record were run: `2 of 3`. */
const runOf = ({ verifiable }: ObservatoryRecord): string =>
  `${verifiable.filter(({ result }) => result === 'pass' || result === 'fail').length} of ${verifiable.length}`;

/** The facts of a record: what it rests on, which checks were run, and when it was last seen. */
const factsOf = (record: ObservatoryRecord): Fact[] => {
  const { operator, observation, verifiable } = record;
  const { verification_level: level, verification_basis: basis = {} } = withShownLevel(record);
  const { check, on, by, block, network, source, counts_until: until, afterwards = '' } = basis;
  const results = new Set(verifiable.map(({ result }) => result));
  const says = results.has('fail') ? 'A check failed' : results.has('pass') ? 'A check passed' : 'No check was run';
  return [
    ['Is it checked?', [strong(says), '. ', link('#checks-heading', `${runOf(record)} run`)]],
    [
      'Rests on',
      [
        levelBar(level),
        strong(labelOf(verificationLevelTerms, level)),
        ` (level ${numberWord(levels.indexOf(level) + 1)} of ${numberWord(levels.length)}): `,
        check && [
          `${findCheck(check)?.label ?? check}, ${on}, by ${by}`,
          block && `, block ${block} of ${nameOfChain(network!)}`,
        ],
        source && link(source, 'its source'),
        sub(meaningOf(verificationLevelTerms, level)),
        until && sub(`Counts until ${until}, then: ${labelOf(verificationLevelTerms, afterwards)}.`),
      ],
    ],
    [
      'Last seen',
      [
        labelOf(observationStateTerms, observation.state),
        observation.observed_at && `, ${observation.observed_at}`,
        sub(`Read from: ${observation.basis}`),
      ],
    ],
    ['Kind', labelOf(observatoryKindTerms, record.kind)],
    ['Operator', [operator.name ?? 'Not known', sub(meaningOf(disclosureTerms, operator.disclosure))]],
  ];
};

const resultOf = ({ result, on, by, block, network, reason }: Check, isOpen: boolean): Said => {
  const look = { pass: 'good', fail: 'bad' }[result as string] ?? '';
  const circumstances = [on, by && `by ${by}`, block && `block ${block}`, network && `of ${nameOfChain(network)}`];
  return [
    element('span', { class: `badge ${look}` }, labelOf(checkResultTerms, result)),
    on && sub(circumstances.filter(Boolean).join(', ')),
    reason && sub(Object.entries(checkReasons).find(([name]) => name === reason)?.[1] ?? reason),
    result === 'not_run' && isOpen && sub('No run can answer it.'),
  ];
};

/** Every check that would confirm what a record claims, how to run it, and what came of it. */
const checksSection = (record: ObservatoryRecord): Section => {
  const open: readonly string[] = openChecks(record);
  const observation = loadObservations().get(record.id);
  return {
    id: 'checks',
    title: 'What can be checked',
    paragraphs: [
      observation === undefined
        ? 'This service has not requested the addresses of this record yet. It has checked nothing below unless a result says so.'
        : `The addresses of this record were requested on ${observation.observed_at.slice(0, 10)}.`,
    ],
    table: {
      heads: ['Check', 'How to run it', 'Result'],
      rows: record.verifiable.map((one) => ({
        cells: [
          link(`/${OBSERVATORY}#check-${one.check}`, findCheck(one.check)?.label ?? one.check),
          one.how,
          resultOf(one, open.includes(one.check)),
        ],
      })),
    },
  };
};

const identityParts = {
  chain_id: 'Chain',
  registry: 'Registry',
  contract: 'Contract',
  agent_ref: 'Id',
  asset_id: 'Token',
  account: 'Account',
  value: 'Value',
};
const cardParts = { url: 'Address', hash_alg: 'Hash', hash: 'Hash', hash_anchored: 'Hash on chain' };
const keyParts = { use: 'For', alg: 'Algorithm', kid: 'Id', holder: 'Held by', url: 'Published at', note: 'Note' };
const receiptParts = { offered: 'Offered', formats: 'Formats', verify_url: 'Checked at' };
const exampleParts = { what: 'Example', date: 'Of', network: 'On', tx: 'Transaction' };

/** What a record is known by and names: its identities, its card, its keys and its receipts. */
const namedFacts = ({ identity, agent_card: card, keys = [], receipts }: ObservatoryRecord): Fact[] => [
  ...identity.map((one): Fact => [
    labelOf(identityMethodTerms, one.method),
    [linesOf(one, identityParts), sub(meaningOf(identityMethodTerms, one.method))],
  ]),
  ['Agent card', card && [labelOf(cardFormatTerms, card.format), linesOf(card, cardParts)]],
  ...keys.map((key): Fact => ['Key', linesOf(key, keyParts)]),
  [
    'Receipts',
    receipts && [linesOf(receipts, receiptParts), (receipts.examples ?? []).map((one) => linesOf(one, exampleParts))],
  ],
];

const { pass, fail, ...open } = counts.by_check_result;
const all = Object.values(open).reduce((sum, count) => sum + count, pass + fail);
const begin = fail === 0 ? 'none was run' : `${fail} failed and the others were not run`;

export const observatoryView: View<ObservatoryRecord> = {
  lede: `${pass > 0 ? '' : `No check has passed yet: of ${all}, ${begin}. `}Agents, services and registries that claim an identity others can check: what each one claims, what would confirm the claim, and which of those checks have been run. A listing here is not a verification.`,
  list: buildList<ObservatoryRecord>({
    records: entries.map(withShownLevel),
    order: 'name',
    columns: [
      {
        name: 'name',
        label: 'Who',
        orders: { name: 'By name', '-name': 'By name, from Z' },
        sort: ({ name }) => name,
        cell: (record) => nameCell(OBSERVATORY, record),
      },
      { name: 'method', label: 'Identity' },
      {
        name: 'level',
        label: 'Rests on',
        brief: true,
        orders: { '-level': 'Best founded first' },
        sort: ({ verification_level }) => levels.indexOf(verification_level),
        cell: ({ verification_level: level, verification_basis: basis }) => [
          levelBar(level),
          labelOf(verificationLevelTerms, level),
          basis?.counts_until && sub(`until ${basis.counts_until}`),
        ],
      },
      { name: 'checks', label: 'Checks run', brief: 'labelled', orders: { '-checks': 'Most checks run' }, cell: runOf },
      {
        name: 'seen',
        label: 'Last seen',
        brief: 'labelled',
        orders: { '-seen': 'Last seen first' },
        sort: ({ observation }) => observation.observed_at ?? '',
        cell: ({ observation: { state, observed_at } }) => [
          labelOf(observationStateTerms, state),
          sub(observed_at ?? 'undated'),
        ],
      },
      sourcesColumn,
    ],
    filters: [
      termFilter('kind', 'Kind', observatoryKindTerms, ({ kind }) => kind),
      termFilter('level', 'Rests on', verificationLevelTerms, ({ verification_level }) => verification_level),
      termFilter('method', 'Identity', identityMethodTerms, methodsOf),
      termFilter('state', 'State', observationStateTerms, ({ observation }) => observation.state),
      chainFilter(({ identity }) => identity.flatMap(chainsOf)),
      termFilter('check', 'Checks', checkResultTerms, ({ verifiable }) => verifiable.map(({ result }) => result)),
    ],
  }),
  limits: [
    `Of ${counted(all, 'check')} that would confirm a claim, ${pass + fail} were run (${pass} passed, ${fail} failed). The others have not been run yet; each record says how to run them.`,
    [
      'The level and its bar are no score: they say what kind of evidence a record rests on, and follow from its ',
      link('#checks', 'checks'),
      ` and sources. “Listed by a third party” means only that a list says so, and lists accept entries from the agents themselves. A passed check counts for ${COUNTS_DAYS} days: pages show what still counted when they were built, and files what counted on ${last_modified}; both say until when. A state is only as recent as the source it was read from. The records are a `,
      link('#sample', 'sample'),
      ', not a census.',
    ],
  ],
  method: [
    {
      id: 'checks',
      title: 'The checks',
      paragraphs: [
        [
          `There are ${Object.keys(checkTerms).length} checks. The level of a record is computed from them: a check that reads a chain names the block, and without a passed check the level says who states that the subject exists. The rule is in section 6.8 of the `,
          link(sectionPath('6.8'), 'specification'),
          '.',
        ],
      ],
      table: {
        summary: 'What each check proves',
        heads: ['Check', 'A pass proves', 'It does not prove'],
        rows: (Object.entries(checkTerms) as [string, CheckTerm][]).map(([name, term]) => ({
          id: `check-${name}`,
          cells: [[strong(term.label), sub(code(name))], [term.meaning, sub(term.how)], term.provesNot],
        })),
      },
    },
    {
      id: 'sample',
      title: 'What the sample is not',
      paragraphs: [[samplingSummary, ' ', link(SAMPLING_SOURCE, 'The scan'), '.']],
    },
  ],
  face: (record) => ({
    description: `${record.verifiable.some(({ result }) => result === 'pass') ? '' : 'No check has passed. '}${record.description}`,
    facts: factsOf(record),
    sections: [
      {
        id: 'claim',
        title: 'What is claimed',
        paragraphs: [
          record.claim.statement,
          `Claimed by: ${record.claim.claimed_by}. This dataset reports the claim and does not confirm it.`,
        ],
      },
      checksSection(record),
      { id: 'identity', title: 'What it is known by', facts: namedFacts(record) },
    ],
  }),
};
