import { Health, healthy } from '../domain/agent/health.ts';
import { operation } from '../http/operation.ts';
import { resource } from '../http/resource.ts';

export const ALL = resource({
  GET: operation({
    id: 'getHealth',
    tag: 'Operation',
    summary: 'Whether the process is alive',
    description: 'Answers as long as the process does, also while the store cannot be reached.',
    sideEffects: 'none',
    auth: 'none',
    cors: true,
    responses: { 200: { description: 'The process answers.', schema: Health } },
    handle: () => ({ status: 200, body: healthy }),
  }),
});
