import { z } from 'zod';
import { KnownCaip2 } from '../../chains/known-chains.ts';
import { enumOf } from '../../vocabulary/terms.ts';
import { Name, Sentence, WebAddress } from '../../vocabulary/text.ts';
import { Day } from '../../vocabulary/timestamp.ts';
import { checkReasons } from './check-reasons.ts';
import { checkTerms } from './check-terms.ts';
import { ContractRead } from './contract-read.ts';
import { Endpoint, IndexEntry } from './endpoint.ts';
import { checkResultTerms, verificationLevelTerms } from './terms.ts';

const checkName = z
  .string()
  .regex(/^[a-z0-9]+(_[a-z0-9]+)*$/, 'expected lower-case words joined by underscores')
  .meta({
    description: `Name of the check. ${Object.entries(checkTerms)
      .map(([name, { meaning, provesNot }]) => `\`${name}\` proves: ${meaning} Not: ${provesNot}`)
      .join(' ')}`,
    examples: Object.keys(checkTerms),
  });
const how = Sentence.meta({ description: 'How anyone can run it.' });
const reads = z
  .array(ContractRead)
  .min(1)
  .max(20)
  .optional()
  .meta({ description: 'What is read for it; only of `contract_state`.' });
const asked = {
  reads,
  endpoints: z
    .array(Endpoint)
    .min(1)
    .max(20)
    .optional()
    .meta({ description: 'The endpoints that are asked for it; only of `endpoint_liveness`.' }),
  entries: z
    .array(IndexEntry)
    .min(1)
    .max(20)
    .optional()
    .meta({ description: 'The entries that are compared for it; only of `index_agreement`.' }),
};

const runBy = {
  by: Name.optional().meta({ description: 'Who ran it; present when it was run.' }),
  on: Day.optional().meta({ description: 'When it was run; present when it was run.' }),
  network: KnownCaip2.optional().meta({ description: 'The chain that was read (CAIP-2).' }),
  block: Name.optional().meta({ description: 'The block that was read: its height or its hash.' }),
  reason: Name.optional().meta({
    description: `Why it did not pass. ${Object.entries(checkReasons)
      .map(([reason, meaning]) => `\`${reason}\`: ${meaning}`)
      .join(' ')}`,
  }),
};

/** A check in a published record. */
export const Check = z
  .strictObject({
    check: checkName,
    how,
    ...asked,
    result: enumOf(checkResultTerms, 'The result.'),
    ...runBy,
    tried_on: Day.optional().meta({ description: 'When it was last tried without an answer.' }),
  })
  .meta({ description: 'A check and its result, separate from the claim.' });

const { not_run: _, ...typedResultTerms } = checkResultTerms;

/** A check in the file of a record. */
export const FileCheck = z
  .strictObject({
    check: checkName,
    how,
    ...asked,
    result: enumOf(typedResultTerms, 'The result, where a person ran it.').optional(),
    ...runBy,
  })
  .meta({ description: 'A check, with its result where a person ran it. `observe` adds its own.' });

/** What the level of a record rests on. */
export const Basis = z
  .strictObject({
    check: checkName.optional().meta({ description: 'The passed check that the level rests on.' }),
    by: runBy.by,
    on: runBy.on,
    network: runBy.network,
    block: runBy.block,
    counts_until: Day.optional().meta({
      description:
        'Last day on which that check counts. After that day the level is `afterwards`, in published versions too, which never change.',
    }),
    afterwards: enumOf(verificationLevelTerms, 'The level after that day, unless a check passes before.').optional(),
    source: WebAddress.optional().meta({ description: 'The source that the level rests on.' }),
  })
  .meta({ description: 'What the level rests on: a check, a source, or neither.' });

/** One answer of `observe` to a check of a record, as observations keep it. */
export const CheckResult = z
  .strictObject({
    check: enumOf(checkTerms, 'The check. The meaning of a name is what a pass proves.'),
    result: z
      .enum(['pass', 'fail', 'not_run'])
      .meta({ description: 'The result; `not_run`: tried without an answer.' }),
    on: Day.meta({ description: 'When it was answered or tried.' }),
    address: z.string().min(1).max(2000).meta({
      description: 'What was looked at, as the record names it. The answer counts while the record names it.',
    }),
    network: runBy.network,
    block: runBy.block,
    reason: runBy.reason,
  })
  .meta({ description: 'One answer to a check of the record.' });
export type CheckResult = z.infer<typeof CheckResult>;

export type Check = z.infer<typeof Check>;
export type Basis = z.infer<typeof Basis>;
