import { AnchorManifest } from '../../../domain/anchors/anchor-plan.ts';
import { operation } from '../../../http/operation.ts';
import { resource } from '../../../http/resource.ts';

export const ALL = resource({
  GET: operation({
    id: 'getAnchorManifest',
    tag: 'Anchors',
    summary: 'Read the anchor manifest',
    description:
      'The budget of the anchor facility, what is spent, held and left of it, the anchors stored, and the boundaries.',
    sideEffects: 'none',
    auth: 'none',
    cors: true,
    cacheSeconds: 5,
    responses: { 200: { description: 'The manifest.', schema: AnchorManifest } },
    errors: ['storage_unavailable'],
    handle: async (_, { anchors }) => ({ status: 200, body: await anchors.manifest() }),
  }),
});
