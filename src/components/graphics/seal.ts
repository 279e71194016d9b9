import type { Coverage } from '../../domain/receipts/mandate-scope.ts';
import { boundWords, MANDATE_QUESTION } from '../../domain/receipts/mandate-words.ts';
import { questions } from '../../domain/verification/answers.ts';
import type { Answers, Check } from '../../domain/verification/verification.ts';

/** What a check came to. */
type Result = Check['result'];

/** The three answers about a document (SPEC.md §11.8), from the inner ring to the outer one. */
export interface SealResults extends Readonly<Record<keyof Answers, Result>> {
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

const radii: Readonly<Record<keyof Answers, number>> = { intact: 7, from_whom: 13.5, since_when: 20 };

const rounded = (value: number): string => String(Math.round(value * 100) / 100);

/** The dashes of a ring: closed, in dots, or in two pieces. */
const dashes: Readonly<Record<Result, (length: number) => string>> = {
  pass: (length) => `${rounded(length)} 0`,
  unverified: (length) => `0 ${rounded(length / Math.round(length / 4.4))}`,
  fail: (length) => `${rounded((length / 2) * 0.7)} ${rounded((length / 2) * 0.3)}`,
};

/** The tokens of the meanings, so that a seal follows the scheme of its page. */
const inks = { pass: 'var(--proven)', unverified: 'var(--stated)', fail: 'var(--refuted)' } as const;

/** The rings of a seal with the attributes of their circles. */
export const sealRings = (results: SealResults) =>
  (Object.keys(questions) as (keyof Answers)[]).map((id) => {
    const result = results[id];
    const radius = radii[id];
    return {
      id,
      attributes: {
        r: String(radius),
        stroke: inks[result],
        'stroke-width': String(result === 'unverified' ? 2.5 : 3.6),
        'stroke-dasharray': dashes[result](2 * Math.PI * radius),
        'stroke-linecap': result === 'fail' ? 'butt' : 'round',
      },
    };
  });

/** A circle around the middle of the seal, as a path. */
const circle = (radius: number): string =>
  `M24 ${24 - radius}a${radius} ${radius} 0 1 1 0 ${2 * radius}a${radius} ${radius} 0 1 1 0 ${-2 * radius}`;

/** The attributes of the mark of the mandate: a disc for kept, an empty circle for open, a bar across the seal for broken. */
export const mandateMark = (mandate: Coverage | undefined): Readonly<Record<string, string>> =>
  ({
    covered: { d: circle(3), stroke: 'none', fill: inks.pass, 'stroke-width': '0' },
    not_covered: { d: 'M2.5 24H45.5', stroke: inks.fail, fill: 'none', 'stroke-width': '5' },
    unknown: { d: circle(2.4), stroke: inks.unverified, fill: 'none', 'stroke-width': '1.2' },
    none: { d: '', stroke: 'none', fill: 'none', 'stroke-width': '0' },
  })[mandate ?? 'none'];

const written = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ');

/** The seal as the content of an `svg` with a box of 48 by 48. */
export const drawSeal = (results: SealResults): string => {
  const rings = sealRings(results).map(
    ({ id, attributes }) => `<circle data-ring="${id}" cx="24" cy="24" ${written(attributes)}/>`,
  );
  const mark = `<path stroke-linecap="round" ${written(mandateMark(results.mandate))}/>`;
  // The breaks of the three rings make one crack.
  return `<g fill="none" transform="rotate(-35 24 24)">${rings.join('')}${mark}</g>`;
};

/** What the seal shows, in words: `Intact? pass. From whom? pass. Since when? unverified. Within its mandate? kept.` */
export const sealInWords = ({ mandate, ...results }: SealResults): string =>
  [
    ...Object.entries(questions).map(([id, question]) => `${question} ${results[id as keyof Answers]}.`),
    ...(mandate ? [`${MANDATE_QUESTION} ${boundWords[mandate]}.`] : []),
  ].join(' ');
