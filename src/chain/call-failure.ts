import { ChainFailure, type ChainFailureCode, isChainFailure } from '../domain/anchors/anchor-state.ts';

/** The gRPC status of a failed call; undefined for other errors. */
export const rpcCode = (failure: unknown): string | undefined =>
  failure instanceof Error && failure.name === 'RpcError' && 'code' in failure ? String(failure.code) : undefined;

const OTHER_NODE = 'Look at the log of the node, or name another one in CONCORDIUM_GRPC_URL.';

/** What each gRPC status that is no answer about the chain means here, and what to do. */
const statuses: Readonly<Record<string, { readonly code: ChainFailureCode; readonly advice: string }>> = {
  UNAVAILABLE: {
    code: 'node_unavailable',
    advice: 'Check that the node runs, and the host and port in CONCORDIUM_GRPC_URL.',
  },
  DEADLINE_EXCEEDED: {
    code: 'node_unavailable',
    advice: 'The node did not answer in time: check its load, and the network and any proxy in between.',
  },
  RESOURCE_EXHAUSTED: {
    code: 'node_unavailable',
    advice: 'The node limits what it answers: ask its operator for a higher limit, or use a node of your own.',
  },
  CANCELLED: { code: 'node_unavailable', advice: OTHER_NODE },
  ABORTED: { code: 'node_unavailable', advice: OTHER_NODE },
  INTERNAL: { code: 'node_unavailable', advice: OTHER_NODE },
  UNKNOWN: { code: 'node_unavailable', advice: OTHER_NODE },
  UNIMPLEMENTED: {
    code: 'node_refuses_call',
    advice: 'This endpoint is switched off at the node: have it switched on, or name another node.',
  },
  UNAUTHENTICATED: {
    code: 'node_refuses_call',
    advice: 'The node asks for a key: put its header into the file that CONCORDIUM_GRPC_HEADERS_FILE names.',
  },
  PERMISSION_DENIED: {
    code: 'node_refuses_call',
    advice:
      'The node knows the client but does not permit this call: check the header in the file that CONCORDIUM_GRPC_HEADERS_FILE names, or ask its operator for the permission.',
  },
};

/** What a connection that was never made died of, by words in the message of the client. */
const connectionProblems: readonly { readonly words: RegExp; readonly advice: string }[] = [
  {
    words: /ServerName to an IP address/i,
    advice: 'A node cannot be named by its IP address over TLS: use the host name that its certificate is for.',
  },
  {
    words: /altnames|hostname.*certificate/i,
    advice: 'The certificate of the node is for another host name: use the name that it is for.',
  },
  {
    words: /certificate has expired|not yet valid/i,
    advice:
      'The certificate of the node is not valid at this time: check the clock of this machine, or have it renewed.',
  },
  {
    words: /certificate|CERT_/i,
    advice: 'This machine does not trust the certificate of the node: it must come from a public authority.',
  },
  {
    words: /wrong version number|packet length|SSL routines/i,
    advice: 'The port does not speak TLS as https:// needs it: check the port.',
  },
  { words: /name resolution failed|ENOTFOUND|EAI_AGAIN/i, advice: 'The host name cannot be resolved: check it.' },
  {
    words: /protocol error/i,
    advice: 'What listens at this port does not speak gRPC: check the port.',
  },
];

/** One call that failed: its name, its gRPC status and what to do. Repeats nothing that the node said. */
const describeCall = (failure: Error, status: string, advice: string): string => {
  const name = 'methodName' in failure && typeof failure.methodName === 'string' ? failure.methodName : 'The call';
  const said = decoded(failure.message);
  const known = status === 'UNAVAILABLE' ? connectionProblems.find(({ words }) => words.test(said)) : undefined;
  return `${name} ended with ${status}. ${known?.advice ?? advice}`;
};

/** A message of gRPC as text; some are percent-encoded. */
export const decoded = (message: string): string => {
  try {
    return decodeURIComponent(message);
  } catch {
    return message;
  }
};

/**
 * Converts an error to a failure of the chain that names the call, its status and what to do. A status that says nothing
 * about the network or about permissions counts as an unusable answer.
 */
export const asChainFailure = (failure: unknown): ChainFailure => {
  if (isChainFailure(failure)) return failure;
  const status = rpcCode(failure);
  if (status === undefined) return new ChainFailure('node_answer_unusable', { cause: failure });
  const { code, advice } = statuses[status] ?? { code: 'node_answer_unusable', advice: OTHER_NODE };
  return new ChainFailure(code, { cause: failure, detail: describeCall(failure as Error, status, advice) });
};
