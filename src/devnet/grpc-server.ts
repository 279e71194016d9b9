import { type handleUnaryCall, type Metadata, Server, ServerCredentials, status } from '@grpc/grpc-js';

/** The answer of a method: a message, a status, or no answer. */
export type GrpcAnswer =
  | { readonly message: Uint8Array }
  | { readonly status: Exclude<keyof typeof status, 'OK'>; readonly text: string }
  | 'silence';

/** What answers a call of one method, from the bytes of its request. */
export type GrpcMethod = (request: Uint8Array, headers: Metadata) => GrpcAnswer;

/** A gRPC server for the unary calls of a Concordium node over plaintext HTTP/2, on loopback only; it answers no other. */
export const openGrpcServer = async (
  port: number,
  methods: Readonly<Record<string, GrpcMethod>>,
): Promise<{ port: number; close(): Promise<void> }> => {
  const server = new Server({ 'grpc.max_receive_message_length': 65_536 });
  for (const [name, method] of Object.entries(methods)) {
    const call: handleUnaryCall<Uint8Array, Uint8Array> = ({ request, metadata }, answerWith) => {
      const answer = method(request, metadata);
      if (answer === 'silence') return;
      if ('message' in answer) answerWith(null, answer.message);
      else answerWith({ code: status[answer.status], details: answer.text });
    };
    server.register(`/concordium.v2.Queries/${name}`, call, Buffer.from, (bytes) => bytes, 'unary');
  }
  const bound = await new Promise<number>((resolve, reject) =>
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (failure, at) =>
      failure ? reject(failure) : resolve(at),
    ),
  );
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.tryShutdown(() => resolve());
      server.forceShutdown();
    });
  return { port: bound, close };
};
