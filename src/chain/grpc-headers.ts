import { ChainFailure } from '../domain/anchors/chain-failure.ts';
import { capitalized } from '../domain/vocabulary/words.ts';
import { readPrivateLines } from '../private-file.ts';

/** A header that a client may send in gRPC (gRPC over HTTP/2, "Custom-Metadata"), as text. */
const HEADER = /^([0-9a-z_.-]+):[ \t]*([\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)[ \t]*$/i;

const refuse = (detail: string): never => {
  throw new ChainFailure('headers_file_unusable', { detail });
};

/**
 * The headers for every call to the node, from a file with one `name: value` in each line (SPEC.md §10.12). Empty lines and
 * lines that begin with # are skipped.
 * @throws ChainFailure headers_file_unusable; the message contains neither content nor path of the file.
 */
export const readGrpcHeaders = async (path: string): Promise<Record<string, string>> => {
  const file = await readPrivateLines(path);
  if ('problem' in file) return refuse(capitalized(file.problem));
  const headers: Record<string, string> = {};
  for (const [number, line] of file.lines) {
    const [, name, value] = HEADER.exec(line) ?? [];
    if (name === undefined || value === undefined) return refuse(`Line ${number} is not of the form name: value.`);
    const lower = name.toLowerCase();
    if (lower.startsWith('grpc-') || lower.endsWith('-bin'))
      return refuse(`Line ${number}: gRPC keeps names that begin with grpc- or end with -bin for other uses.`);
    if (lower in headers) return refuse(`Line ${number} names a header for the second time.`);
    headers[lower] = value;
  }
  if (Object.keys(headers).length === 0) return refuse('It holds no header.');
  return headers;
};
