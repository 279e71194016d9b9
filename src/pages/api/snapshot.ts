import { CapabilitiesDocument } from '../../domain/agent/capabilities.ts';
import { SnapshotDocument } from '../../domain/agent/snapshot.ts';
import { StatusDocument } from '../../domain/agent/status.ts';
import { isServiceError } from '../../domain/vocabulary/errors.ts';
import { schemaId } from '../../domain/vocabulary/service.ts';
import { operation } from '../../http/operation.ts';
import { resource } from '../../http/resource.ts';

export const ALL = resource({
  GET: operation({
    id: 'getSnapshot',
    tag: 'Agent',
    summary: 'Status, capabilities and intake in one answer',
    description: 'The prebuilt status and capability map, the intake summary, and how the process runs at this moment.',
    sideEffects: 'none',
    auth: 'none',
    cors: true,
    cacheSeconds: 5,
    responses: { 200: { description: 'The snapshot.', schema: SnapshotDocument } },
    async handle(_, app) {
      const stored = Promise.all([app.intake.summary(), app.anchors.manifest()]).catch((error: unknown) => {
        if (isServiceError(error) && error.code === 'storage_unavailable') return undefined;
        throw error;
      });
      const [status, capabilities, found] = await Promise.all([
        app.prebuilt.value('/static/status.json'),
        app.prebuilt.value('/static/capabilities.json'),
        stored,
      ]);
      const now = app.now();
      const body: SnapshotDocument = {
        ok: true,
        schema: schemaId('snapshot'),
        status: StatusDocument.parse(status),
        capabilities: CapabilitiesDocument.parse(capabilities),
        ...(found && { intake: found[0] }),
        runtime: {
          taken_at: now.toISOString(),
          started_at: app.startedAt.toISOString(),
          uptime_seconds: Math.floor((now.getTime() - app.startedAt.getTime()) / 1000),
          store_reachable: found !== undefined,
          live_anchoring_enabled: app.config.allowLiveRegisterdata,
          ...(found && {
            stored_anchor_count: found[1].stored_anchor_count,
            chain_spend_microccd: found[1].budget.spent_microccd,
          }),
        },
      };
      return { status: 200, body };
    },
  }),
});
