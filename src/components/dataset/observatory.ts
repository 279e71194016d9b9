import { loadDocuments, loadObservations } from '../../dataset-files/load.ts';
import { findChainOf, partsOfCaip10 } from '../../domain/chains/caip.ts';
import { findChainName, nameOfChain } from '../../domain/chains/known-chains.ts';
import { checkReasons } from '../../domain/datasets/observatory/check-reasons.ts';
import { findCheck } from '../../domain/datasets/observatory/check-terms.ts';
import { type ContractRead, textOfRead } from '../../domain/datasets/observatory/contract-read.ts';
import { type Endpoint, endpointProtocolTerms } from '../../domain/datasets/observatory/endpoint.ts';
import { hasLapsed, standingOn } from '../../domain/datasets/observatory/level.ts';
import type { ObservatoryRecord } from '../../domain/datasets/observatory/record.ts';
import {
  cardFormatTerms,
  checkResultTerms,
  disclosureTerms,
  identityMethodTerms,
  observationStateTerms,
  observatoryKindTerms,
  verificationLevelTerms,
} from '../../domain/datasets/observatory/terms.ts';
import { openChecks } from '../../domain/observation/checks.ts';
import { valuesOf } from '../../domain/vocabulary/terms.ts';
import { counted, numberWord } from '../../domain/vocabulary/words.ts';
import { onChain } from './record-parts.ts';
import { type Answer, code, element, type Fact, type Html, link, type Said, type Section, sub } from './said.ts';
import { labelOf, meaningOf, NO_DATE, sourceTitle } from './text.ts';

export const OBSERVATORY = 'verified-agent-observatory';

/** The day of the build, on which pages tell which checks still count. */
const today = import.meta.env.BUILD_DAY;
const levels = valuesOf(verificationLevelTerms);
const sentence = new Intl.ListFormat('en-GB');

/** A record with the level that holds on the day of the build: published versions keep that of their own day (SPEC.md §6.8). */
const withShownLevel = (record: ObservatoryRecord): ObservatoryRecord => {
  const { level, basis } = standingOn(today, record);
  return { ...record, verification_level: level, verification_basis: basis };
};

/** The records of the observatory with the levels that pages show. */
export const loadShownRecords = (): ObservatoryRecord[] => loadDocuments()[OBSERVATORY].entries.map(withShownLevel);

/** How far up the levels one of them is, as a bar. */
export const levelBar = (level: (typeof levels)[number]): Html => {
  const steps = levels.map((_, at) => element('i', { class: at <= levels.indexOf(level) ? 'on' : undefined }));
  return element('span', { class: 'level', 'aria-hidden': 'true' }, ...steps);
};

const nameOfCheck = (check: string): string => findCheck(check)?.label ?? check.replaceAll('_', ' ');
const namesOf = (checks: ObservatoryRecord['verifiable']): string =>
  sentence.format(new Set(checks.map(({ check }) => nameOfCheck(check))));

/** What the checks of a record came to, in a few words, and what that means. */
const checkSummary = ({ verifiable }: ObservatoryRecord): Pick<Answer, 'short' | 'meaning'> => {
  const passed = verifiable.filter(({ result }) => result === 'pass');
  const failed = verifiable.filter(({ result }) => result === 'fail');
  if (failed.length > 0) return { meaning: 'refuted', short: `${counted(failed.length, 'check')} failed` };
  if (passed.length === 0) return { meaning: 'unknown', short: 'No check was run' };
  const says = `${counted(passed.length, 'check')} passed`;
  if (passed.every((check) => hasLapsed(today, check)))
    return { meaning: 'unknown', short: `${says}, too long ago to count` };
  return { meaning: 'proven', short: passed.length === verifiable.length ? 'Every check passed' : says };
};

/** Until when a level counts, and what follows; RecordPage.astro shows the note once that day has passed. */
const lapses = (until: string, next: string): Html => {
  const note = `That day has passed: the level is now “${next}”.`;
  const passed = element('strong', { 'data-counts-until': until, hidden: '' }, note);
  return sub(`Counts until ${until}, then: ${next.toLowerCase()}. `, passed);
};

/** Whether what a record claims was checked: of what, when and by whom; and what the record rests on. */
export const checkAnswers = (record: ObservatoryRecord): Answer[] => {
  const { verifiable } = record;
  const { verification_level: level, verification_basis: basis } = withShownLevel(record);
  const run = verifiable.filter(({ result }) => result === 'pass' || result === 'fail');
  const days = run.flatMap(({ on }) => on ?? []).toSorted();
  const by = sentence.format(new Set(run.flatMap((check) => check.by ?? [])));
  const tried = verifiable.flatMap(({ tried_on }) => tried_on ?? []).toSorted();
  const before = labelOf(verificationLevelTerms, record.verification_level);
  return [
    {
      question: 'Is it checked?',
      ...checkSummary(record),
      more: [
        link('#checks-heading', `${run.length} of ${verifiable.length} run`),
        sub(run.length === 0 ? `Could be checked: ${namesOf(verifiable)}` : namesOf(run)),
      ],
    },
    {
      question: 'When, and by whom?',
      short: days.at(-1) ?? 'Never',
      more: by === '' ? tried.length > 0 && `Last tried on ${tried.at(-1)!}` : `By ${by}`,
    },
    {
      question: 'What does the record rest on?',
      meaning: level.endsWith('_checked') ? 'proven' : 'stated',
      short: labelOf(verificationLevelTerms, level),
      more: [
        levelBar(level),
        sub(
          meaningOf(verificationLevelTerms, level),
          ` Level ${numberWord(levels.indexOf(level) + 1)} of ${numberWord(levels.length)}.`,
        ),
        basis?.counts_until && lapses(basis.counts_until, labelOf(verificationLevelTerms, basis.afterwards ?? '')),
        level !== record.verification_level &&
          sub(`Until ${record.verification_basis?.counts_until ?? ''} it was: ${before.toLowerCase()}.`),
      ],
    },
  ];
};

/** The facts of a record. */
export const observatoryFacts = (record: ObservatoryRecord): Fact[] => {
  const { operator, observation } = record;
  const { check, on, by, block, network, source } = withShownLevel(record).verification_basis!;
  const stated = record.sources.find(({ url }) => url === source);
  const place = [block && `, block ${block}`, network && ` of ${nameOfChain(network)}`];
  return [
    ['Kind', labelOf(observatoryKindTerms, record.kind)],
    ['Operator', [operator.name ?? 'Not known', sub(meaningOf(disclosureTerms, operator.disclosure))]],
    [
      'Rests on',
      [
        check && [`${nameOfCheck(check)}, ${on}, by ${by}`, place, '. '],
        source && link(source, stated === undefined ? 'A source' : sourceTitle(stated)),
      ],
    ],
    [
      'Last seen',
      [
        `${labelOf(observationStateTerms, observation.state)}, ${observation.observed_at ?? NO_DATE}`,
        sub(`Read from: ${observation.basis}`),
      ],
    ],
    ['Licence', record.license],
  ];
};

/** What a read of a contract should answer, as a part of a sentence. */
const expectedOf = ({ contract, answer = '', at_least, any_answer }: ContractRead): string => {
  const where = `on ${nameOfChain(partsOfCaip10(contract).chain)}`;
  if (any_answer) return `${where} returns a value`;
  return `${where} returns ${at_least === undefined ? answer : `at least ${at_least}`}`;
};

/** What an endpoint should answer, as a part of a sentence. */
const answerOf = ({ protocol, status, has }: Endpoint): string => {
  if (protocol === 'mcp' || protocol === 'a2a') return `speaks ${endpointProtocolTerms[protocol].label}`;
  if (has === undefined) return 'answers';
  return `answers ${status === undefined ? '' : `with the status ${status} and `}with ${has.join(', ')}`;
};

/** Everything that a run asks for a check, with the answer that would confirm it and who says so. */
const askedFor = ({ reads = [], endpoints = [], entries = [] }: ObservatoryRecord['verifiable'][number]): Said => {
  const asked = (what: string, answer: string, source: string) =>
    sub(code(what), ` ${answer} (`, link(source, 'source'), ')');
  const shows = (registry: string) => `shows an entry of the registry on ${nameOfChain(partsOfCaip10(registry).chain)}`;
  return [
    ...reads.map((read) => asked(textOfRead(read), expectedOf(read), read.source)),
    ...endpoints.map((endpoint) => asked(endpoint.url, answerOf(endpoint), endpoint.source)),
    ...entries.map(({ url, registry, source }) => asked(url, shows(registry), source)),
  ];
};

const resultOf = (check: ObservatoryRecord['verifiable'][number], isOpen: boolean): Said => {
  const { result, on, by, block, network, reason, tried_on } = check;
  const look = { pass: 'good', fail: 'bad' }[result as string] ?? '';
  const circumstances = [on, by && `by ${by}`, block && `block ${block}`, network && `of ${nameOfChain(network)}`];
  return [
    element('span', { class: `badge ${look}` }, labelOf(checkResultTerms, result)),
    on && sub(circumstances.filter(Boolean).join(', ')),
    reason && sub(Object.entries(checkReasons).find(([name]) => name === reason)?.[1] ?? reason),
    result === 'not_run' && isOpen && sub('No run can answer it.'),
    tried_on && sub(`Last tried on ${tried_on}`),
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
          [
            link(`/${OBSERVATORY}#check-${one.check}`, nameOfCheck(one.check)),
            one.result === 'pass' && sub(`Not proven: ${findCheck(one.check)?.provesNot ?? ''}`),
          ],
          [one.how, askedFor(one)],
          resultOf(one, open.includes(one.check)),
        ],
      })),
    },
  };
};

/** What an identity is known by: places on a chain, and texts. */
const identityFact = (identity: ObservatoryRecord['identity'][number]): Fact => {
  const { method, chain_id, registry, contract, agent_ref, asset_id, account, value } = identity;
  // A registry, a token or an account names the chain already.
  const isAlone = [registry, contract, asset_id, account].every((part) => part === undefined);
  const chainOfValue = findChainName(findChainOf(value ?? '') ?? '');
  const parts: Fact[] = [
    ['Chain', isAlone && chain_id && onChain({ chain: chain_id })],
    ['Registry', registry && onChain({ account: registry })],
    ['Contract', contract && onChain({ chain: chain_id, instance: contract })],
    ['Id', agent_ref && code(agent_ref)],
    ['Token', asset_id && onChain({ asset: asset_id })],
    ['Account', account && onChain({ account })],
    ['Value', value && [code(value), chainOfValue && ` on ${chainOfValue}`]],
  ];
  const known = parts.filter(([, said]) => said !== undefined && said !== false && said !== '');
  return [
    labelOf(identityMethodTerms, method),
    [known.map(([what, said]) => sub(`${what} `, said)), sub(meaningOf(identityMethodTerms, method))],
  ];
};

/** What a record names besides its identities: its card, its keys and its receipts. */
const namedFacts = ({ agent_card: card, keys = [], receipts }: ObservatoryRecord): Fact[] => {
  const anchored = card?.hash_anchored ? ', its hash is reported to be on chain' : ', its hash is not on chain';
  const offers = { true: 'Offered', false: 'Not offered', undefined: 'Not known whether it issues receipts' };
  return [
    [
      'Agent card',
      card && [
        link(card.url, card.url),
        sub(
          labelOf(cardFormatTerms, card.format),
          card.hash_anchored !== undefined && anchored,
          card.hash_alg && ` (${card.hash_alg})`,
        ),
      ],
    ],
    ...keys.map(({ use, alg, kid, holder, url, note }): Fact => {
      const words = [use, alg, kid && `id ${kid}`, holder && `held by ${holder}`].filter(Boolean);
      return ['Key', [words.join(', '), url && sub(link(url, url)), note && sub(note)]];
    }),
    [
      'Receipts',
      receipts && [
        offers[`${receipts.offered}` as keyof typeof offers],
        receipts.formats && `: ${receipts.formats.join(', ')}`,
        receipts.verify_url && sub('Check at ', code(receipts.verify_url)),
        (receipts.examples ?? []).map(({ what, date, network, tx }) =>
          sub([what, date, network && nameOfChain(network)].filter(Boolean).join(', '), tx && [' ', code(tx)]),
        ),
      ],
    ],
  ];
};

/** The sections of the page of a record. */
export const observatorySections = (record: ObservatoryRecord): Section[] => [
  {
    id: 'claim',
    title: 'What is claimed',
    paragraphs: [
      record.claim.statement,
      `Claimed by: ${record.claim.claimed_by}. This dataset reports the claim and does not confirm it.`,
    ],
  },
  checksSection(record),
  {
    id: 'identity',
    title: record.identity.length === 1 ? 'Identity' : `${record.identity.length} identities`,
    facts: [...record.identity.map(identityFact), ...namedFacts(record)],
  },
];
