import { describe, expect, test } from 'vitest';
import { receiptHash } from '../../src/domain/receipts/published-receipt.ts';
import { type Answer, call } from '../support/call.ts';
import { hashNamed } from '../support/chain-double/world.ts';
import { serviceHere } from '../support/hosted-service.ts';
import { shippedReceipts } from '../support/receipts.ts';
import { storeWithAnchors } from '../support/stored-anchors.ts';

const hashOf = (name: string): string => receiptHash(shippedReceipts[`demonstration-${name}`]!);
const elsewhere = hashNamed('a receipt that is published nowhere');
const server = await serviceHere({ DATABASE_URL: await storeWithAnchors(elsewhere, hashOf('accepted')) });

const page = (path: string, init: RequestInit = {}): Promise<Answer> => call(server.url + path, init);
/** The page as it is read, without tags; where a hash may break, nothing stands. */
const read = ({ text }: Answer): string =>
  text.replaceAll(/<wbr[^>]*>/g, '').replaceAll(/<[^>]+>/g, ' ').replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&').replaceAll(/\s+/g, ' '); // prettier-ignore

describe('the page of a published receipt', () => {
  test.each(Object.values(shippedReceipts))(
    '$receipt_id: says who decided what, why, and that it is made up',
    async (receipt) => {
      const answer = await page(`/receipts/${receiptHash(receipt)}`);
      expect(answer.status).toBe(200);
      const words = read(answer);
      for (const part of [
        receipt.agent.name,
        receipt.decision,
        receipt.subject.reference,
        receipt.reason,
        receipt.mandate.sha256,
        receipt.merchant_policy.reference,
        ...receipt.evidence_items.map(({ sha256 }) => sha256),
        'Nothing described in this receipt took place',
        'Signed by decision key',
        'a demonstration key',
        'Not looked up here',
        'What is not proven',
        `jq -cSj 'del(.receipt_hash_sha256, .signatures)' receipt.json | sha256sum`,
      ])
        expect(words).toContain(part);
      expect(words).toMatch(/node verify\.mjs receipt\.json --keys https?:\/\/\S+\/static\/keys\.json/);
      expect(words).toMatch(
        /curl -sfo keys\.json https?:\/\/\S+\/static\/keys\.json &(amp;)?&(amp;)? python3 verify\.py receipt\.json --keys keys\.json/,
      );
      expect(/<meta name="description" content="([^"]*)"/.exec(answer.text)![1]!.length).toBeLessThanOrEqual(160);
    },
  );

  test('leads to the JSON, the canonical text, the evidence pack and the anchor', async () => {
    const hash = hashOf('accepted');
    const { text } = await page(`/receipts/${hash}`);
    for (const address of [
      `/data/decision-receipts/${hash}.json`,
      `/data/decision-receipts/canonical/${hash}.json`,
      `/api/adjudicator/evidence/agent-acceptance/${hash}`,
      `/agent-acceptance-anchor?hash=${hash}`,
    ])
      expect(text).toContain(`href="${address}"`);
  });

  test('says which bounds of the mandate are kept, broken and open', async () => {
    const outside = read(await page(`/receipts/${hashOf('outside-mandate')}`));
    for (const words of ['Outside its mandate', 'broken', 'kept', 'open']) expect(outside).toContain(words);
    expect(read(await page(`/receipts/${hashOf('accepted')}`))).toContain('within its mandate');
    const expensive = read(await page(`/receipts/${hashOf('too-expensive')}`));
    expect(expensive).toMatch(
      /Within its mandate\? broken The decision is outside its mandate\. The amount, EUR 129\.00/,
    );
    expect(expensive).toContain('EUR 129.00, quantity 1 to shop-example');
    const { text: list } = await page('/receipts');
    const seals = [...list.matchAll(/<title>(Intact\?[^<]*)</g)].map(([, words]) => words!.split(' ').at(-1));
    expect(seals).toEqual(['broken.', 'broken.', 'open.', 'open.', 'kept.']);
  });
});

test('the list names every receipt, newest first, and home and sitemap lead to them', async () => {
  const hashes = Object.values(shippedReceipts)
    .toSorted((a, b) => Date.parse(b.decided_at) - Date.parse(a.decided_at))
    .map((receipt) => receiptHash(receipt));
  const { text: list } = await page('/receipts');
  expect([...list.matchAll(/href="\/receipts\/([0-9a-f]{64})"/g)].map(([, hash]) => hash)).toEqual(hashes);
  expect((await page('/receipts?from=20')).text).toContain('There are no receipts this far back.');
  expect((await page('/')).text).toContain('href="/receipts"');
  // One of them is anchored, and says so.
  expect(
    [...list.matchAll(/<td data-label="Anchor"[^]*?<\/td>/g)].map(([cell]) => /finalized|none/.exec(cell)?.[0]),
  ).toEqual(hashes.map((hash) => (hash === hashOf('accepted') ? 'finalized' : 'none')));
  const { text } = await page('/sitemap.xml');
  for (const path of ['/receipts<', ...hashes.map((hash) => `/receipts/${hash}<`)]) expect(text).toContain(path);
});

describe('the evidence pack of a hash, as a page', () => {
  const PACK = '/adjudicator-evidence-pack/pack';

  test('is asked for in a form on the page of evidence packs, which says nothing of an anchor that it did not look up', async () => {
    const answer = await page('/adjudicator-evidence-pack');
    expect(answer.text).toContain(`<form method="get" action="${PACK}"`);
    expect(read(answer)).not.toMatch(/against its hash\.\s+not_anchored/);
    expect(read(answer)).toContain('no anchor was looked up for this example');
    expect((await page(PACK, { redirect: 'manual' })).headers.get('location')).toBe('/adjudicator-evidence-pack');
  });

  test('shows a published receipt with its anchor as it is at this moment', async () => {
    const [anchored, not] = [hashOf('accepted'), hashOf('rejected')];
    const answer = await page(`${PACK}?hash=${anchored.toUpperCase()}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    const { json } = await page(`/api/adjudicator/evidence/agent-acceptance/${anchored}`);
    for (const words of ['demonstration-accepted', ' finalized ', String(json['pack_hash_sha256'])])
      expect(read(answer)).toContain(words);
    for (const address of [`/receipts/${anchored}`, `/api/adjudicator/evidence/agent-acceptance/${anchored}`])
      expect(answer.text).toContain(`href="${address}"`);
    expect(read(await page(`${PACK}?hash=${not}`))).toMatch(/against its hash\.\s+not_anchored/);
  });

  test('shows what is known of a hash by its anchor alone, and says when nothing is', async () => {
    expect(read(await page(`${PACK}?hash=${elsewhere}`))).toContain(' finalized ');
    const unknown = await page(`${PACK}?hash=${hashNamed('nowhere')}`);
    expect(unknown.status).toBe(404);
    expect(read(unknown)).toContain('Neither a receipt with this hash nor an anchor of it is known here');
    const nonsense = await page(`${PACK}?hash=%3Cscript%3E`);
    expect(nonsense.status).toBe(400);
    expect(read(nonsense)).toContain('This is not a SHA-256 hash');
    expect(nonsense.text).toMatch(/aria-describedby="hash-problem [^>]*aria-invalid="true"/);
    expect(nonsense.text).not.toContain('<script>');
  });
});

describe('a hash whose receipt is not published here', () => {
  test('has no page, and what was asked for is not repeated', async () => {
    for (const path of [elsewhere, 'nonsense', '%3Cscript%3E', 'a/b']) {
      const answer = await page(`/receipts/${path}`);
      expect(answer.status).toBe(404);
      expect(answer.text).not.toContain('<script>');
    }
  });

  test.each([
    ['/receipts/', ''],
    ['/badge/receipt/', '.svg'],
    ['/data/decision-receipts/', '.json'],
    ['/data/decision-receipts/canonical/', '.json'],
  ])('typed in capitals, its address at %s leads to the one in lower case', async (before, after) => {
    const hash = hashOf('accepted');
    const answer = await page(`${before}${hash.toUpperCase()}${after}?from=print`, { redirect: 'manual' });
    expect(answer.status).toBe(308);
    const to = new URL(answer.headers.get('location')!);
    expect(to.pathname + to.search).toBe(`${before}${hash}${after}?from=print`);
    expect((await page(to.pathname)).status).toBe(200);
  });
});
