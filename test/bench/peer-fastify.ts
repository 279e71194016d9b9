/**
 * A plain way to do the same: Fastify, sqlite3, one durable commit for each request.
 * With `signed` as its second argument it does what an intake receipt needs too: two hashes and a signature by jose.
 */
import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import { FlattenedSign, generateKeyPair } from 'jose';
import sqlite3 from 'sqlite3';

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
const signed = process.argv[3] === 'signed';
const receiptOf = async (receipt: Readonly<Record<string, unknown>>, body: string): Promise<object> => {
  const content = JSON.stringify({ ...receipt, body_sha256: sha256(body) });
  const { payload: _payload, ...signature } = await new FlattenedSign(Buffer.from(content))
    .setProtectedHeader({ alg: 'EdDSA', iat: Math.floor(Date.now() / 1000) })
    .sign(privateKey);
  return { ...receipt, receipt_hash_sha256: sha256(content), signatures: [signature] };
};
const server = Fastify({ logger: false });
server.post(
  '/api/intake',
  {
    schema: {
      body: {
        type: 'object',
        required: ['body'],
        properties: { kind: { type: 'string' }, body: { type: 'string', minLength: 3, maxLength: 4000 } },
      },
    },
  },
  async (request, reply) => {
    const { kind, body } = request.body as { kind: string; body: string };
    const id = crypto.randomUUID();
    const at = new Date().toISOString();
    await new Promise<void>((resolve, reject) =>
      insert.run(id, kind, body, at, (error: Error | null) => (error ? reject(error) : resolve())),
    );
    const receipt = { ok: true, id, received_at: at };
    return reply.code(201).send(signed ? await receiptOf(receipt, body) : receipt);
  },
);
console.log(await server.listen({ host: '127.0.0.1', port: 0 }));
