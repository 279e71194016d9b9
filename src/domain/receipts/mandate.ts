import { z } from 'zod';
import { Sha256Hex } from '../json/sha256.ts';
import { Identifier } from '../vocabulary/text.ts';
import { Timestamp } from '../vocabulary/timestamp.ts';
import { PartyText } from './party.ts';

/** A currency (ISO 4217). */
export const Currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'expected a currency code of three capital letters')
  .meta({ description: 'Currency code, three capital letters (ISO 4217).' });

const MinorAmount = z.int().min(0).meta({ description: 'Amount in minor units (cents), a whole number.' });

const Merchant = z.strictObject({
  id: z.string().min(1).max(200),
  website: z
    .string()
    .max(200)
    .regex(/^https:\/\/[!-~]+$/, 'expected an https address')
    .optional(),
});

const Merchants = z
  .array(Merchant)
  .min(1)
  .max(100)
  .meta({ description: 'Merchants as AP2 names them: id and website.' });

const Quantity = z.int().min(1);

/**
 * The terms that were decided on, which amounts, payees and quantities of a mandate are compared with (SPEC.md §7.1). They are
 * neither identity nor payment data: no account, no instrument, no person.
 */
export const DecisionTerms = z.strictObject({
  amount_minor: MinorAmount,
  currency: Currency,
  payee: Merchant.meta({ description: 'Who would be paid, by the id that the mandate uses: id and website.' }),
  quantity: Quantity.optional().meta({ description: 'How many units of the subject.' }),
});
export type DecisionTerms = z.infer<typeof DecisionTerms>;

const Commitments = z.array(Sha256Hex).min(1).max(100).meta({
  description: 'SHA-256 of the canonical JSON of each AP2 entry: a receipt does not contain payment data.',
});

/**
 * One bound of a mandate as AP2 v0.2 names it (SPEC.md §7.2): payment data as hashes of the entries, and every amount in minor units.
 * Bounds of other formats are kept as text in `other.statement`, which cannot be computed.
 */
export const MandateConstraint = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('checkout.allowed_merchants'), allowed: Merchants }),
    z.strictObject({
      type: z.literal('checkout.line_items'),
      items: z
        .array(
          z.strictObject({
            id: Identifier,
            acceptable_items: z
              .array(z.strictObject({ id: z.string().min(1).max(200), title: z.string().min(1).max(200) }))
              .min(1)
              .max(100),
            quantity: Quantity,
          }),
        )
        .min(1)
        .max(100),
    }),
    z.strictObject({
      type: z.literal('payment.amount_range'),
      currency: Currency,
      min: MinorAmount.optional(),
      max: MinorAmount,
    }),
    z.strictObject({
      type: z.literal('payment.budget'),
      currency: Currency,
      max_minor: MinorAmount.meta({
        description:
          'Amount in minor units (cents), a whole number. AP2 v0.2 states the same as `max`, in major units.',
      }),
    }),
    z.strictObject({ type: z.literal('payment.allowed_payees'), allowed: Merchants }),
    z.strictObject({ type: z.literal('payment.allowed_payment_instruments'), allowed_sha256: Commitments }),
    z.strictObject({ type: z.literal('payment.allowed_pisps'), allowed_sha256: Commitments }),
    z.strictObject({
      type: z.literal('payment.agent_recurrence'),
      frequency: z.enum(['ON_DEMAND', 'DAILY', 'WEEKLY', 'BIWEEKLY', 'MONTHLY', 'QUARTERLY', 'ANNUALLY']),
      max_occurrences: z.int().min(1).optional(),
    }),
    z.strictObject({
      type: z.literal('payment.execution_date'),
      not_before: Timestamp.optional(),
      not_after: Timestamp.optional(),
    }),
    z.strictObject({
      type: z.literal('payment.reference'),
      conditional_transaction_id: z
        .string()
        .regex(/^[A-Za-z0-9_-]{43}$/, 'expected a SHA-256 digest in base64url, 43 characters')
        .meta({ description: 'Digest of the open checkout mandate, base64url (AP2).' }),
    }),
    z.strictObject({ type: z.literal('other.statement'), name: Identifier, statement: PartyText }),
  ])
  .meta({ description: 'One bound of the mandate, named as in AP2 v0.2.' });
export type MandateConstraint = z.infer<typeof MandateConstraint>;

/** What an agent was authorised to do: a commitment to the signed mandate and the bounds it sets (SPEC.md §7.2). */
export const Mandate = z.strictObject({
  format: z.enum(['ap2.v0.2', 'ap2.v0.1', 'other']).meta({ description: 'The format of the mandate itself.' }),
  sha256: Sha256Hex.meta({ description: 'SHA-256 of the mandate as it was signed.' }),
  constraints: z.array(MandateConstraint).max(100).meta({ description: 'The bounds that the mandate sets.' }),
  not_before: Timestamp.optional().meta({ description: 'The mandate is valid from this time on.' }),
  not_after: Timestamp.optional().meta({ description: 'The mandate is valid up to this time.' }),
});
export type Mandate = z.infer<typeof Mandate>;
