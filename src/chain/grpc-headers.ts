import { ChainFailure } from '../domain/anchors/chain-failure.ts';
import { readPrivateFile } from '../private-file.ts';

const LARGEST_HEADERS_BYTES = 65_536;
/** A header that a client may send in gRPC (gRPC over HTTP/2, "Custom-Metadata"), as text. */
const HEADER = /^([0-9a-z_.-]+):[ \t]*([\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)[ \t]*$/i;

const problems = {
  missing: 'There is no such file.',
  unreadable: 'It cannot be read by the user that runs this.',
  not_a_file: 'It is not a file.',
  too_large: `It is larger than ${LARGEST_HEADERS_BYTES} bytes.`,
  not_private: 'Other users can read it: set its mode to 600.',
} as const;

const refuse = (detail: string): never => {
  throw new ChainFailure('headers_file_unusable', { detail });
};

/**
 * The headers for every call to the node, from a file with one `name: value` in each line (SPEC.md §10.12). Empty lines and
 * lines that begin with # are skipped.
 * @throws ChainFailure headers_file_unusable; the message contains neither content nor path of the file.
 */
export const readGrpcHeaders = async (path: string): Promise<Record<string, string>> => {
  const file = await readPrivateFile(path, LARGEST_HEADERS_BYTES);
  if (file.problem !== undefined) return refuse(problems[file.problem]);
  const headers: Record<string, string> = {};
  for (const [at, line] of file.text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, name, value] = HEADER.exec(line) ?? [];
    if (name === undefined || value === undefined) return refuse(`Line ${at + 1} is not of the form name: value.`);
    const lower = name.toLowerCase();
    if (lower.startsWith('grpc-') || lower.endsWith('-bin'))
      return refuse(`Line ${at + 1}: gRPC keeps names that begin with grpc- or end with -bin for other uses.`);
    if (lower in headers) return refuse(`Line ${at + 1} names a header for the second time.`);
    headers[lower] = value;
  }
  if (Object.keys(headers).length === 0) return refuse('It holds no header.');
  return headers;
};
