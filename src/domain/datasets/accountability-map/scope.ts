import { z } from 'zod';
import { problemIf, type RuleProblem } from '../../vocabulary/errors.ts';
import { schemaId } from '../../vocabulary/service.ts';
import { enumOf, type Term, valuesOf } from '../../vocabulary/terms.ts';
import { Name, Sentence, Slug, WebAddress } from '../../vocabulary/text.ts';
import { Day } from '../../vocabulary/timestamp.ts';
import { DATA_LICENSE, DataLicense } from '../record/dataset.ts';

/** One criterion of what is in the map. `meaning` follows “The system”. */
export interface ScopeCriterion extends Term {
  /** A system that meets it, and why. */
  readonly in: string;
  /** One that does not, and why. */
  readonly out: string;
}

/** The criteria of what is in the map (SPEC.md §6.10): a system that is added meets all of them. */
export const scopeCriteria = {
  about_agents: {
    label: 'About agents',
    meaning:
      'has a text that names software agents as those who act, or a public text about agents names it as the part that covers a layer.',
    in: 'KERI: its own text is about identifiers of anyone, and an Internet-Draft on agents relies on it.',
    out: 'ERC-8378: a token with parameters, whose text names agents as one of its users.',
  },
  readable_text: {
    label: 'Readable text',
    meaning:
      'is described by a public text that could be had whole: a specification, a contract, or documentation that says what the system must do.',
    in: 'Nevermined: two specifications in its repository, at a commit.',
    out: 'Kite Passport: of its pages in force, only the beginnings could be had.',
  },
  public_standing: {
    label: 'Public standing',
    meaning:
      'has a number or name in a public series (ERC, HCS, XLS, Internet-Draft, W3C, DID method), or is deployed or released.',
    in: 'ERC-8195: a number that an editor gave, although the text is not on the main branch.',
    out: 'Multichain Agents and Agent Relationships: a pull request whose text has no number.',
  },
  covers_a_layer: {
    label: 'Covers a layer',
    meaning: 'covers at least one of the eight layers, natively or in part.',
    in: 'WIMSE: identity of a workload, and delegation between agents.',
    out: 'llms.txt: a file that describes a site to language models.',
  },
  of_its_own: {
    label: 'Of its own',
    meaning: 'is no part, version or copy of a system that is in: those are read with it.',
    in: 'x402r: its own rules on top of an escrow that is in.',
    out: 'The agent registry of solana.com: a page that leads to registries which are in.',
  },
} as const satisfies Record<string, ScopeCriterion>;

/** Why a system is not in the map. */
const leftOutReasons = {
  ...scopeCriteria,
  not_read: { label: 'Not read yet', meaning: 'no criterion is known to fail; nobody has read its text.' },
} as const satisfies Record<string, Term>;

const LeftOut = z
  .strictObject({
    name: Name.meta({ description: 'What it is called.' }),
    url: WebAddress.meta({ description: 'What was looked at.' }),
    looked_on: Day.meta({ description: 'When.' }),
    fails: enumOf(leftOutReasons, 'The criterion that it does not meet, or that it was not read.'),
    reason: Sentence.meta({ description: 'Why, in a sentence.' }),
    see: Slug.optional().meta({ description: 'Id of the system in the map that it is read with.' }),
  })
  .meta({ description: 'One system that was looked at and is not in the map.' });

/** The file of what was looked at and left out. */
export const LeftOutFile = z.strictObject({ systems: z.array(LeftOut).min(1) });
export type LeftOutFile = z.infer<typeof LeftOutFile>;

/** The rules of that file: each address once, and only known systems. */
export const checkLeftOut = ({ systems }: LeftOutFile, known: ReadonlySet<string>): RuleProblem[] =>
  systems.flatMap(({ url, see }, at): RuleProblem[] => [
    ...problemIf(
      systems.findIndex((one) => one.url === url) < at,
      ['systems', at, 'url'],
      'is already in the list; expected each address once',
    ),
    ...problemIf(
      see !== undefined && !known.has(see),
      ['systems', at, 'see'],
      `there is no record "${see}" in the map; expected one`,
    ),
  ]);

/** /data/agent-accountability-map/scope.json (SPEC.md §6.3). */
export const ScopeDocument = z
  .object({
    ok: z.literal(true),
    schema: z.literal(schemaId('map-scope')),
    description: z.string().meta({ description: 'What is in the map.' }),
    license: DataLicense,
    criteria: z
      .array(
        z.object({
          id: z.enum(valuesOf(scopeCriteria)).meta({ description: 'Name of the criterion.' }),
          meaning: z.string().meta({ description: 'What the system does or has; follows “The system”.' }),
          in: z.string().meta({ description: 'A system that meets it, and why.' }),
          out: z.string().meta({ description: 'One that does not, and why.' }),
        }),
      )
      .meta({ description: 'All of them are met by a system that is added.' }),
    left_out: z.array(LeftOut).meta({ description: 'What was looked at and is not in the map, by name.' }),
  })
  .meta({
    id: schemaId('map-scope'),
    open: true,
    title: 'What is in the accountability map',
    description: 'The criteria of what is in the map, and what was looked at and left out, with the reason.',
  });
export type ScopeDocument = z.infer<typeof ScopeDocument>;

const DESCRIPTION =
  'A system is added to the map when it meets all five criteria. Records that were published before there were criteria stay, because a published record never vanishes; they were not judged again. That nobody has read a text yet is no judgement of it.';

/** The document of what is in the map and what is not; without a file of what was left out, that list is empty. */
export const buildScope = (file: LeftOutFile | undefined): ScopeDocument => ({
  ok: true,
  schema: schemaId('map-scope'),
  description: DESCRIPTION,
  license: DATA_LICENSE,
  criteria: valuesOf(scopeCriteria).map((id) => {
    const { meaning, in: within, out } = scopeCriteria[id];
    return { id, meaning, in: within, out };
  }),
  left_out: (file?.systems ?? []).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
});

/** How many were left out for each reason, the ones that occur. */
export const countLeftOut = ({ left_out: all }: ScopeDocument): { label: string; count: number }[] =>
  valuesOf(leftOutReasons)
    .map((reason) => ({
      label: leftOutReasons[reason].label,
      count: all.filter(({ fails }) => fails === reason).length,
    }))
    .filter(({ count }) => count > 0);
