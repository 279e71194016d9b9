/** A plain way to do the same: Fastify, sqlite3, one durable commit for each request. */
import Fastify from 'fastify';
import sqlite3 from 'sqlite3';

const db = new sqlite3.Database(process.argv[2]!);
await new Promise<void>((resolve, reject) =>
  db.exec(
    'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE intake (id TEXT PRIMARY KEY, kind TEXT, body TEXT, received_at TEXT)',
    (error) => (error ? reject(error) : resolve()),
  ),
);
const insert = db.prepare('INSERT INTO intake VALUES (?, ?, ?, ?)');
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
    return reply.code(201).send({ ok: true, id, received_at: at });
  },
);
console.log(await server.listen({ host: '127.0.0.1', port: 0 }));
