/**
 * The fastest way to serve the same bytes: node:http and a buffer. The second argument is a JSON list of names and values: the
 * fields of the answer, by default its type and length alone.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const bytes = readFileSync(process.argv[2]!);
const fields = process.argv[3];
const headers =
  fields === undefined
    ? ['Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(bytes.length)]
    : (JSON.parse(fields) as string[]);
const server = createServer((_, response) => {
  response.writeHead(200, headers);
  response.end(bytes);
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
