import { expect, inject, test } from 'vitest';
import { loadReceipts } from '../../src/dataset-files/load.ts';
import { checkMandateScope } from '../../src/domain/receipts/mandate-scope.ts';
import { boundWords } from '../../src/domain/receipts/mandate-words.ts';
import { call } from '../support/call.ts';

const url = inject('site');

test.each(loadReceipts().map(({ hash, receipt }) => [hash, boundWords[checkMandateScope(receipt).result]]))(
  'the badge of receipt %s claims no anchor, says that its mandate is %s and that an example is made up, and needs nothing else',
  async (hash, mandate) => {
    const { status, headers, text: svg } = await call(`${url}/badge/receipt/${hash}.svg`);
    expect([status, headers.get('content-type'), headers.get('access-control-allow-origin')]).toEqual([
      200,
      'image/svg+xml',
      '*',
    ]);
    const words = [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map((match) => match[1]).join(' | ');
    expect(words).toMatch(new RegExp(`\\| Intact\\. Signed[^|]*, mandate ${mandate} \\|`));
    // As XML: every attribute has a value, in quotes.
    expect(svg.replaceAll(/<\/?\w+(?: [\w:-]+="[^"<]*")*\/?>/g, '')).not.toContain('<');
    // A bar crosses the seal of what is outside its mandate, and of nothing else.
    expect(svg.includes('d="M2.5 24H45.5"')).toBe(mandate === 'broken');
    expect(words).toContain('no anchor was looked up');
    expect(words).toContain('made-up example');
    const [intact, fromWhom, sinceWhen] = [...svg.matchAll(/data-ring="\w+"[^>]*stroke="(#\w+)"/g)].map(
      (match) => match[1],
    );
    expect(intact).toBe(fromWhom);
    expect(sinceWhen).not.toBe(intact);
    expect(svg).not.toMatch(/<script|<style|style=|href|url\(|var\(/);
  },
);

test('a badge that does not exist is refused without a page', async () => {
  const { status, headers } = await call(`${url}/badge/no-such-receipt.svg`);
  expect([status, headers.get('content-type')]).toEqual([404, 'application/problem+json']);
});

test('the markup on the page of a receipt shows its badge', async () => {
  const { hash } = loadReceipts()[0]!;
  const [page, badge] = [`/receipts/${hash}`, `/badge/receipt/${hash}.svg`];
  const { text } = await call(url + page);
  const copied = text.replaceAll('&quot;', '"');
  expect(copied).toContain(`<a href="http://localhost:4321${page}"><img src="http://localhost:4321${badge}"`);
  expect(copied).toContain(`](http://localhost:4321${badge})](http://localhost:4321${page})`);
});
