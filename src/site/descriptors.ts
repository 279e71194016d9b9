import type { z } from 'zod';
import { document, type DocumentRoute } from '../http/document.ts';
import { type Operation, operation } from '../http/operation.ts';

/** A preview adapter, by its descriptor. */
interface Adapter {
  readonly path: string;
  readonly schema: z.ZodType;
  readonly build: (baseUrl: string) => object;
}

const declared = (id: string, schema: z.ZodType) => {
  const { title = '', description = '' } = schema.meta() ?? {};
  return { id, tag: 'Adjudication' as const, summary: title, description };
};

/** A descriptor at the POST path of its adapter: the same bytes as the document. */
export const descriptorOperation = (id: string, { path, schema }: Adapter): Operation<undefined> => {
  const { description, ...named } = declared(id, schema);
  return operation({
    ...named,
    description: `${description} The same bytes as ${path}.`,
    sideEffects: 'none',
    auth: 'none',
    cors: true,
    cacheSeconds: 300,
    responses: { 200: { description: 'The descriptor.', schema } },
    handle: async (_, { prebuilt }) => ({ status: 200, text: await prebuilt.text(path) }),
  });
};

/** A descriptor as a prebuilt document. */
export const descriptorDocument = (id: string, { schema, build }: Adapter): DocumentRoute =>
  document({ ...declared(id, schema), schema }, () => build(import.meta.env.SITE));
