import { buildJwks, Jwks } from '../../domain/keys/keys-document.ts';
import { operation } from '../../http/operation.ts';
import { resource } from '../../http/resource.ts';

export const prerender = false;

export const ALL = resource({
  GET: operation({
    id: 'getJwks',
    tag: 'Keys',
    summary: 'Public keys as a JSON Web Key Set',
    description: 'The same keys as in /static/keys.json, without uses and validity.',
    sideEffects: 'none',
    auth: 'none',
    cors: true,
    cacheSeconds: 60,
    responses: { 200: { description: 'The key set.', schema: Jwks } },
    errors: ['storage_unavailable'],
    handle: async (_, { keys }) => ({ status: 200, body: buildJwks(await keys.list()) }),
  }),
});
