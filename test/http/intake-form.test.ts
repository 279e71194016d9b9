import { expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { parseConfig } from '../../src/config.ts';
import { submitForm } from '../../src/http/intake-form.ts';
import { newStore } from '../support/server.ts';

test('a form whose request may be stored is not called unsent when the service fails', async () => {
  const app = await createApp(parseConfig({ DATABASE_URL: await newStore(), LOG_LEVEL: 'silent' }), {
    prebuilt: () => Promise.resolve(undefined),
  });
  // The signature is made while the row is on its way to the disk: one may fail and the other not.
  const submit = async (request: Parameters<typeof app.intake.submit>[0]) => {
    await app.intake.submit(request);
    throw new Error('no signature');
  };
  const body = Buffer.from('kind=question&body=Who+runs+this+agent%3F');
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const page = {
    request: new Request('http://localhost/intake', { method: 'POST', headers }),
    response: { headers: new Headers(), status: 200, statusText: '' },
    params: {},
    locals: { app: { ...app, intake: { ...app.intake, submit } }, requestId: crypto.randomUUID(), client: 'one', body },
  };
  expect(await submitForm(page)).toMatchObject({
    refusal:
      'The service failed, and it is not known whether your request was stored. Send it again later: it is not stored twice.',
  });
  expect(page.response.status).toBe(500);
  expect((await app.intake.summary()).total).toBe(1);
  await app.close();
});
