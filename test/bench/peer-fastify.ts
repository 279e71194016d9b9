/** A plain way to do what the intake does: Fastify, sqlite3, one durable commit for each request, two hashes and a signature by jose. */
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { FlattenedSign, generateKeyPair } from 'jose';
import sqlite3 from 'sqlite3';
import { installed } from './tools.ts';

interface Reply {
  code(status: number): { send(body: object): unknown };
}
/** What is used of Fastify, which is no dependency. */
type Fastify = (options: object) => {
  post(path: string, options: object, answer: (request: { body: unknown }, reply: Reply) => Promise<unknown>): void;
  listen(at: object): Promise<string>;
};

const fastify = createRequire(join(installed('fastify@5.12.8'), 'index.js'))('fastify') as Fastify;
const db = new sqlite3.Database(process.argv[2]!);
await new Promise<void>((resolve, reject) =>
  db.exec(
    'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE intake (id TEXT PRIMARY KEY, kind TEXT, body TEXT, received_at TEXT)',
    (error) => (error ? reject(error) : resolve()),
  ),
);
const insert = db.prepare('INSERT INTO intake VALUES (?, ?, ?, ?)');
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' });

const receiptOf = async (receipt: Readonly<Record<string, unknown>>, body: string): Promise<object> => {
  const content = JSON.stringify({ ...receipt, body_sha256: sha256(body) });
  const { payload: _payload, ...signature } = await new FlattenedSign(Buffer.from(content))
    .setProtectedHeader({ alg: 'EdDSA', iat: Math.floor(Date.now() / 1000) })
    .sign(privateKey);
  return { ...receipt, receipt_hash_sha256: sha256(content), signatures: [signature] };
};

const server = fastify({ logger: false });
const properties = { kind: { type: 'string' }, body: { type: 'string', minLength: 3, maxLength: 4000 } };
const schema = { body: { type: 'object', required: ['body'], properties } };
server.post('/api/intake', { schema }, async (request, reply) => {
  const { kind, body } = request.body as { kind: string; body: string };
  const [id, at] = [crypto.randomUUID(), new Date().toISOString()];
  await new Promise<void>((resolve, reject) =>
    insert.run(id, kind, body, at, (error: Error | null) => (error ? reject(error) : resolve())),
  );
  return reply.code(201).send(await receiptOf({ ok: true, id, received_at: at }, body));
});
console.log(await server.listen({ host: '127.0.0.1', port: 0 }));
