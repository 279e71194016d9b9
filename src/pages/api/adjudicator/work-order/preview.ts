import { adapters } from '../../../../domain/adjudication/adapter-descriptors.ts';
import { buildWorkOrderPack } from '../../../../domain/adjudication/build-work-order-pack.ts';
import { orderRules } from '../../../../domain/adjudication/work-order.ts';
import { WorkOrderRequest } from '../../../../domain/adjudication/work-order.ts';
import { WorkOrderPack } from '../../../../domain/adjudication/work-order-pack.ts';
import { operation } from '../../../../http/operation.ts';
import { resource } from '../../../../http/resource.ts';
import { descriptorOperation } from '../../../../site/descriptors.ts';

export const ALL = resource({
  GET: descriptorOperation('describeWorkOrderPreview', adapters.workOrderPack),
  POST: operation({
    id: 'previewWorkOrder',
    tag: 'Adjudication',
    summary: 'See the work order pack of an order',
    description:
      'Builds the eleven sections of a work order pack with its hashes. Nothing is agreed, locked or stored.',
    sideEffects: 'none',
    auth: 'none',
    cors: true,
    limit: 'preview',
    body: WorkOrderRequest,
    hashedBody: true,
    rules: orderRules,
    responses: { 200: { description: 'The work order pack.', schema: WorkOrderPack } },
    handle: ({ body }) => ({ status: 200, body: buildWorkOrderPack({ request: body }) }),
  }),
});
