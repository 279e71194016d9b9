import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { loadDocuments } from '../../src/dataset-files/load.ts';
import { receiptHash } from '../../src/domain/receipts/published-receipt.ts';
import { call, post } from '../support/call.ts';
import { shippedReceipts } from '../support/receipts.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const site = siteInBrowser();
const hash = receiptHash(shippedReceipts['demonstration-accepted']!);
const box = 'Check a receipt, or search';

/** What people come for. A step is what they do on one page, until the next page or the answer. */
interface Job {
  readonly name: string;
  /** From the home page on. */
  readonly steps: readonly ((page: Page) => Promise<unknown>)[];
  /** Sees that the job is done. */
  readonly isDone: (page: Page) => Promise<unknown>;
}

const ask = (words: string) => async (page: Page) => {
  await page.getByLabel(box).fill(words);
  await page.keyboard.press('Enter');
};
const follow = (link: string) => (page: Page) => page.getByRole('link', { name: link, exact: true }).first().click();

const { title, decision } = loadDocuments()['governance-decision-memory'].entries.find((entry) =>
  entry.decision.includes('chain-native tokens'),
)!;

const jobs: readonly Job[] = [
  {
    name: 'see whether an agent id is checked',
    steps: [ask('0xe3F27820116ceDe68586ddd2Cb693568D37aDa40')],
    isDone: async (page) => {
      await page.waitForURL('**/agent-laplace');
      const answer = page.getByRole('term').filter({ hasText: 'Is it checked?' }).locator('..');
      expect(await answer.innerText()).toContain('No check was run');
      // Without scrolling.
      expect((await answer.boundingBox())!.y).toBeLessThan(700);
    },
  },
  {
    name: 'check a receipt',
    steps: [
      async (page) => {
        const { bytes } = await call(`${site.url}/data/decision-receipts/${hash}.json`);
        await page
          .getByLabel('The file of a receipt')
          .setInputFiles({ name: 'receipt.json', mimeType: 'application/json', buffer: Buffer.from(bytes) });
      },
    ],
    isDone: (page) => page.getByRole('heading', { name: 'Intact and signed. Age unknown.' }).waitFor(),
  },
  {
    name: 'find a decision by a word of its text',
    steps: [ask('chain-native tokens'), follow(title)],
    isDone: async (page) => {
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      expect(await page.locator('main').innerText()).toContain(decision);
      for (const question of ['Who decided?', 'When?', 'What came of it?', 'Who says so?'])
        expect(await page.getByRole('term').filter({ hasText: question }).count()).toBe(1);
    },
  },
  {
    name: 'get an evidence pack for a hash',
    steps: [
      follow('Evidence packs'),
      async (page) => {
        await page.getByLabel('Receipt hash').fill(hash);
        await page.getByRole('button', { name: 'Show the pack' }).click();
      },
    ],
    isDone: async (page) => {
      await page.getByRole('heading', { name: 'The evidence pack of a receipt' }).waitFor();
      const address = await page.getByRole('link', { name: 'Download the evidence pack' }).getAttribute('href');
      const { json } = await call(site.url + address!);
      expect(json['adjudication_question']).toMatchObject({ receipt_hash_sha256: hash });
    },
  },
  {
    name: 'try an illegal move',
    steps: [
      follow('Work order runner'),
      (page) => page.locator('[data-state="verdict_simulated"]').getByRole('button').click(),
    ],
    isDone: async (page) => {
      const reason = page.locator('[data-state="verdict_simulated"] [data-reason]');
      expect(await reason.innerText()).toContain('prepare_commitment');
      expect(await page.locator('[data-state][aria-current="step"]').getAttribute('data-state')).toBe('draft_preview');
    },
  },
  {
    name: 'follow a request by its id',
    steps: [
      async (page) => {
        const { json } = await post(`${site.url}/api/intake`, { body: 'What became of this?' });
        await ask(json['id'] as string)(page);
      },
    ],
    isDone: (page) => page.getByRole('heading', { name: 'Your request: ' }).waitFor(),
  },
  {
    name: 'download a filtered list',
    steps: [
      follow('Systems'),
      async (page) => {
        await page.getByText('Filters', { exact: true }).click();
        await page.getByLabel('Kind').selectOption('registry');
        const coming = page.waitForEvent('download');
        await page.locator('[data-take]').getByRole('link', { name: 'CSV' }).click();
        await coming;
      },
    ],
    isDone: (page) => page.getByText('Download these').waitFor(),
  },
  {
    name: 'break a receipt',
    steps: [follow('Try to break it'), (page) => page.locator('#break-decision').selectOption('rejected')],
    isDone: (page) => page.locator('[data-break] [data-answer="intact"]').filter({ hasText: 'fail' }).waitFor(),
  },
  {
    name: 'compare two systems',
    steps: [
      follow('Systems'),
      async (page) => {
        for (const checkbox of (await page.getByRole('checkbox', { name: /^Compare / }).all()).slice(0, 2))
          await checkbox.check();
        await page.getByRole('button', { name: 'Compare', exact: true }).click();
      },
    ],
    isDone: (page) => page.getByRole('heading', { name: /, compared$/ }).waitFor(),
  },
  ...[
    hash.toUpperCase(),
    `0x${hash}`,
    `sha256:${hash}`,
    `sha-256=:${Buffer.from(hash, 'hex').toString('base64')}:`,
    hash.slice(0, 8),
  ].map((notation) => ({
    name: `check a receipt by ${notation}`,
    steps: [ask(notation)],
    isDone: (page: Page) => page.waitForURL(`**/receipts/${hash}`),
  })),
  {
    name: 'send a request',
    steps: [
      follow('Ask the agent'),
      async (page) => {
        await page.getByLabel('Your request').fill('Which bounds has the mandate of the agent?');
        await page.getByRole('button', { name: 'Send the request' }).click();
      },
    ],
    isDone: async (page) => {
      await page.waitForURL(/\/intake\/[\w-]{20,}$/);
      const { json } = await call(page.url().replace('/intake/', '/api/intake/'));
      expect(json['status']).toBe('received');
    },
  },
];

test.each(jobs.map((job) => [job.name, job.steps.length, job] as const))(
  'on a phone, the way from the home page to %s has no more than this many steps: %i',
  async (_, __, { steps, isDone }) => {
    const { page, complaints } = await site.openTab({ viewport: { width: 390, height: 844 } });
    await page.goto(site.url, { waitUntil: 'networkidle' });
    for (const step of steps) await step(page);
    await isDone(page);
    expect(complaints).toEqual([]);
  },
);
