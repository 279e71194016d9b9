import {
  constants,
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';

/** gRPC status codes that the simulated node answers with. */
const grpcStatus = {
  OK: 0,
  INVALID_ARGUMENT: 3,
  NOT_FOUND: 5,
  ALREADY_EXISTS: 6,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  UNAUTHENTICATED: 16,
} as const;
type GrpcStatus = keyof typeof grpcStatus;

/** The answer of a handler: a message, a status, or no answer. */
export type GrpcAnswer =
  { readonly message: Uint8Array } | { readonly status: Exclude<GrpcStatus, 'OK'>; readonly text: string } | 'silence';

const MOST_REQUEST_BYTES = 1_048_576;
const PREFIX_BYTES = 5;

const percentEncoded = (text: string): string => text.replace(/[^\x20-\x24\x26-\x7e]/g, (c) => encodeURIComponent(c));

const answerWith = (stream: ServerHttp2Stream, answer: GrpcAnswer): void => {
  if (answer === 'silence' || stream.destroyed || stream.closed) return;
  const headers = { ':status': 200, 'content-type': 'application/grpc+proto' };
  if ('status' in answer) {
    stream.respond(
      { ...headers, 'grpc-status': String(grpcStatus[answer.status]), 'grpc-message': percentEncoded(answer.text) },
      { endStream: true },
    );
    return;
  }
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.writeUInt32BE(answer.message.length, 1);
  stream.respond(headers, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
  stream.end(Buffer.concat([prefix, answer.message]));
};

const readRequest = async (stream: ServerHttp2Stream): Promise<Uint8Array | undefined> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_REQUEST_BYTES) return undefined;
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  const plain = body.length >= PREFIX_BYTES && body[0] === 0 && body.readUInt32BE(1) === body.length - PREFIX_BYTES;
  return plain ? body.subarray(PREFIX_BYTES) : undefined;
};

/** A gRPC server for unary calls over plaintext HTTP/2, on loopback only. */
export const openGrpcServer = async (
  port: number,
  handle: (method: string, request: Uint8Array, headers: IncomingHttpHeaders) => GrpcAnswer | Promise<GrpcAnswer>,
): Promise<{ port: number; close(): Promise<void> }> => {
  const sessions = new Set<ServerHttp2Session>();
  const server: Http2Server = createServer();
  server.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
    session.on('error', () => session.destroy());
  });
  server.on('stream', (stream: ServerHttp2Stream, headers) => {
    // A client that gives up resets its stream and expects no answer.
    stream.on('error', () => stream.close(constants.NGHTTP2_CANCEL));
    readRequest(stream)
      .then((request) =>
        request === undefined
          ? ({ status: 'INTERNAL', text: 'not one plain message' } as const)
          : handle(String(headers[':path']), request, headers),
      )
      .catch(() => ({ status: 'INTERNAL', text: 'the simulation failed' }) as const)
      .then((answer) => answerWith(stream, answer))
      .catch(() => stream.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const session of sessions) session.destroy();
      }),
  };
};
