import { Health, healthy } from '../domain/agent/health.ts';
import { operation } from '../http/operation.ts';
import { resource } from '../http/resource.ts';

export const ALL = resource({
  GET: operation({
    id: 'getReadiness',
    tag: 'Operation',
    summary: 'Whether the store can be written',
    description:
      'Whether the store has room, is the file that was opened and is not damaged; commits a row of its own to it. The result is at most a second old.',
    sideEffects: 'none',
    auth: 'none',
    cors: true,
    responses: { 200: { description: 'The store takes writes.', schema: Health } },
    errors: ['storage_unavailable'],
    async handle(_, app) {
      await app.probe();
      return { status: 200, body: healthy };
    },
  }),
});
