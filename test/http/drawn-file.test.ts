import { expect, test } from 'vitest';
import type { App } from '../../src/app.ts';
import { drawnFile } from '../../src/http/drawn-file.ts';

const PATH = '/agent-accountability-map/pictures/one.png';

const asking = () => ({
  request: { method: 'GET', headers: new Headers() },
  params: {},
  locals: { app: { limits: {} } as App, requestId: crypto.randomUUID(), client: 'one', body: new Uint8Array(0) },
});

test('a file that many ask for at once is drawn once, and again after a failure', async () => {
  let drawn = 0;
  const failures = [new Error('too many open files')];
  const log = { error: () => undefined };
  const file = drawnFile(
    () => PATH,
    async () => {
      drawn += 1;
      await new Promise((resolve) => setImmediate(resolve));
      const failure = failures.pop();
      if (failure) throw failure;
      return new Uint8Array([drawn]);
    },
  );
  const all = () =>
    Promise.all(
      Array.from({ length: 20 }, async () => {
        const asked = asking();
        Object.assign(asked.locals.app, { config: { siteUrl: 'http://localhost:4321' }, log });
        return (await file.answer(asked)).status;
      }),
    );
  expect(new Set(await all())).toEqual(new Set([500]));
  expect(new Set(await all())).toEqual(new Set([200]));
  expect(drawn).toBe(2);
});
