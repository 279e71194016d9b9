import { z } from 'zod';
import { problemIf, type RuleProblem } from '../../vocabulary/errors.ts';
import { schemaId } from '../../vocabulary/service.ts';
import { countBy, enumOf, valuesOf } from '../../vocabulary/terms.ts';
import { Sentence, Slug } from '../../vocabulary/text.ts';
import { Day } from '../../vocabulary/timestamp.ts';
import { DATA_LICENSE, DataLicense } from '../record/dataset.ts';
import { layerLevelTerms, layerTerms } from './terms.ts';

const Level = z.enum(valuesOf(layerLevelTerms));

/** One layer of one system that a second reader judged without having seen the first reading. */
export const SecondReadingCell = z
  .strictObject({
    system: Slug.meta({ description: 'Id of the system in the map.' }),
    layer: enumOf(layerTerms, 'The layer.'),
    first: Level.meta({ description: 'The level of the first reading.' }),
    second: Level.meta({ description: 'The level of the second reading.' }),
    locator: Sentence.meta({ description: 'Where the second reader found it.' }),
    reason: Sentence.meta({ description: 'Why the second reader gave that level.' }),
    sure: z.boolean().meta({ description: 'Whether the second reader was sure of it.' }),
    settled: z
      .strictObject({
        level: Level.meta({ description: 'The level after a third look at the source, which the map took over.' }),
        reason: Sentence.meta({ description: 'Why, and by which criterion.' }),
      })
      .optional()
      .meta({ description: 'How a difference was settled; absent where both readings gave the same level.' }),
  })
  .meta({ description: 'One layer of one system, read twice.' });
export type SecondReadingCell = z.infer<typeof SecondReadingCell>;

const readOn = Day.meta({ description: 'Day of the second reading.' });
const drawn = Sentence.meta({ description: 'Which layers were read a second time, and how they were chosen.' });

/** The file of the second reading: layers that were chosen and read together, round after round. */
export const SecondReading = z.strictObject({
  rounds: z.array(z.strictObject({ read_on: readOn, drawn, cells: z.array(SecondReadingCell).min(1) })).min(1),
});
export type SecondReading = z.infer<typeof SecondReading>;

/** The rules of the second reading: known systems, each layer once, and a third look exactly where the two differ. */
export const checkSecondReading = ({ rounds }: SecondReading, known: ReadonlySet<string>): RuleProblem[] => {
  const seen = new Set<string>();
  return rounds.flatMap(({ cells }, round) =>
    cells.flatMap(({ system, layer, first, second, settled }, at): RuleProblem[] => {
      const place = ['rounds', round, 'cells', at];
      const cell = `${system} ${layer}`;
      const again = seen.has(cell);
      seen.add(cell);
      return [
        ...problemIf(
          !known.has(system),
          [...place, 'system'],
          `there is no record "${system}" in the map; expected one`,
        ),
        ...problemIf(again, place, 'this layer of this system is already in the list; expected each once'),
        ...problemIf(
          (first === second) === (settled !== undefined),
          [...place, 'settled'],
          first === second
            ? 'not allowed because both levels are the same'
            : 'missing; expected how the difference was settled',
        ),
      ];
    }),
  );
};

const isFound = (level: z.infer<typeof Level>): boolean => level !== 'none_found' && level !== 'unknown';

/**
 * Cohen's kappa of the two readings, rounded to hundredths: how far they agree beyond what chance would give.
 * NaN where both gave the same level everywhere.
 */
const kappaOf = (cells: readonly SecondReadingCell[]): number => {
  const [first, second] = (['first', 'second'] as const).map((reading) =>
    countBy(
      layerLevelTerms,
      cells.map((cell) => cell[reading]),
    ),
  );
  const observed = cells.filter((cell) => cell.first === cell.second).length / cells.length;
  const chance = valuesOf(layerLevelTerms).reduce((sum, level) => sum + first![level] * second![level], 0);
  const expected = chance / cells.length ** 2;
  return Math.round(((observed - expected) / (1 - expected)) * 100) / 100;
};

const count = (description: string) => z.int().min(0).meta({ description });

/** How far the two readings of some layers agree. */
const agreement = {
  counts: z
    .object({
      cells: count('Layers that were read twice.'),
      same_level: count('Layers with the same level in both readings.'),
      same_finding: count('Layers where both readings agree on whether anything is there.'),
      settled_for_first: count('Differences settled for the first reading.'),
      settled_for_second: count('Differences settled for the second reading.'),
    })
    .meta({ description: 'How far the two readings agree.' }),
  cohens_kappa: z
    .number()
    .optional()
    .meta({ description: "Cohen's kappa over the levels, to hundredths: 1 is full agreement, 0 is chance." }),
};

/** /data/agent-accountability-map/second-reading.json (SPEC.md §6.3). */
export const SecondReadingDocument = z
  .object({
    ok: z.literal(true),
    schema: z.literal(schemaId('second-reading')),
    description: z.string().meta({ description: 'How the layers were read, and by whom.' }),
    license: DataLicense,
    read_on: Day.optional().meta({ description: 'Day of the last second reading; absent when there was none.' }),
    ...agreement,
    rounds: z
      .array(z.object({ read_on: readOn, drawn, ...agreement }))
      .meta({ description: 'The layers that were chosen and read together, oldest first.' }),
    cells: z.array(SecondReadingCell).meta({ description: 'The layers of all rounds, one round after the other.' }),
  })
  .meta({
    id: schemaId('second-reading'),
    open: true,
    title: 'Second reading of the accountability map',
    description: 'Layers of the map that a second reader judged without having seen the first reading.',
  });
export type SecondReadingDocument = z.infer<typeof SecondReadingDocument>;

const DESCRIPTION =
  'A second reader judged layers of the map without having seen the first reading. Where the two differ, a third look at the source decided: by the second reader on 24 November 2026, by others after that. All readers were programs (language models), none a person. The rounds before 2026-11-25 are by the first edition of the criteria, that of 2026-11-25 by the second, later ones by the third. Before version 1.0, 68 systems were read again against their own texts: 197 of their 544 layers changed. On 27 November 2026 programs that had read none of them judged three samples of sixty layers, drawn by a seed. Levels against the criteria: one, none, none. Wrong sentences: three, one, none. Layers where the criteria leave room: nine, seven, five. Before the third sample, 592 other sentences were held against their sources: 26 were wrong and 90 not exact. Of 175 sentences of thirty systems added on 28 November, 6 were wrong and 16 not exact. All of that was corrected, and the history of a record says what stood there.';

/** How far the two readings of these layers agree. */
const agreementOn = (cells: readonly SecondReadingCell[]) => {
  const kappa = kappaOf(cells);
  return {
    counts: {
      cells: cells.length,
      same_level: cells.filter(({ first, second }) => first === second).length,
      same_finding: cells.filter(({ first, second }) => isFound(first) === isFound(second)).length,
      settled_for_first: cells.filter(({ settled, first }) => settled?.level === first).length,
      settled_for_second: cells.filter(({ settled, second }) => settled?.level === second).length,
    },
    ...(Number.isFinite(kappa) && { cohens_kappa: kappa }),
  };
};

/** The document of the second reading; without one, a document with no cells. */
export const buildSecondReading = (reading: SecondReading | undefined): SecondReadingDocument => {
  const rounds = reading?.rounds ?? [];
  const cells = rounds.flatMap((round) => round.cells);
  const last = rounds.at(-1);
  return {
    ok: true,
    schema: schemaId('second-reading'),
    description: DESCRIPTION,
    license: DATA_LICENSE,
    ...(last && { read_on: last.read_on }),
    ...agreementOn(cells),
    rounds: rounds.map((round) => ({ read_on: round.read_on, drawn: round.drawn, ...agreementOn(round.cells) })),
    cells,
  };
};
