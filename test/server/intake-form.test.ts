import { describe, expect, inject, test } from 'vitest';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import { call, post as jsonPost } from '../support/call.ts';
import { serviceHere } from '../support/hosted-service.ts';

/** A service with the settings as shipped, and one that takes one request a minute and keeps it for a month. */
const site = inject('site');
const strict = await serviceHere({ RATE_LIMIT_INTAKE: '1/60', RETENTION_DAYS: '30' });

const FORM = 'application/x-www-form-urlencoded';

const post = (fields: Readonly<Record<string, string>>, url = site): Promise<Response> =>
  fetch(`${url}/intake`, {
    method: 'POST',
    headers: { 'Content-Type': FORM },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });

const statusOf = async (answer: Response): Promise<{ body_sha256: string; kind: string }> => {
  const id = answer.headers.get('location')!.split('/').at(-1)!;
  return (await fetch(`${site}/api/intake/${id}`)).json() as Promise<{ body_sha256: string; kind: string }>;
};

describe('a form that is sent without a script', () => {
  test('is answered with a redirection to its receipt that nobody may store', async () => {
    const answer = await post({ kind: 'media', from: '', contact: '', body: 'A question for the press' });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toMatch(/^\/intake\/[0-9a-z]{24}$/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect((await statusOf(answer)).kind).toBe('media');
  });

  test('has the hash of the text with line feeds, however the browser breaks lines', async () => {
    const hashes = await Promise.all(
      ['one\r\ntwo', 'one\ntwo', 'one\rtwo'].map(async (body) => (await statusOf(await post({ body }))).body_sha256),
    );
    expect(hashes).toEqual(Array(3).fill(sha256Hex('one\ntwo')));
  });

  test('counts a line break of a browser as one character', async () => {
    expect((await post({ body: 'a\r\n' })).status).toBe(400);
    expect((await post({ body: `${'a'.repeat(3_998)}\r\nb` })).status).toBe(303);
    expect((await post({ body: `${'a'.repeat(3_999)}\r\nb` })).status).toBe(400);
  });

  test('is shown again with every problem named and every character escaped', async () => {
    const answer = await post({
      kind: 'nonsense',
      from: 'f'.repeat(201),
      contact: 'c'.repeat(321),
      body: '</textarea><b>'.repeat(300),
    });
    const page = await answer.text();
    expect(answer.status).toBe(400);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(page).toContain('Choose one of the kinds in the list.');
    expect(page).toContain('The name has 201 characters');
    expect(page).toContain('The contact has 321 characters');
    expect(page).toContain('Your request has 4,200 characters');
    expect(page).not.toContain('</textarea><b>');
    expect(page).toContain('&lt;/textarea&gt;&lt;b&gt;');
    expect(page).not.toContain('nonsense');
  });

  test('is refused with a NUL character, as JSON is, and comes back whole without it', async () => {
    const answer = await post({ from: 'A\0da', body: 'abc\0def' });
    const page = await answer.text();
    expect(answer.status).toBe(400);
    expect(page).toContain('Your request contained a NUL character, which is removed now');
    expect(page).toContain('\nabcdef</textarea>');
    expect(page).toContain('value="Ada"');
    expect(page).not.toMatch(/[\0\ufffd]/);
  });

  test.each(['body=abc%FFdef', Buffer.from('body=abc\xffdef', 'latin1'), 'body=abc%ED%A0%80def'])(
    'is refused with bytes that are not UTF-8, and nothing is stored: %s',
    async (body) => {
      const answer = await fetch(`${site}/intake`, {
        method: 'POST',
        headers: { 'Content-Type': FORM },
        body,
        redirect: 'manual',
      });
      const page = await answer.text();
      expect(answer.status).toBe(400);
      expect(page).toContain('Your request contains characters that are broken');
      expect(page).toContain('abc\ufffd');
    },
  );

  test('takes the replacement character that somebody wrote', async () => {
    const answer = await fetch(`${site}/intake`, {
      method: 'POST',
      headers: { 'Content-Type': FORM },
      body: 'body=abc%EF%BF%BDdef',
      redirect: 'manual',
    });
    expect(answer.status).toBe(303);
  });

  test.each(['multipart/form-data; boundary=x', 'text/plain', 'application/json'])('is refused as %s', async (type) => {
    const answer = await fetch(`${site}/intake`, {
      method: 'POST',
      headers: { 'Content-Type': type },
      body: 'body=abc',
    });
    expect(answer.status).toBe(415);
    expect(answer.headers.get('accept-post')).toBe(FORM);
  });

  test('over the limit is shown again with its text and the time to wait', async () => {
    expect((await post({ body: 'the first one' }, strict.url)).status).toBe(303);
    const answer = await post({ body: 'the second one' }, strict.url);
    const page = await answer.text();
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(page).toContain('the second one');
    expect(page).toContain('Too many requests');
    // The limit is checked before the content is looked at (SPEC.md §2.6).
    for (const [type, body] of [
      ['text/plain', 'body=abc'],
      [FORM, 'x'.repeat(70_000)],
    ] as const) {
      const headers = { 'Content-Type': type };
      const other = await fetch(`${strict.url}/intake`, { method: 'POST', headers, body });
      expect(other.status).toBe(429);
    }
  });
});

test('a filled hidden field is an invalid request, which comes back with its text and an empty field', async () => {
  const before = (await call(`${strict.url}/api/intake/summary`)).json['total'];
  const answer = await post({ body: 'Buy cheap things', website: 'https://example.org' });
  const page = await answer.text();
  expect(answer.status).toBe(400);
  expect(page).toContain('A hidden field that must stay empty was filled in');
  expect(page).toContain('Buy cheap things');
  expect(page).not.toContain('https://example.org');
  expect((await call(`${strict.url}/api/intake/summary`)).json['total']).toBe(before);
});

test('a form that is sent again is stored once, and one with another text is a request of its own', async () => {
  const form_key = /name="form_key" value="([\w-]+)"/.exec(await (await fetch(`${site}/intake`)).text())![1]!;
  const send = async (body: string) => (await post({ body, form_key })).headers.get('location');
  const first = await send('Is this stored twice?');
  expect(await send('Is this stored twice?')).toBe(first);
  expect(await send('Is this another one?')).not.toBe(first);
  const refused = await (await post({ body: '', form_key })).text();
  expect(refused).toContain(form_key);
});

test('the page of a receipt has the receipt that was signed, until the text is deleted', async () => {
  const { json: receipt } = await jsonPost(`${site}/api/intake`, { kind: 'bug', body: 'For its receipt' });
  const { text } = await call(`${site}/intake/${String(receipt['id'])}`);
  const file = /href="data:application\/json;base64,([^"]+)"/.exec(text)![1]!;
  expect(JSON.parse(Buffer.from(file, 'base64').toString())).toEqual(receipt);
});

describe('the form itself', () => {
  test('says how long this server keeps a text', async () => {
    expect(await (await fetch(`${strict.url}/intake`)).text()).toContain('are kept for 30 days');
    expect(await (await fetch(`${site}/intake`)).text()).toContain('are kept for 365 days');
  });

  test('is filled in by its address, without a script, and echoes no kind that is not in the list', async () => {
    const subject = `"><script>\u202e\u200b\u{e0041}\n https://service.example/نمی\u200cدانم-👩\u200d🚀${'x'.repeat(500)}`;
    const page = async (query: Record<string, string>) =>
      (await fetch(`${site}/intake?${new URLSearchParams(query).toString()}`)).text();
    const filled = await page({ kind: 'bug', subject });
    expect(filled).toMatch(/<option value="bug" selected/);
    // One line of at most 300 characters that can be seen.
    expect(filled).toMatch(
      /About &quot;&gt;&lt;script&gt; https:\/\/service\.example\/نمی\u200cدانم-👩\u200d🚀x{253}:/u,
    );
    expect(await page({ kind: 'payment' })).not.toContain('payment');
  });
});
