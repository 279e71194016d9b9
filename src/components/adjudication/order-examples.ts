import { buildSampleOrder } from '../../domain/adjudication/run-work-order.ts';
import type { WorkOrderRequest } from '../../domain/adjudication/work-order.ts';

/** Orders to fill the form with: one that is fine, two whose first move is refused, one that is no order. */
export const orderExamples = (seed: string): { name: string; order: WorkOrderRequest }[] => {
  const order = buildSampleOrder(seed);
  return [
    { name: 'The sample order', order },
    { name: 'One party on both sides', order: { ...order, agent: order.client } },
    {
      name: 'A must without evidence',
      order: {
        ...order,
        evidence_rules: order.evidence_rules.filter(({ criterion_id }) => criterion_id !== 'sources'),
      },
    },
    {
      name: 'An order with problems',
      order: {
        ...order,
        title: '',
        client: { ...order.client, account: 'nobody' },
        escrow: { ...order.escrow, currency: 'euro' },
        acceptance_criteria: order.acceptance_criteria.map((criterion) => ({ ...criterion, must: false })),
      },
    },
  ];
};
