import { z } from 'zod';
import { schemaId } from '../vocabulary/service.ts';

/** The answer of /healthz and /readyz when the process is healthy. */
export const Health = z.object({ ok: z.literal(true), schema: z.literal(schemaId('health')) }).meta({
  id: schemaId('health'),
  title: 'Health',
  description: 'The process is alive (/healthz) or ready (/readyz).',
});
export type Health = z.infer<typeof Health>;

export const healthy: Health = { ok: true, schema: schemaId('health') };
