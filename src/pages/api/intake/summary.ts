import { IntakeSummary } from '../../../domain/intake-summary.ts';
import { operation } from '../../../http/operation.ts';
import { resource } from '../../../http/resource.ts';

export const ALL = resource({
  GET: operation({
    id: 'getIntakeSummary',
    tag: 'Intake',
    summary: 'Count the public requests',
    description: 'Counts by kind, status and day. No names, contacts or texts, ever.',
    sideEffects: 'none',
    auth: 'none',
    cors: true,
    cacheSeconds: 5,
    responses: { 200: { description: 'The counts.', schema: IntakeSummary } },
    errors: ['storage_unavailable'],
    handle: async (_, app) => ({ status: 200, body: await app.intake.summary() }),
  }),
});
