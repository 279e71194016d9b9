import { z } from 'zod';
import { AnchorRecord } from '../../../domain/anchors/anchor-record.ts';
import { AnchorRequest, hashToAnchor } from '../../../domain/anchors/anchor-request.ts';
import { anchorAddress } from '../../../domain/anchors/anchor-state.ts';
import { receiptRules } from '../../../domain/receipts/decision-receipt.ts';
import { operation } from '../../../http/operation.ts';
import { findWait } from '../../../http/prefer.ts';
import { resource } from '../../../http/resource.ts';

const statusOf = { accepted: 202, finalized: 201, known: 200 } as const;
const applied = { 'Preference-Applied': 'The wait that was granted; absent when none was asked for.' };
const claimed = { Location: 'Where the record of the anchor can be read.', ...applied };

export const ALL = resource({
  POST: operation({
    id: 'anchorLive',
    tag: 'Anchors',
    summary: 'Write a receipt hash to the chain',
    description:
      'Registers the hash as data on the chain, once ever, within the budget of the manifest. Refused, in this order: without the administrator’s token (401), while the setting AGENT_COMMERCE_ALLOW_LIVE_REGISTERDATA is not 1 (403), without a chain (503), beyond the budget (409). A refusal spends and stores nothing.',
    sideEffects: 'writes_hash_to_chain',
    auth: 'admin_bearer',
    cors: false,
    limit: 'preview',
    headers: {
      Prefer: {
        schema: z.string(),
        description: '`wait=N` waits up to N seconds, at most 30, for the transaction to be final (RFC 7240).',
      },
    },
    body: AnchorRequest,
    hashedBody: true,
    rules: receiptRules,
    responses: {
      200: {
        description: 'The hash is known already: its record. No second transaction is made.',
        schema: AnchorRecord,
        headers: applied,
      },
      201: {
        description: 'A new anchor that was seen final while the request waited.',
        schema: AnchorRecord,
        headers: claimed,
      },
      202: {
        description: 'A new anchor: the hash and the money for it are claimed.',
        schema: AnchorRecord,
        headers: claimed,
      },
    },
    errors: [
      'live_anchoring_disabled',
      'chain_not_configured',
      'chain_unavailable',
      'budget_exhausted',
      'storage_unavailable',
    ],
    async handle({ body, headers }, { anchors, config }) {
      const seconds = findWait(headers['Prefer']);
      const { outcome, record } = await anchors.anchor(hashToAnchor(body), (seconds ?? 0) * 1000);
      return {
        status: statusOf[outcome],
        body: record,
        headers: {
          ...(outcome === 'known' ? {} : { Location: anchorAddress(config.siteUrl, record.receipt_hash_sha256) }),
          ...(seconds === undefined ? {} : { 'Preference-Applied': `wait=${seconds}` }),
        },
      };
    },
  }),
});
