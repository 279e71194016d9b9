import { z } from 'zod';
import { schemaId } from '../../vocabulary/service.ts';
import { Name, Sentence, Slug } from '../../vocabulary/text.ts';
import { Day } from '../../vocabulary/timestamp.ts';
import { DATA_LICENSE, DataLicense } from '../record/dataset.ts';

const DecisionFamily = z
  .strictObject({
    name: Name.meta({ description: 'Whose decisions they are.' }),
    rule: Sentence.meta({ description: 'What counts as a decision of the family.' }),
    left_out: z.array(Name).min(1).optional().meta({ description: 'Subjects that were read and are not meant by it.' }),
    whole_up_to: Day.optional().meta({ description: 'No decision up to this day is missing. Absent where some are.' }),
    gaps: Sentence.optional().meta({ description: 'What is missing, or cannot be told, and why.' }),
  })
  .meta({ description: 'The decisions of one body that a rule takes in.' });

/** The file of the families; `propose` writes `whole_up_to`. */
export const FamiliesFile = z.strictObject({
  families: z.record(Slug, DecisionFamily).meta({ description: 'By the name that `datasets -- propose` takes.' }),
});
export type FamiliesFile = z.infer<typeof FamiliesFile>;

/** /data/governance-decision-memory/families.json (SPEC.md §6.11). */
export const FamiliesDocument = z
  .object({
    ok: z.literal(true),
    schema: z.literal(schemaId('decision-families')),
    license: DataLicense,
    ...FamiliesFile.shape,
  })
  .meta({
    id: schemaId('decision-families'),
    open: true,
    title: 'Families of decisions',
    description: 'Which decisions are in the memory by a rule, and up to which day none of them is missing.',
  });
export type FamiliesDocument = z.infer<typeof FamiliesDocument>;

/** The document of the families; without their file it has none. */
export const buildFamilies = (file: FamiliesFile = { families: {} }): FamiliesDocument => ({
  ok: true,
  schema: schemaId('decision-families'),
  license: DATA_LICENSE,
  ...file,
});
