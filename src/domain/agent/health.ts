import { z } from 'zod';
import { schemaId } from '../vocabulary/service.ts';

/** The answer of /healthz and /readyz when all is well. */
export const Health = z
  .object({ ok: z.literal(true), schema: z.literal(schemaId('health')) })
  .meta({ id: schemaId('health'), title: 'Health', description: 'The process is alive, or ready.' });
export type Health = z.infer<typeof Health>;

/** Says that all is well. */
export const healthy: Health = { ok: true, schema: schemaId('health') };
