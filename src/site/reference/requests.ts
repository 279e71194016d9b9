import { z } from 'zod';
import type { Operation, Parameter } from '../../http/operation.ts';
import type { CataloguedDocument, CataloguedOperation } from '../catalogue.ts';
import type { ExampleRequest } from './ask.ts';
import { findBuiltAddress } from './built-documents.ts';
import { ANCHORED_HASH, EXAMPLE_TOKEN } from './example-app.ts';

type Parameters = Readonly<Record<string, Parameter>>;

const accepts =
  (parameters: Parameters) =>
  (name: string, value: string): boolean =>
    parameters[name]?.schema.safeParse(value).success ?? true;

const valuesIn = (template: string, path: string): Record<string, string> => {
  const pattern = new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
  return { ...pattern.exec(path)?.groups };
};

/** The example on a schema. */
const exampleOn = (schema: z.ZodType | undefined): unknown =>
  schema && (z.globalRegistry.get(schema)?.['examples'] as readonly unknown[] | undefined)?.[0];

/** Values for the parameters of operations, where any value of the right form would find nothing. */
export interface KnownValues {
  readonly requestId: string;
  readonly receiptHash: string;
}

const valueOf = (operation: Operation, name: string, { schema }: Parameter, known: KnownValues): string => {
  const candidates = [
    operation.id === 'getAnchor' ? ANCHORED_HASH : known.receiptHash,
    known.requestId,
    String(exampleOn(schema) ?? 'example'),
    '1',
  ];
  const found = candidates.find((value) => schema.safeParse(value).success);
  if (found === undefined) throw new Error(`${operation.id} needs an example on the schema of ${name}`);
  return found;
};

const unknown: KnownValues = { requestId: '', receiptHash: '' };

/** A request that an operation accepts. @param known what its parameters may name */
export const requestTo = ({ path, method, operation }: CataloguedOperation, known = unknown): ExampleRequest => ({
  method,
  template: path,
  params: Object.fromEntries(
    Object.entries(operation.params ?? {}).map(([name, one]) => [name, valueOf(operation, name, one, known)]),
  ),
  ...(operation.auth === 'admin_bearer' ? { headers: { Authorization: `Bearer ${EXAMPLE_TOKEN}` } } : {}),
  ...(operation.body ? { body: exampleOn(operation.body) } : {}),
});

/** A request for a document, for one of its files where it has several; undefined where it has none. */
export const requestFor = async ({ path, document }: CataloguedDocument): Promise<ExampleRequest | undefined> => {
  const found = document.parameters ? await findBuiltAddress(path, accepts(document.parameters)) : path;
  return found === undefined ? undefined : { method: 'GET', template: path, params: valuesIn(path, found) };
};
