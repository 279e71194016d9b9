import { z } from 'zod';
import { IntakeSummary } from '../intake-summary.ts';
import { schemaId } from '../vocabulary/service.ts';
import { Timestamp } from '../vocabulary/timestamp.ts';
import { CapabilitiesDocument } from './capabilities.ts';
import { StatusDocument } from './status.ts';

/** The state of the running process. */
export const Runtime = z.object({
  taken_at: Timestamp.meta({ description: 'When the snapshot was taken.' }),
  started_at: Timestamp,
  uptime_seconds: z.int().min(0),
  store_reachable: z.boolean().meta({ description: 'Whether the store could be read for this snapshot.' }),
  live_anchoring_enabled: z.boolean().meta({ description: 'Whether the setting for live anchoring has the value 1.' }),
  stored_anchor_count: z
    .int()
    .min(0)
    .optional()
    .meta({ description: 'Anchors stored, in any state. Absent while the store cannot be reached.' }),
  chain_spend_microccd: z
    .string()
    .regex(/^\d+$/)
    .optional()
    .meta({ description: 'Fees that the chain has charged so far, in micro-CCD.' }),
});
export type Runtime = z.infer<typeof Runtime>;

/** GET /api/snapshot: status, capabilities, intake and the state of the process in one answer. */
export const SnapshotDocument = z
  .object({
    ok: z.literal(true),
    schema: z.literal(schemaId('snapshot')),
    status: StatusDocument,
    capabilities: CapabilitiesDocument,
    intake: IntakeSummary.optional().meta({ description: 'Absent while the store cannot be reached.' }),
    runtime: Runtime,
  })
  .meta({ id: schemaId('snapshot'), title: 'Snapshot', description: 'Status, capabilities and intake together.' });
export type SnapshotDocument = z.infer<typeof SnapshotDocument>;
