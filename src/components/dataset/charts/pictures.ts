import { layerNames, type MapDocument } from '../../../domain/datasets/accountability-map/record.ts';
import { coveringLevels, layerLevelTerms, layerTerms } from '../../../domain/datasets/accountability-map/terms.ts';
import type { DecisionRecord } from '../../../domain/datasets/governance/record.ts';
import { bodyKindTerms, outcomeStatusTerms } from '../../../domain/datasets/governance/terms.ts';
import type { ObservatoryRecord } from '../../../domain/datasets/observatory/record.ts';
import { identityMethodTerms, verificationLevelTerms } from '../../../domain/datasets/observatory/terms.ts';
import { countPicked, valuesOf } from '../../../domain/vocabulary/terms.ts';
import { type Column, columnsOf, periodNamesOf } from './periods.ts';

/** A picture of bars (Bars.astro): for each row the count of each of the series. */
export interface BarPicture {
  /** Prefix of the ids of its parts. */
  readonly id: string;
  readonly title: string;
  /** What the bars are, in words. */
  readonly label: string;
  readonly rows: readonly {
    readonly label: string;
    /** What shows the records of the row in the list: a query. */
    readonly href: string;
    readonly counts: readonly number[];
    /** The number before the bar; the sum of the counts by default. */
    readonly figure?: number;
  }[];
  /** For each count a class of the drawing, its words in the key and in a mark, and what it adds to the query of the row. */
  readonly series: readonly {
    readonly look: string;
    readonly label: string;
    readonly name: string;
    readonly query: string;
  }[];
}

/** A picture of dots over time (Dots.astro). */
export interface DotPicture {
  readonly id: string;
  readonly title: string;
  readonly label: string;
  /** What one dot is called. */
  readonly noun: string;
  readonly rows: readonly {
    readonly label: string;
    readonly href: string;
    /** The record of each dot, its periods, one of which has a column, and its class of the drawing. */
    readonly things: readonly { readonly id: string; readonly periods: readonly string[]; readonly look: string }[];
  }[];
  readonly columns: readonly Column[];
  readonly marks: readonly { readonly look: string; readonly label: string }[];
}

/** The eight layers, each with how many systems cover it, natively, in part or by an extension. */
export const coverageOf = ({ by_layer }: MapDocument['counts']) =>
  layerNames.map((name) => {
    const levels = by_layer[name];
    const covered = coveringLevels.reduce((sum, level) => sum + levels[level], 0);
    return { name, label: layerTerms[name].label, levels, covered };
  });

const levelLooks = { native: 'c3', partial: 'c1', extension: 'dashed', none_found: 'none', unknown: 'open' } as const;

/** How many systems cover each layer, the layer that most cover first. */
export const layerPicture = (counts: MapDocument['counts']): BarPicture => {
  const levels = valuesOf(layerLevelTerms);
  return {
    id: 'coverage',
    title: 'How many systems cover each layer',
    label: 'Systems by layer and level of coverage',
    rows: coverageOf(counts)
      .toSorted((a, b) => b.covered - a.covered)
      .map(({ name, label, covered, levels: those }) => ({
        label,
        href: `?layer=${name}`,
        counts: levels.map((level) => those[level]),
        figure: covered,
      })),
    series: levels.map((level) => {
      const { label } = layerLevelTerms[level];
      return { look: levelLooks[level], label, name: label.toLowerCase(), query: `&level=${level}` };
    }),
  };
};

/** What each kind of identity rests on; a record with several kinds is counted under each. */
export const identityPicture = (entries: readonly ObservatoryRecord[]): BarPicture => {
  const countLevels = (those: typeof entries) =>
    countPicked(verificationLevelTerms, those, ({ verification_level }) => verification_level);
  return {
    id: 'levels',
    title: 'What each kind of identity rests on',
    label: 'Records by identity method and level of verification',
    rows: valuesOf(identityMethodTerms)
      .map((method) => ({
        method,
        those: entries.filter(({ identity }) => identity.some((one) => one.method === method)),
      }))
      .filter(({ those }) => those.length > 0)
      .toSorted((a, b) => b.those.length - a.those.length)
      .map(({ method, those }) => ({
        label: identityMethodTerms[method].label,
        href: `?method=${method}`,
        counts: Object.values(countLevels(those)),
      })),
    series: valuesOf(verificationLevelTerms).map((level, at) => {
      const { label } = verificationLevelTerms[level];
      return { look: `c${at}`, label, name: label.toLowerCase(), query: `&level=${level}` };
    }),
  };
};

/** A class of the drawing for each outcome, in the order in which the dots of a period stand. */
const outcomeLooks = {
  in_effect: 'mark-stands',
  superseded: 'mark-replaced',
  pending: 'mark-open',
  unknown: 'mark-open',
  withdrawn_or_rejected: 'mark-refused',
} as const satisfies Record<DecisionRecord['outcome_status'], string>;
const outcomes = Object.keys(outcomeLooks);

/** The decisions over time, by who decided: one dot each. */
export const decisionPicture = (entries: readonly DecisionRecord[]): DotPicture => {
  const { in_effect, superseded, pending, unknown, withdrawn_or_rejected } = outcomeStatusTerms;
  return {
    id: 'bodies',
    title: 'Who decided, and when',
    label: 'Decisions over time, by who decided',
    noun: 'decision',
    rows: valuesOf(bodyKindTerms)
      .map((kind) => ({
        label: bodyKindTerms[kind].label,
        href: `?body=${kind}`,
        things: entries
          .filter(({ body_kind }) => body_kind === kind)
          .toSorted((a, b) => outcomes.indexOf(a.outcome_status) - outcomes.indexOf(b.outcome_status))
          .map((entry) => ({
            id: entry.id,
            periods: periodNamesOf(entry.decided_on),
            look: outcomeLooks[entry.outcome_status],
          })),
      }))
      .filter(({ things }) => things.length > 0),
    columns: columnsOf(entries.flatMap(({ decided_on }) => decided_on ?? [])),
    marks: [
      { look: 'mark-stands', label: in_effect.label },
      { look: 'mark-replaced', label: superseded.label },
      { look: 'mark-open', label: `${pending.label} or ${unknown.label.toLowerCase()}` },
      { look: 'mark-refused', label: withdrawn_or_rejected.label },
    ],
  };
};
