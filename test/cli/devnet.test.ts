import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { call } from '../support/call.ts';
import { run } from '../support/server.ts';

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

test('one command starts the simulation and the service on it, and takes a receipt as far as its anchor and its pack', async () => {
  const port = await freePort();
  const child = run('cli/devnet.ts', ['--port', '0', '--block-ms', '100', '--anchor'], { PORT: String(port) });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  let output = '';
  const hash = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout!, child.stderr!])
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
        const found = /Anchored on the simulation: the receipt ([0-9a-f]{64})\.[^]*The service runs/.exec(output);
        if (found) resolve(found[1]!);
      });
    void ended.then((code) => reject(new Error(`it ended with ${code}:\n${output}`)));
  });
  const service = `http://127.0.0.1:${port}`;
  const anchor = (await call(`${service}/api/agent-acceptance-kit/anchors/${hash}`)).json;
  expect(anchor).toMatchObject({ receipt_hash_sha256: hash, state: 'finalized' });
  expect((await call(`${service}/agent-acceptance-anchor?hash=${hash}`)).status).toBe(200);
  const pack = (await call(`${service}/api/adjudicator/evidence/agent-acceptance/${hash}`)).json;
  expect(pack['concordium_proofs']).toMatchObject({ anchor: { state: 'finalized' } });
  child.kill('SIGINT');
  expect(await ended).toBe(0);
  await expect.poll(() => fetch(`${service}/healthz`).catch(() => 'gone'), { timeout: 10_000 }).toBe('gone');
});
