import { chmod, writeFile } from 'node:fs/promises';
import { createServer as createWebServer } from 'node:http';
import { createServer } from 'node:http2';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { asChainFailure, type NodeAccess, openNode } from '../../src/chain/node.ts';
import { openDevnet } from '../../src/devnet/devnet.ts';
import { type GrpcAnswer, openGrpcServer } from '../../src/devnet/grpc-server.ts';
import { newFolder } from '../support/server.ts';

const failureAt = (access: NodeAccess): Promise<{ code: string; message: string }> =>
  openNode({ callLimitMs: 1_000, ...access })
    .genesisBlock()
    .then(
      () => ({ code: 'none', message: '' }),
      (failure: { code: string; message: string }) => failure,
    );

const atNodeThatSays = async (answer: GrpcAnswer): Promise<{ code: string; message: string }> => {
  const node = await openGrpcServer(0, () => answer);
  try {
    return await failureAt({ url: new URL(`http://127.0.0.1:${node.port}`), callLimitMs: 300 });
  } finally {
    await node.close();
  }
};

describe('a call that fails names the call, its status and what to do', () => {
  test.each([
    ['UNIMPLEMENTED', 'node_refuses_call', 'switched off at the node'],
    ['UNAUTHENTICATED', 'node_refuses_call', 'check the header in the file'],
    ['PERMISSION_DENIED', 'node_refuses_call', 'ask its operator for the permission'],
    ['RESOURCE_EXHAUSTED', 'node_unavailable', 'a higher limit'],
    ['UNAVAILABLE', 'node_unavailable', 'the host and port'],
    ['INTERNAL', 'node_unavailable', 'the log of the node'],
    ['NOT_FOUND', 'node_answer_unusable', 'the log of the node'],
  ] as const)('%s', async (status, code, advice) => {
    const failure = await atNodeThatSays({ status, text: 'what the node says is not repeated' });
    expect(failure).toMatchObject({ code, message: expect.stringContaining(advice) });
    expect(failure.message).toContain(`GetConsensusInfo ended with ${status}.`);
    expect(failure.message).not.toContain('repeated');
  });

  test('no answer in time', async () => {
    expect((await atNodeThatSays('silence')).message).toContain(
      'GetConsensusInfo ended with DEADLINE_EXCEEDED. The node did not answer in time',
    );
  });

  const listening = async (server: Server): Promise<number> => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  };

  test.each([
    ['an IP address over TLS', (port: number) => `https://127.0.0.1:${port}`, 'by the host name that it is for'],
    ['a port without TLS', (port: number) => `https://localhost:${port}`, 'not over TLS as https:// needs it'],
    ['a host name that does not exist', () => 'https://no-such-host.invalid:20000', 'cannot be resolved'],
  ])('%s', async (_, address, advice) => {
    const server = createServer();
    const port = await listening(server);
    const { code, message } = await failureAt({ url: new URL(address(port)) });
    server.close();
    expect([code, message]).toEqual(['node_unavailable', expect.stringContaining(advice)]);
    expect(message).toContain('GetConsensusInfo ended with UNAVAILABLE.');
  });

  test('a port where a web server listens', async () => {
    const server = createWebServer((_, response) => response.end('a page'));
    const { message } = await failureAt({ url: new URL(`http://127.0.0.1:${await listening(server)}`) });
    server.close();
    expect(message).toContain('does not speak gRPC');
  });

  test('a certificate that is not accepted', () => {
    const failure = Object.assign(new Error('No connection established. Last error: Error: self-signed certificate'), {
      name: 'RpcError',
      code: 'UNAVAILABLE',
      methodName: 'GetBlockInfo',
    });
    expect(asChainFailure(failure).message).toMatch(
      /^.*GetBlockInfo ended with UNAVAILABLE\. The certificate of the node/,
    );
  });
});

describe('the file of headers', () => {
  const SECRET = 'key-of-a-provider';

  const fileWith = async (content: string, mode = 0o600): Promise<string> => {
    const file = join(await newFolder(), 'headers');
    await writeFile(file, content, { mode });
    await chmod(file, mode);
    return file;
  };

  test('is sent with every call, so that a node that asks for a key answers', async () => {
    const devnet = await openDevnet({ requiredHeader: ['x-api-key', SECRET] });
    const url = new URL(devnet.url);
    try {
      expect(await failureAt({ url })).toMatchObject({ code: 'node_refuses_call' });
      const headersFile = await fileWith(`# the provider\n\nX-API-Key:  ${SECRET} \r\nx-other: a b: c\n`);
      expect(await openNode({ url, headersFile }).genesisBlock()).toBe(devnet.chain.genesisBlock);
      expect(await failureAt({ url, headersFile: await fileWith('x-api-key: another\n') })).toMatchObject({
        code: 'node_refuses_call',
      });
    } finally {
      await devnet.close();
    }
  });

  test.each([
    ['that others can read', `x-api-key: ${SECRET}\n`, 0o644, 'set its mode to 600'],
    ['with a line of another form', `x-api-key: ${SECRET}\n${SECRET}\n`, 0o600, 'Line 2 is not of the form'],
    ['with a value that no header can have', `x-api-key: ${SECRET}ü\n`, 0o600, 'Line 1 is not of the form'],
    ['with a name that gRPC keeps', `grpc-timeout: ${SECRET}\n`, 0o600, 'Line 1'],
    ['with binary data', `x-bin: ${SECRET}\n`, 0o600, 'Line 1'],
    ['with a name twice', `a: ${SECRET}\nA: ${SECRET}\n`, 0o600, 'Line 2'],
    ['without headers', '# nothing\n', 0o600, 'holds no header'],
  ])('%s is refused without its content or path, before the node is asked', async (_, content, mode, reason) => {
    const headersFile = await fileWith(content, mode);
    const { code, message } = await failureAt({ url: new URL('http://127.0.0.1:1'), headersFile });
    expect([code, message]).toEqual(['headers_file_unusable', expect.stringContaining(reason)]);
    expect(message).not.toContain(SECRET);
    expect(message).not.toContain(headersFile);
  });

  test('is read again after it was mended', async () => {
    const devnet = await openDevnet();
    const headersFile = await fileWith('x-api-key: a\n', 0o644);
    const node = openNode({ url: new URL(devnet.url), headersFile });
    try {
      await expect(node.genesisBlock()).rejects.toMatchObject({ code: 'headers_file_unusable' });
      await chmod(headersFile, 0o600);
      expect(await node.genesisBlock()).toBe(devnet.chain.genesisBlock);
    } finally {
      await devnet.close();
    }
  });
});
