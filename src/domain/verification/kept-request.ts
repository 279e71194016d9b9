import { z } from 'zod';
import { parseStrictJson } from '../json/strict-json.ts';
import { schemaId } from '../vocabulary/service.ts';

/** What is in a file that the form made. */
interface KeptRequest {
  /** The text of the receipt, to be verified. */
  readonly receipt: string;
  /** The text of the request, which the receipt names by its hash. */
  readonly body: string;
}

/** The file has nothing else: what it held beside would be shown to the reader, and no check would look at it. */
const KeptFile = z
  .strictObject({
    request: z.strictObject({
      kind: z.string().default('other'),
      from: z.string().optional(),
      contact: z.string().optional(),
      body: z.string(),
    }),
    receipt: z.looseObject({ schema: z.literal(schemaId('intake-receipt')), kind: z.unknown() }),
  })
  .refine(({ request, receipt }) => request.kind === receipt.kind);

/**
 * Takes the file of a request and its receipt apart (SPEC.md §4.6). Undefined for every other text, and where the receipt
 * is of another kind of request.
 */
export const openKeptRequest = (text: string | Uint8Array): KeptRequest | undefined => {
  let value: unknown;
  try {
    ({ value } = parseStrictJson(text, { numbers: 'integers' }));
  } catch {
    return undefined;
  }
  const file = KeptFile.safeParse(value).data;
  return file && { receipt: JSON.stringify(file.receipt), body: file.request.body };
};
