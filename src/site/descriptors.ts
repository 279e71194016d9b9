import type { z } from 'zod';
import {
  EvidencePackDescriptor,
  RunnerDescriptor,
  WorkOrderPackDescriptor,
} from '../domain/adjudication/adapter-descriptors.ts';
import { brand } from '../domain/vocabulary/service.ts';
import { type Operation, operation } from '../http/operation.ts';

export interface Descriptor {
  /** Name of the adapter in operation ids. */
  readonly name: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly schema: z.ZodType;
}

/** The descriptors of the preview adapters (SPEC.md §8.2), each under /static and at the POST paths of its adapter. */
export const descriptors = {
  evidencePack: {
    name: 'EvidencePack',
    path: `/static/${brand.adjudicator}-evidence-pack.json`,
    summary: 'Evidence pack descriptor',
    description: 'What the evidence pack adapter offers, the sections and cases of a pack, and what it does not do.',
    schema: EvidencePackDescriptor,
  },
  workOrderPack: {
    name: 'WorkOrderPack',
    path: `/static/${brand.adjudicator}-work-order-pack.json`,
    summary: 'Work order pack descriptor',
    description: 'What the work order pack adapter offers, the sections of a pack, and what it does not do.',
    schema: WorkOrderPackDescriptor,
  },
  runner: {
    name: 'Runner',
    path: `/static/${brand.adjudicator}-work-order-runner.json`,
    summary: 'Work order runner contract spec',
    description:
      'The conceptual contract, the states and the table of moves that run, the verdict rules and scenarios.',
    schema: RunnerDescriptor,
  },
} as const satisfies Record<string, Descriptor>;

/** A descriptor at a POST path of its adapter: the same bytes as the document. */
export const descriptorOperation = (
  id: string,
  { path, summary, description, schema }: Descriptor,
): Operation<undefined> =>
  operation({
    id,
    tag: 'Adjudication',
    summary,
    description: `${description} The same bytes as ${path}.`,
    sideEffects: 'none',
    auth: 'none',
    cors: true,
    cacheSeconds: 300,
    responses: { 200: { description: 'The descriptor.', schema } },
    handle: async (_, { prebuilt }) => ({ status: 200, text: await prebuilt.text(path) }),
  });
