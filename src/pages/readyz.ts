import { Health, healthy } from '../domain/agent/health.ts';
import { operation } from '../http/operation.ts';
import { resource } from '../http/resource.ts';

export const prerender = false;

export const ALL = resource({
  GET: operation({
    id: 'getReadiness',
    tag: 'Operation',
    summary: 'Whether the store can be written',
    description: 'Commits a row of its own to the store, which holds nothing else.',
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
