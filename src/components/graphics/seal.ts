import type { Coverage } from '../../domain/receipts/mandate-scope.ts';
import { boundWords, MANDATE_QUESTION } from '../../domain/receipts/mandate-words.ts';
import { questions } from '../../domain/verification/answers.ts';
import type { Answers, Check } from '../../domain/verification/verification.ts';

/** The colours of the meanings, as values of `stroke`. */
export interface Inks {
  readonly proven: string;
  readonly stated: string;
  readonly refuted: string;
}

/** The tokens of a page, so that a seal follows its scheme. A picture of its own takes the values of the tokens. */
const pageInks: Inks = { proven: 'var(--proven)', stated: 'var(--stated)', refuted: 'var(--refuted)' };

/** What a check came to. */
type Result = Check['result'];

/** The three answers about a document (SPEC.md §11.8), from the inner ring to the outer one. */
export interface SealResults {
  readonly intact: Result;
  readonly from_whom: Result;
  readonly since_when: Result;
  /** What the mandate of a decision comes to (SPEC.md §11.14). */
  readonly mandate?: Coverage | undefined;
}

/** The results of the answers alone, and what the mandate of a decision comes to. */
export const resultsOf = ({ intact, from_whom, since_when }: Answers, mandate?: Coverage): SealResults => ({
  intact: intact.result,
  from_whom: from_whom.result,
  since_when: since_when.result,
  mandate,
});

/** The class of the badge that shows a result. */
export const resultLooks = { pass: 'good', fail: 'bad', unverified: 'open' } as const;

/** The same for a bound of a mandate, or the whole of it. */
export const coverageLooks = { covered: 'good', not_covered: 'bad', unknown: 'open' } as const;

/** The side of the square that the seal is drawn in. */
export const SEAL_BOX = 48;

const WIDTH = 3.6;
const radii: Readonly<Record<keyof Answers, number>> = { intact: 7, from_whom: 13.5, since_when: 20 };

const rounded = (value: number): string => String(Math.round(value * 100) / 100);

/** The dashes of a ring: closed, in dots, or in two pieces. Two numbers each, so that one can turn into the other. */
const dashes: Readonly<Record<Result, (length: number) => string>> = {
  pass: (length) => `${rounded(length)} 0`,
  unverified: (length) => `0 ${rounded(length / Math.round(length / 4.4))}`,
  fail: (length) => `${rounded((length / 2) * 0.7)} ${rounded((length / 2) * 0.3)}`,
};

const inkOf = (inks: Inks): Readonly<Record<Result, string>> => ({
  pass: inks.proven,
  unverified: inks.stated,
  fail: inks.refuted,
});

/** The rings of a seal with the attributes of their circles, which a script may set anew. */
export const sealRings = (results: SealResults, inks: Inks = pageInks) =>
  (Object.keys(questions) as (keyof Answers)[]).map((id) => {
    const result = results[id];
    const radius = radii[id];
    return {
      id,
      attributes: {
        r: String(radius),
        stroke: inkOf(inks)[result],
        'stroke-width': String(result === 'unverified' ? 2.5 : WIDTH),
        'stroke-dasharray': dashes[result](2 * Math.PI * radius),
        'stroke-linecap': result === 'fail' ? 'butt' : 'round',
      },
    };
  });

/** A circle around the middle of the seal, as a path. */
const circle = (radius: number): string =>
  `M24 ${24 - radius}a${radius} ${radius} 0 1 1 0 ${2 * radius}a${radius} ${radius} 0 1 1 0 ${-2 * radius}`;

/** The attributes of the mark of the mandate: a disc for kept, an empty circle for open, a bar across the seal for broken. */
export const mandateMark = (mandate: Coverage | undefined, inks: Inks = pageInks): Readonly<Record<string, string>> =>
  ({
    covered: { d: circle(3), stroke: 'none', fill: inks.proven, 'stroke-width': '0' },
    not_covered: { d: 'M2.5 24H45.5', stroke: inks.refuted, fill: 'none', 'stroke-width': '5' },
    unknown: { d: circle(2.4), stroke: inks.stated, fill: 'none', 'stroke-width': '1.2' },
    none: { d: '', stroke: 'none', fill: 'none', 'stroke-width': '0' },
  })[mandate ?? 'none'];

const written = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ');

/** The seal as the content of an `svg` with the box {@link SEAL_BOX}. */
export const drawSeal = (results: SealResults, inks: Inks = pageInks): string => {
  const middle = SEAL_BOX / 2;
  const rings = sealRings(results, inks).map(
    ({ id, attributes }) => `<circle data-ring="${id}" cx="${middle}" cy="${middle}" ${written(attributes)}/>`,
  );
  const mark = `<path data-mark="" stroke-linecap="round" ${written(mandateMark(results.mandate, inks))}/>`;
  // The breaks of the three rings make one crack.
  return `<g fill="none" transform="rotate(-35 ${middle} ${middle})">${rings.join('')}${mark}</g>`;
};

/** What the seal shows, in words: `Intact? pass. From whom? pass. Since when? unverified. Within its mandate? kept.` */
export const sealInWords = ({ mandate, ...results }: SealResults): string =>
  [
    ...Object.entries(questions).map(([id, question]) => `${question} ${results[id as keyof Answers]}.`),
    ...(mandate ? [`${MANDATE_QUESTION} ${boundWords[mandate]}.`] : []),
  ].join(' ');
