import { IntakeId, IntakeStatusDocument } from '../../../domain/intake.ts';
import { ServiceError } from '../../../domain/vocabulary/errors.ts';
import { operation } from '../../../http/operation.ts';
import { resource } from '../../../http/resource.ts';

export const ALL = resource({
  GET: operation({
    id: 'getIntakeStatus',
    tag: 'Intake',
    summary: 'Read the status of a request',
    description:
      'Says what has become of a request and when, by when an answer is due, and whether it is overdue. It never gives the text, the sender or the contact.',
    sideEffects: 'none',
    auth: 'none',
    cors: true,
    params: { id: { schema: IntakeId, description: 'The `id` of the receipt.' } },
    responses: { 200: { description: 'The status of the request.', schema: IntakeStatusDocument } },
    errors: ['not_found', 'storage_unavailable'],
    async handle({ params }, app) {
      const found = await app.intake.find(params['id']!);
      if (!found) throw new ServiceError('not_found', 'No request has this id.');
      return { status: 200, body: found };
    },
  }),
});
