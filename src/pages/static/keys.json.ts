import { buildKeysDocument, KeysDocument } from '../../domain/keys/keys-document.ts';
import { operation } from '../../http/operation.ts';
import { resource } from '../../http/resource.ts';

export const prerender = false;

export const ALL = resource({
  GET: operation({
    id: 'getKeys',
    tag: 'Keys',
    summary: 'Public keys with their validity',
    description:
      'Every key that the operator or this service has published, with its use, its validity and its revocation.',
    sideEffects: 'none',
    auth: 'none',
    cors: true,
    cacheSeconds: 60,
    responses: { 200: { description: 'The keys.', schema: KeysDocument } },
    errors: ['storage_unavailable'],
    handle: async (_, { keys }) => ({ status: 200, body: buildKeysDocument(await keys.list()) }),
  }),
});
