import { CapabilitiesDocument } from '../../domain/agent/capabilities.ts';
import { buildSnapshot, SnapshotDocument } from '../../domain/agent/snapshot.ts';
import { StatusDocument } from '../../domain/agent/status.ts';
import { isServiceError } from '../../domain/vocabulary/errors.ts';
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
      const runtime = {
        taken_at: now.toISOString(),
        started_at: app.startedAt.toISOString(),
        uptime_seconds: Math.floor((now.getTime() - app.startedAt.getTime()) / 1000),
        store_reachable: found !== undefined,
        live_anchoring_enabled: app.config.allowLiveRegisterdata,
      };
      const prebuilt = { status: StatusDocument.parse(status), capabilities: CapabilitiesDocument.parse(capabilities) };
      if (!found) return { status: 200, body: buildSnapshot({ ...prebuilt, runtime }) };
      const [intake, { stored_anchor_count, budget }] = found;
      return {
        status: 200,
        body: buildSnapshot({
          ...prebuilt,
          intake,
          runtime: {
            ...runtime,
            stored_anchor_count,
            chain_spend_microccd: budget.spent_microccd,
          },
        }),
      };
    },
  }),
});
