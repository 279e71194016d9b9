import type { OperationObject } from '../../http/openapi.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A command that calls an operation, with its example where it has one. */
export const curlOf = (method: string, address: string, operation: OperationObject): string => {
  const body = operation.requestBody?.content['application/json'];
  const parts = [
    method === 'post' ? `curl -X POST ${address}` : `curl ${address}`,
    ...(operation.security.length > 0 ? ["-H 'Authorization: Bearer <token>'"] : []),
    ...(body ? ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body.example ?? {}))}`] : []),
  ];
  return parts.join(' \\\n  ');
};
