import { randomUUID } from 'node:crypto';
import { adapters } from '../../../../domain/adjudication/adapter-descriptors.ts';
import { runWorkOrder } from '../../../../domain/adjudication/run-work-order.ts';
import { RunReceipt, RunRequest } from '../../../../domain/adjudication/runner.ts';
import { orderRules } from '../../../../domain/adjudication/work-order.ts';
import { canonicalText } from '../../../../domain/json/canonical-json.ts';
import { operation } from '../../../../http/operation.ts';
import { resource } from '../../../../http/resource.ts';
import { descriptorOperation } from '../../../../site/descriptors.ts';

export const ALL = resource({
  GET: descriptorOperation('describeRunPreview', adapters.runner),
  POST: operation({
    id: 'previewRun',
    tag: 'Adjudication',
    summary: 'Run a work order in a simulation',
    description:
      'Takes a work order, or the built-in sample, through the moves of the state machine and answers with a receipt of chained hashes. Each request without a seed is a fresh sample, whose hashes are no fixed proof anchor. Nothing is locked, executed or stored.',
    sideEffects: 'none',
    auth: 'none',
    cors: true,
    limit: 'preview',
    body: RunRequest,
    bodyOptional: true,
    hashedBody: true,
    rules: [...orderRules, 'The ids of the evidence items are distinct.'],
    responses: { 200: { description: 'The runner receipt, as canonical JSON (RFC 8785).', schema: RunReceipt } },
    errors: ['illegal_transition', 'guard_failed'],
    handle: ({ body }) => ({
      status: 200,
      text: `${canonicalText(runWorkOrder({ request: body, freshSeed: randomUUID() }))}\n`,
    }),
  }),
});
