import { afterAll, expect, test } from 'vitest';
import { openDevnet } from '../../src/devnet/devnet.ts';
import { receiptHash } from '../../src/domain/receipts/published-receipt.ts';
import { type Answer, call, post } from '../support/call.ts';
import { anchoringOn, asAdmin } from '../support/chain-double/settings.ts';
import { hashNamed } from '../support/chain-double/world.ts';
import { hostService, serviceHere } from '../support/hosted-service.ts';
import { acceptedReceipt } from '../support/receipts.ts';
import { storeWithAnchors } from '../support/stored-anchors.ts';

const PAGE = '/agent-acceptance-anchor';
const hash = receiptHash(acceptedReceipt);
const devnet = await openDevnet({ blockEveryMs: 100 });
afterAll(() => devnet.close());
const server = await serviceHere(await anchoringOn(devnet));
const kit = `${server.url}/api/agent-acceptance-kit`;
expect((await post(`${kit}/anchor-live`, { receipt: acceptedReceipt }, { ...asAdmin, prefer: 'wait=20' })).status).toBe(
  201,
);

const page = (query = ''): Promise<Answer> => call(server.url + PAGE + query);
/** The text of the page, without tags. */
const read = ({ text }: Answer): string =>
  text.replaceAll(/<[^>]+>/g, ' ').replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&').replaceAll(/\s+/g, ' '); // prettier-ignore

test('shows what is left of the budget, what is stored, and that the network is a simulation', async () => {
  const answer = await page();
  expect(answer.status).toBe(200);
  for (const words of [
    '4.989420 CCD',
    '0.010580 CCD',
    '1: 1 finalized',
    'simulation',
    'Anchoring covers decision receipt hashes only',
  ])
    expect(read(answer)).toContain(words);
  // On a phone, a command breaks at its slashes and not within a port.
  expect(answer.text).toMatch(/https:\/\/<wbr[^>]*>grpc\.testnet\.concordium\.com:20000/);
});

test('shows the record of a hash in either case, with the steps to check it', async () => {
  for (const asked of [hash, ` ${hash.toUpperCase()} `]) {
    const answer = await page(`?hash=${encodeURIComponent(asked)}`);
    expect(answer.status).toBe(200);
    const { transaction_hash } = (await call(`${server.url}/api/agent-acceptance-kit/anchors/${hash}`)).json;
    for (const words of ['finalized', hash, String(transaction_hash), 'it proves nothing', '0.010580 CCD charged'])
      expect(read(answer)).toContain(words);
  }
});

test('lists the stored anchors, and says nothing beside them that they contradict', async () => {
  const answer = await page();
  expect(read(answer)).toContain('All anchors that are stored here');
  expect(answer.text).toContain(`href="${PAGE}?hash=${hash}"`);
  for (const query of ['', `?hash=${hash}`]) {
    expect(read(await page(query))).not.toMatch(/signed or sent from here|nothing is signed/i);
    expect(read(await page(query))).toContain('Private preview');
  }
});

test('lists the newest anchors first, and at most twenty', async () => {
  const hashes = Array.from({ length: 22 }, (_, at) => hashNamed(`receipt ${at}`));
  const many = await hostService({ DATABASE_URL: await storeWithAnchors(...hashes) });
  const { text } = await call(many.url + PAGE);
  await many.end();
  const listed = [...text.matchAll(/agent-acceptance-anchor\?hash=([0-9a-f]{64})/g)].map(([, each]) => each);
  expect(listed).toEqual(hashes.toReversed().slice(0, 20));
  expect(text).toContain('The newest 20 of 22');
});

test('says clearly that a hash is not known, and that a text is no hash, and repeats nothing dangerous', async () => {
  const unknown = await page(`?hash=${hashNamed('nowhere')}`);
  expect(unknown.status).toBe(404);
  expect(read(unknown)).toContain('No anchor of this hash is stored here');
  const nonsense = await page(`?hash=${encodeURIComponent('"><script>alert(1)</script>')}`);
  expect(nonsense.status).toBe(400);
  expect(read(nonsense)).toContain('This is not a SHA-256 hash');
  expect(nonsense.text).not.toContain('<script>alert');
  expect((await page('?hash=')).status).toBe(200);
});

test('answers no other method, and is kept out of every index', async () => {
  expect((await call(server.url + PAGE, { method: 'POST' })).status).toBe(405);
  expect((await call(server.url + PAGE, { method: 'OPTIONS' })).headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  for (const query of ['', `?hash=${hash}`, '?hash=x'])
    expect((await page(query)).headers.get('x-robots-tag')).toBe('noindex, nofollow');
  expect((await call(`${server.url}/sitemap.xml`)).text).not.toContain(PAGE);
});
