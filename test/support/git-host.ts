/**
 * A host of git repositories over HTTPS on loopback, as a process of its own: `git-host.ts <folder> <file with key and certificate>`.
 * It prints its port. What lies below /strangers/ leads to an address without encryption.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

const [, , root = '', pem = ''] = process.argv;
const tls = readFileSync(pem);

const server = createServer({ key: tls, cert: tls }, (request, response) => {
  const { pathname, search } = new URL(request.url!, 'https://localhost');
  if (pathname.startsWith('/strangers/'))
    return void response.writeHead(302, { Location: `http://127.0.0.1${request.url}` }).end();
  const { 'content-type': type = '', 'content-encoding': coding = '', 'git-protocol': version = '' } = request.headers;
  const backend = spawn('git', ['-c', 'uploadpack.allowFilter=true', 'http-backend'], {
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: type,
      HTTP_CONTENT_ENCODING: coding,
      HTTP_GIT_PROTOCOL: String(version),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  request.pipe(backend.stdin);
  const chunks: Buffer[] = [];
  backend.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  backend.once('close', () => {
    const said = Buffer.concat(chunks);
    const end = said.indexOf('\r\n\r\n');
    const fields = said
      .subarray(0, end)
      .toString()
      .split('\r\n')
      .map((line) => line.split(': ') as [string, string]);
    const { Status: status = '200', ...headers } = Object.fromEntries(fields);
    response.writeHead(parseInt(status), headers).end(said.subarray(end + 4));
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
