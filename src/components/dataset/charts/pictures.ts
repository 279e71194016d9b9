import { loadDocuments } from '../../../dataset-files/load.ts';
import type { DatasetId } from '../../../dataset-files/registry.ts';
import { nameOfChain } from '../../../domain/chains/known-chains.ts';
import { coveredBy, layerNames, type MapRecord } from '../../../domain/datasets/accountability-map/record.ts';
import { coveringLevels, layerLevelTerms, layerTerms } from '../../../domain/datasets/accountability-map/terms.ts';
import { datasetPaths } from '../../../domain/datasets/forms/paths.ts';
import type { DecisionRecord } from '../../../domain/datasets/governance/record.ts';
import { linesOfReplacement } from '../../../domain/datasets/governance/replacements.ts';
import { bodyKindTerms, outcomeStatusTerms } from '../../../domain/datasets/governance/terms.ts';
import { nameOfEcosystem } from '../../../domain/datasets/record/ecosystems.ts';
import { presentOf } from '../../../domain/datasets/record/record.ts';
import { type Term, valuesOf } from '../../../domain/vocabulary/terms.ts';
import { daysBetween } from '../../../domain/vocabulary/timestamp.ts';
import { capitalized, comparing, numberWord } from '../../../domain/vocabulary/words.ts';
import { firstPublicOf } from '../accountability-map.ts';
import { type DotPicture, lookOf } from './dot-picture.ts';
import { columnsOf, mostSince, periodNamesOf } from './periods.ts';

type LayerName = (typeof layerNames)[number];

const MAP = 'agent-accountability-map';
const DECISIONS = 'governance-decision-memory';
const systems = presentOf(loadDocuments()[MAP].entries);
const decisions = presentOf(loadDocuments()[DECISIONS].entries);

/** What is said of an axis of years (columnsOf). */
const YEARS = 'years without any are left out';

/** A picture with its fullest rows first. Where no dot follows another, a cell has them in the order of the key. */
const picture = (id: string, dataset: DatasetId, { rows, ...rest }: Omit<DotPicture, 'id' | 'dataset'>): DotPicture => {
  const order = rest.marks.map(({ look }) => look);
  const full = rows
    .filter(({ things }) => things.length > 0)
    .toSorted((a, b) => b.things.length - a.things.length)
    .map(({ things, ...row }) => ({
      ...row,
      things: rest.filter ? things.toSorted((a, b) => order.indexOf(a.look) - order.indexOf(b.look)) : things,
    }));
  return { id, dataset, ...rest, rows: full };
};

/** The key of the marks of some values; values with one mark share its words. */
const marksOf = (terms: Readonly<Record<string, Term>>, values: readonly string[]): DotPicture['marks'] =>
  [...Map.groupBy(values, lookOf)].map(([look, those]) => ({
    look,
    label: capitalized(those.map((value) => terms[value]!.label.toLowerCase()).join(' or ')),
  }));

const levelMarks = marksOf(layerLevelTerms, coveringLevels);
const outcomeMarks = marksOf(outcomeStatusTerms, valuesOf(outcomeStatusTerms));

/** The systems that cover a layer, each as a dot. */
const coveringDots = (those: readonly MapRecord[], layer: LayerName, placesOf: (record: MapRecord) => string[]) =>
  those
    .filter((record) => coveredBy(record).includes(layer))
    .map((record) => ({ id: record.id, columns: placesOf(record), look: lookOf(record.layers[layer].level) }));

/** The systems by the year in which each was first public, and by the layers that it covers. */
const growthOf = (): DotPicture => {
  const dated = systems.filter((record) => firstPublicOf(record) !== undefined);
  const made = dated.filter(({ first_public }) => first_public === undefined).length;
  const { year, count } = mostSince(dated.map((record) => firstPublicOf(record)!));
  const shares = layerNames.map((layer) => {
    const those = dated.filter((record) => coveredBy(record).includes(layer));
    return { layer, all: those.length, since: those.filter((record) => firstPublicOf(record)! >= year).length };
  });
  const { layer: youngest, all, since } = shares.toSorted((a, b) => b.since / b.all - a.since / a.all)[0]!;
  return picture('systems-by-year', MAP, {
    title: `${count} of ${dated.length} systems were first public in ${year} or later, and ${since} of the ${all} that cover ${layerTerms[youngest].label.toLowerCase()}`,
    label: `Systems by layer and year of first publication; ${YEARS}`,
    note: `A system stands in the row of each layer that it covers, natively, in part or by an extension; for ${made}, the year is that in which its specification was made, and ${systems.length - dated.length} without any date are not counted above.`,
    names: ['layer', 'first_public', 'system', 'level'],
    rows: layerNames.map((layer) => ({
      label: layerTerms[layer].label,
      href: `?layer=${layer}`,
      things: coveringDots(systems, layer, (record) => periodNamesOf(firstPublicOf(record))),
    })),
    columns: columnsOf(systems.map(firstPublicOf), 1),
    filter: 'first',
    marks: levelMarks,
  });
};

/** The chains, by the layers that systems on them cover. */
const chainsOf = (): DotPicture => {
  const all = [...new Set(systems.flatMap((record) => record.chains))]
    .map((chain) => ({ chain, label: nameOfChain(chain), those: systems.filter((one) => one.chains.includes(chain)) }))
    .toSorted(comparing(({ label }) => label));
  const coversAll = (...those: MapRecord[]) => new Set(those.flatMap(coveredBy)).size === layerNames.length;
  const whole = all.filter(({ those }) => coversAll(...those));
  const byOne = Map.groupBy(
    whole.flatMap(({ those }) => those.filter((one) => coversAll(one))),
    ({ name }) => name,
  );
  const [name, { length } = []] = [...byOne].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
  return picture('coverage-per-chain', MAP, {
    title: `All ${numberWord(layerNames.length)} layers are covered at least in part on ${whole.length} of ${all.length} chains${name === undefined ? '' : `; ${name} alone covers all on ${length}`}`,
    label: 'Systems by chain and layer',
    note: 'A system stands in the row of each chain, test networks included, on which its sources say that it is deployed.',
    names: ['chain', 'layer', 'system', 'level'],
    rows: all.map(({ chain, label, those }) => ({
      label,
      href: `?chain=${chain}`,
      things: layerNames.flatMap((layer) => coveringDots(those, layer, () => [layer])),
    })),
    columns: layerNames.map((name) => ({ name, words: layerTerms[name].label, head: layerTerms[name].label })),
    filter: 'layer',
    marks: levelMarks,
  });
};

const decisionDot = ({ id, decided_on, outcome_status, superseded_by = [] }: DecisionRecord) => ({
  id,
  columns: periodNamesOf(decided_on),
  look: lookOf(outcome_status),
  facts: { decided_on: decided_on ?? '', superseded_by: superseded_by.join(' ') },
});

/** The decisions that replaced one another, a line in each row. */
const replacementsOf = (): DotPicture => {
  const lines = linesOfReplacement(decisions);
  const replaced = lines.reduce((sum, { length }) => sum + length - 1, 0);
  const dates = new Map(decisions.map(({ id, decided_on }) => [id, decided_on ?? '']));
  const days = decisions
    .map(({ decided_on = '', superseded_by = [] }) => [decided_on, dates.get(superseded_by[0] ?? '') ?? ''] as const)
    .filter((ends) => ends.every((date) => date.length === 10))
    .map(([from, to]) => daysBetween(from, to))
    .toSorted((a, b) => a - b);
  return picture('what-replaced-what', DECISIONS, {
    title: `${replaced} of ${decisions.length} decisions were replaced, half of them within ${days[Math.floor(days.length / 2)]} days`,
    label: `Decisions over time, in lines of what replaced what; ${YEARS}`,
    note: 'A line ends with the decision that nothing replaced; each dot before it was replaced by one to its right.',
    names: ['line', 'period', 'decision', 'outcome'],
    rows: lines.map((line) => {
      const { id, ecosystem, subject } = line.at(-1)!;
      const label = subject.ref.length > 24 ? subject.name : subject.ref;
      return {
        label: label.length < 5 ? `${nameOfEcosystem(ecosystem)} ${label}` : label,
        href: datasetPaths(DECISIONS).recordPage(id),
        things: line.map(decisionDot),
      };
    }),
    columns: columnsOf(
      lines.flat().map(({ decided_on }) => decided_on),
      0.1,
    ),
    marks: outcomeMarks,
  });
};

/** The decisions over time, by who decided. */
const bodiesOf = (): DotPicture => {
  const dates = decisions.map(({ decided_on }) => decided_on);
  const { year, count } = mostSince(dates.filter((date) => date !== undefined));
  return picture('who-decided', DECISIONS, {
    title: `${count} of ${decisions.length} decisions are from ${year} or later`,
    label: `Decisions over time, by who decided; ${YEARS}`,
    note: 'An empty dot is pending (not decided yet) or unknown (the outcome was not found). A year with many decisions has a column for each quarter, and “?” for those dated only to the year.',
    names: ['decided_by', 'period', 'decision', 'outcome'],
    rows: valuesOf(bodyKindTerms).map((kind) => ({
      label: bodyKindTerms[kind].label,
      href: `?body=${kind}`,
      things: decisions.filter(({ body_kind }) => body_kind === kind).map(decisionDot),
    })),
    columns: columnsOf(dates, 0.1),
    filter: 'decided',
    marks: outcomeMarks,
  });
};

export const growth = growthOf();

/** Every picture; the first of a dataset stands above its list. */
export const pictures = [growth, chainsOf(), bodiesOf(), replacementsOf()];
