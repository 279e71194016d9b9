/** The fastest way to serve the same bytes: node:http and a buffer. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const bytes = readFileSync(process.argv[2]!);
const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': bytes.length };
const server = createServer((_, response) => {
  response.writeHead(200, headers);
  response.end(bytes);
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
