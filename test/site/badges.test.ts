import { describe, expect, inject, test } from 'vitest';
import { rasterize } from '../../src/components/graphics/rasterize.ts';
import { systemBadge } from '../../src/components/graphics/record-badges.ts';
import { loadDocuments, loadReceipts } from '../../src/dataset-files/load.ts';
import { layerNames } from '../../src/domain/datasets/accountability-map/record.ts';
import { outcomeStatusTerms } from '../../src/domain/datasets/governance/terms.ts';
import { verificationLevelTerms } from '../../src/domain/datasets/observatory/terms.ts';
import { call } from '../support/call.ts';

const documents = loadDocuments();
const url = inject('site');

const badgeAt = async (path: string): Promise<string> => {
  const { status, headers, text } = await call(`${url}/badge/${path}.svg`);
  expect([path, status, headers.get('content-type'), headers.get('access-control-allow-origin')]).toEqual([
    path,
    200,
    'image/svg+xml',
    '*',
  ]);
  return text;
};

/** What a badge says to those who read it, its title aside. */
const wordsOf = (svg: string): string => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map((match) => match[1]).join(' | ');

describe('every record has a badge that says what the record says', () => {
  test('systems: how many layers have which level', async () => {
    for (const { id, layers } of documents['agent-accountability-map'].entries) {
      const words = wordsOf(await badgeAt(id));
      for (const level of ['native', 'partial', 'extension'] as const) {
        const count = layerNames.filter((name) => layers[name].level === level).length;
        const said = Number(new RegExp(`(\\d) ${level}`).exec(words)?.[1] ?? 0);
        expect([id, level, said]).toEqual([id, level, count]);
      }
      expect(words).toContain('According to the sources that were read');
    }
  });

  test('agents: the level, and that a listing is no verification', async () => {
    for (const { id, verification_level: level } of documents['verified-agent-observatory'].entries) {
      const words = wordsOf(await badgeAt(`verified-agent-observatory/${id}`));
      expect(words).toContain(`| ${verificationLevelTerms[level].label} | Being listed is no verification |`);
    }
  });

  test('decisions: what came of them', async () => {
    for (const { id, outcome_status: outcome } of documents['governance-decision-memory'].entries) {
      const words = wordsOf(await badgeAt(`governance-decision-memory/${id}`));
      expect(words).toContain(`| ${outcomeStatusTerms[outcome].label} |`);
    }
  });
});

test('the badge of a receipt claims no anchor, and that an example is made up', async () => {
  for (const { hash } of loadReceipts()) {
    const svg = await badgeAt(`receipt/${hash}`);
    const words = wordsOf(svg);
    expect(words).toContain('Intact. Signed');
    expect(words).toContain('no anchor was looked up');
    expect(words).toContain('made-up example');
    const [intact, fromWhom, sinceWhen] = [...svg.matchAll(/data-ring="(\w+)"[^>]*stroke="(#\w+)"/g)].map(
      (match) => match[2],
    );
    expect(intact).toBe(fromWhom);
    expect(sinceWhen).not.toBe(intact);
  }
});

test('a badge is one drawing that needs nothing else, on paper of its own', async () => {
  for (const path of ['erc-8004', `receipt/${loadReceipts()[0]!.hash}`]) {
    const svg = await badgeAt(path);
    expect(svg).not.toMatch(/<script|<style|style=|href|url\(|var\(/);
    const { pixels } = await rasterize(svg);
    const middleOfEdge = pixels.subarray((44 * 400 + 390) * 4, (44 * 400 + 390) * 4 + 4);
    expect(middleOfEdge[3]).toBe(255);
  }
});

test('a withdrawn record says so instead of its levels', () => {
  const record = documents['agent-accountability-map'].entries[0]!;
  const { statement } = systemBadge({ ...record, withdrawn_on: '2026-11-22', withdrawn_reason: 'It was a double.' });
  expect(statement).toBe('Withdrawn on 2026-11-22');
});

test('a badge that does not exist is refused without a page', async () => {
  const { status, headers } = await call(`${url}/badge/no-such-system.svg`);
  expect([status, headers.get('content-type')]).toEqual([404, 'application/problem+json']);
});

test('the markup on the pages of a record and of a receipt shows their badges', async () => {
  const { hash } = loadReceipts()[0]!;
  const pages = [
    ['/agent-accountability-map/erc-8004', '/badge/erc-8004.svg'],
    ['/verified-agent-observatory/agent-laplace', '/badge/verified-agent-observatory/agent-laplace.svg'],
    [`/receipts/${hash}`, `/badge/receipt/${hash}.svg`],
  ] as const;
  for (const [page, badge] of pages) {
    const { text } = await call(url + page);
    expect(text).toContain(
      `&lt;a href=&quot;http://localhost:4321${page}&quot;&gt;&lt;img src=&quot;http://localhost:4321${badge}&quot;`,
    );
    expect(text).toContain(`](http://localhost:4321${badge})](http://localhost:4321${page})`);
  }
});
