import {
  buildEvidencePackDescriptor,
  buildRunnerDescriptor,
  buildWorkOrderPackDescriptor,
} from '../domain/adjudication/adapter-descriptors.ts';
import type { AdapterOperation } from '../domain/adjudication/preview.ts';
import { document, type DocumentRoute } from '../http/document.ts';
import { listOperations } from './catalogue.ts';
import { descriptors } from './descriptors.ts';

/** The operations of each adapter by their ids, with their purposes. */
const purposes = {
  evidencePack: {
    getEvidencePack: 'The evidence pack for a receipt or an anchor that is known here.',
    previewDispute: 'An evidence pack preview for a dispute about a receipt.',
  },
  workOrderPack: { previewWorkOrder: 'A work order pack preview for an order.' },
  runner: { previewRun: 'A simulated run of a work order, with its hashes.' },
} as const satisfies Record<keyof typeof descriptors, Readonly<Record<string, string>>>;

const schemaIdOf = (schema: { meta(): { id?: string | undefined } | undefined }): string => {
  const id = schema.meta()?.id;
  if (id === undefined) throw new Error('a schema named by a descriptor has no id');
  return id;
};

/** The descriptors of the adapters, with the method, address and schemas that each operation declares. */
export const buildDescriptors = async ({ baseUrl }: { readonly baseUrl: string }) => {
  const catalogued = await listOperations();
  const parts = (adapter: keyof typeof purposes) => ({
    baseUrl,
    operations: Object.entries(purposes[adapter]).map(([id, purpose]): AdapterOperation => {
      const found = catalogued.find(({ operation }) => operation.id === id);
      if (found === undefined) throw new Error(`there is no operation ${id}`);
      const { method, path, operation } = found;
      return {
        method,
        address: `${baseUrl}${path}`,
        sends: operation.body ? schemaIdOf(operation.body) : null,
        returns: schemaIdOf(operation.responses[200]!.schema),
        purpose,
      };
    }),
  });
  return {
    evidencePack: buildEvidencePackDescriptor(parts('evidencePack')),
    workOrderPack: buildWorkOrderPackDescriptor(parts('workOrderPack')),
    runner: buildRunnerDescriptor(parts('runner')),
  };
};

/** A descriptor as a prebuilt document. */
export const descriptorDocument = (adapter: keyof typeof descriptors): DocumentRoute => {
  const { name, ...declared } = descriptors[adapter];
  return document({ ...declared, id: `get${name}Descriptor`, tag: 'Adjudication' }, async () => {
    const built = await buildDescriptors({ baseUrl: import.meta.env.SITE });
    return built[adapter];
  });
};
