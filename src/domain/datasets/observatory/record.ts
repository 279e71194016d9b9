import { z } from 'zod';
import { KnownCaip2 } from '../../chains/known-chains.ts';
import { schemaId } from '../../vocabulary/service.ts';
import { enumOf } from '../../vocabulary/terms.ts';
import { Name, Sentence, Slug, SpdxExpression, WebAddress, WebAddressTemplate } from '../../vocabulary/text.ts';
import { Day } from '../../vocabulary/timestamp.ts';
import { recordEnd, recordId } from '../record/record.ts';
import { Source } from '../record/source.ts';
import { SourcesMovedOn } from '../record/watched.ts';
import { Basis, Check, FileCheck } from './check.ts';
import { Identity } from './identity.ts';
import {
  cardFormatTerms,
  disclosureTerms,
  observationStateTerms,
  observatoryKindTerms,
  speakerTerms,
  verificationLevelTerms,
} from './terms.ts';

const Key = z.strictObject({
  use: Name.meta({ description: 'What the key signs.' }),
  alg: Name.optional().meta({ description: 'Algorithm, as the source names it.' }),
  kid: Name.optional().meta({ description: 'Key id.' }),
  url: WebAddress.optional().meta({ description: 'Where the key is published.' }),
  holder: Name.optional().meta({ description: 'Who holds the key, if it is not the operator.' }),
  note: Sentence.optional().meta({ description: 'Anything else about it. Never key material.' }),
});

const Receipts = z.strictObject({
  offered: z.boolean().optional().meta({ description: 'Whether it issues receipts for its actions, if known.' }),
  formats: z.array(Name).min(1).optional().meta({ description: 'Kinds of receipt, as the source names them.' }),
  verify_url: WebAddressTemplate.optional().meta({
    description: 'Where a receipt or identity can be checked; {name} stands for a value to fill in.',
  }),
  examples: z
    .array(
      z.strictObject({
        what: Sentence.meta({ description: 'What was recorded.' }),
        date: Day.optional().meta({ description: 'Day of the receipt.' }),
        network: KnownCaip2.optional().meta({ description: 'Chain of the receipt (CAIP-2).' }),
        tx: Name.optional().meta({ description: 'Transaction hash.' }),
      }),
    )
    .min(1)
    .optional()
    .meta({ description: 'Receipts that a source names.' }),
});

const sources = z
  .array(
    Source.extend({
      stated_by: enumOf(
        speakerTerms,
        'Who states here that the subject exists; absent in a source that does not name it.',
      ).optional(),
    }),
  )
  .min(1)
  .meta({ description: 'Where the facts come from; at least one.' });

/** One record of the observatory: a claim, the identities behind it, and the checks that were made. */
export const ObservatoryRecord = z
  .strictObject({
    id: recordId,
    name: Name.meta({ description: 'Name of the agent, service or registry.' }),
    description: Sentence.meta({ description: 'What it is, in the words of this dataset.' }),
    kind: enumOf(observatoryKindTerms, 'What it is.'),
    operator: z
      .strictObject({
        name: Name.optional().meta({ description: 'Organisation, brand or public handle; absent when not known.' }),
        disclosure: enumOf(disclosureTerms, 'How much is known about the operator.'),
      })
      .meta({ description: 'Who runs it.' }),
    claim: z
      .strictObject({
        statement: Sentence.meta({ description: 'What is claimed.' }),
        claimed_by: Name.meta({ description: 'Who claims it.' }),
      })
      .meta({ description: 'The claim. This dataset reports it and does not confirm it.' }),
    identity: z.array(Identity).min(1).meta({ description: 'Its identities.' }),
    agent_card: z
      .strictObject({
        url: WebAddress.meta({ description: 'Address of the card.' }),
        format: enumOf(cardFormatTerms, 'Format of the card.'),
        hash_alg: z.enum(['sha-256', 'keccak-256']).optional().meta({ description: 'Hash of the anchored card.' }),
        hash: z
          .string()
          .regex(/^[0-9a-f]{64}$/, 'expected 64 lower-case hexadecimal digits')
          .optional()
          .meta({ description: 'Hash of the bytes of the card, as a source states it. Only with `hash_alg`.' }),
        hash_anchored: z
          .boolean()
          .optional()
          .meta({ description: 'Whether the hash of the card is stated to be on chain; absent when not known.' }),
      })
      .optional()
      .meta({ description: 'Its agent card or registration file.' }),
    keys: z.array(Key).min(1).optional().meta({ description: 'Its published keys. Never key material.' }),
    receipts: Receipts.optional().meta({ description: 'Receipts for its actions; absent when nothing was found.' }),
    verifiable: z.array(Check).min(1).meta({ description: 'What can be checked, and whether it was.' }),
    verification_level: enumOf(
      verificationLevelTerms,
      'The evidence for the record on the day of `version` of the dataset, in ascending order. It follows from the checks and the sources by a rule, and after `verification_basis.counts_until` it is that of `verification_basis.afterwards`.',
    ),
    // Versions that were published before there was a rule for the level have none.
    verification_basis: Basis.optional(),
    observation: z
      .strictObject({
        state: enumOf(observationStateTerms, 'State as last observed.'),
        observed_at: Day.optional().meta({
          description: 'Day to which the state refers; absent when the source is undated.',
        }),
        basis: Sentence.meta({ description: 'The source of the state.' }),
      })
      .meta({ description: 'State as last observed, and its source.' }),
    related_systems: z
      .array(Slug)
      .min(1)
      .optional()
      .meta({ description: 'Ids in the agent accountability map of the systems that its identities use.' }),
    license: SpdxExpression.optional().meta({
      description: 'Licence of its code (SPDX); absent when no licence file was found.',
    }),
    ...recordEnd,
    sources_moved_on: SourcesMovedOn,
    sources,
  })
  .meta({
    id: schemaId('verified-agent-observatory-record'),
    open: true,
    title: 'Observatory record',
    description: 'An agent, service or registry: what it claims, its identities, and what was checked.',
  });
export type ObservatoryRecord = z.infer<typeof ObservatoryRecord>;

/** A record as its file has it: without what follows from other members and from observations. */
export const ObservatoryFile = ObservatoryRecord.omit({
  verification_level: true,
  verification_basis: true,
  sources_moved_on: true,
})
  .extend({ verifiable: z.array(FileCheck).min(1).meta({ description: 'What can be checked.' }) })
  .meta({ title: 'Observatory record, as its file has it' });
export type ObservatoryFile = z.infer<typeof ObservatoryFile>;
