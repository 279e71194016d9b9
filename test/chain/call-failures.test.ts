import { chmod, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type NodeAccess, openNode } from '../../src/chain/node.ts';
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
  const node = await openGrpcServer(0, { GetConsensusInfo: () => answer });
  onTestFinished(() => node.close());
  return await failureAt({ url: new URL(`http://127.0.0.1:${node.port}`), callLimitMs: 300 });
};

describe('a call that fails names the call, its status and what was said, printable', () => {
  test.each([
    ['UNIMPLEMENTED', 'node_refuses_call'],
    ['UNAUTHENTICATED', 'node_refuses_call'],
    ['UNAVAILABLE', 'node_unavailable'],
    ['INTERNAL', 'node_unavailable'],
    ['NOT_FOUND', 'node_answer_unusable'],
  ] as const)('%s', async (status, code) => {
    const failure = await atNodeThatSays({ status, text: `in words \u001b[2J${'x'.repeat(300)}` });
    expect(failure.code).toBe(code);
    expect(failure.message).toMatch(new RegExp(`GetConsensusInfo ended with ${status}: in words \\?\\[2Jx{100,200}$`));
  });

  test('no answer in time', async () => {
    expect((await atNodeThatSays('silence')).message).toContain('GetConsensusInfo ended with DEADLINE_EXCEEDED: ');
  });

  test.each([
    ['a port without TLS', (port: number) => `https://localhost:${port}`, /SSL|packet|version/i],
    [
      'a host name that does not exist',
      () => 'https://no-such-host.invalid:20000',
      /name resolution|ENOTFOUND|EAI_AGAIN/i,
    ],
  ])('%s', async (_, address, said) => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { code, message } = await failureAt({ url: new URL(address((server.address() as AddressInfo).port)) });
    server.close();
    expect([code, message]).toEqual(['node_unavailable', expect.stringMatching(said)]);
    expect(message).toContain('GetConsensusInfo ended with UNAVAILABLE: ');
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
    onTestFinished(() => devnet.close());
    expect(await failureAt({ url })).toMatchObject({ code: 'node_refuses_call' });
    const headersFile = await fileWith(`# the provider\n\nX-API-Key:  ${SECRET} \r\nx-other: a b: c\n`);
    expect(await openNode({ url, headersFile }).genesisBlock()).toBe(devnet.chain.genesisBlock);
    expect(await failureAt({ url, headersFile: await fileWith('x-api-key: another\n') })).toMatchObject({
      code: 'node_refuses_call',
    });
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
});
