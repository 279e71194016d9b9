import { join } from 'node:path';
import { receiptHash } from '../../src/domain/receipts/published-receipt.ts';
import setup from '../support/build.ts';
import { MOST_WEIGHT } from '../support/page-weight.ts';
import { shippedReceipts } from '../support/receipts.ts';
import { newFolder, startServer } from '../support/server.ts';
import { type PageFinding, prepareLighthouse } from './lighthouse.ts';
import { atLeast, atMost, type Line, told } from './report.ts';
import { median } from './timed.ts';

const SCORE = 98;
const MOST_SHIFT = 0.05;
/** Looks at a page whose first score is below the bar: other work on the machine costs points. */
const LOOKS = 3;

const [receipt] = Object.values(shippedReceipts);

/** One page of every kind. */
const indexed = [
  '/',
  '/agent',
  '/intake',
  '/receipts',
  `/receipts/${receiptHash(receipt!)}`,
  '/verify',
  '/search',
  '/search?q=erc8004',
  '/verified-agent-observatory',
  '/verified-agent-observatory/agent-laplace',
  '/agent-accountability-map',
  '/agent-accountability-map/x402',
  '/governance-decision-memory',
  '/governance-decision-memory/concordium-protocol-update-9',
  '/api-reference',
  '/api-reference/adjudication',
  '/api-reference/datasets',
  '/api-reference/a2a-and-mcp',
  '/api-reference/schemas/service-decision-receipt-schema-v1',
  '/specification',
  '/errors',
];
/** Pages that search engines must not list, so their rules for search engines do not apply. */
const notIndexed = [
  '/agent-accountability-map/compare?s=erc-8004&s=x402',
  '/adjudicator-evidence-pack',
  `/adjudicator-evidence-pack/pack?hash=${receiptHash(receipt!)}`,
  '/adjudicator-work-order-pack',
  '/adjudicator-work-order-runner',
  '/adjudicator-agent-escrow-pr',
  '/agent-acceptance-anchor',
];

const linesOf = (path: string, { scores, shift, weight, messages, losing }: PageFinding): Line[] => {
  const least = Math.min(...Object.values(scores));
  const said = Object.entries(scores).map(([name, score]) => `${name} ${score}`);
  return [
    atLeast(`lowest score of ${path}`, least, SCORE, [...said, ...(least < SCORE ? losing : [])].join(', ')),
    atMost(`layout shift of ${path}`, shift, MOST_SHIFT, ''),
    atMost(`HTML, CSS and scripts of ${path} / 60 kB`, weight / MOST_WEIGHT, 1, `${weight} B compressed`),
    atMost(`messages in the console of ${path}`, messages, 0, ''),
  ];
};

/** Every kind of page as Lighthouse sees it with the settings of a phone. */
export const benchPages = async (): Promise<Line[]> => {
  await setup();
  const look = await prepareLighthouse(join(await newFolder(), 'lighthouse'));
  if (!look) return [told('pages in Lighthouse', Number.NaN, 'not measured: Lighthouse cannot be installed')];
  const server = await startServer();
  const lines: Line[] = [];
  try {
    for (const path of [...indexed, ...notIndexed]) {
      const without = notIndexed.includes(path) ? ['seo'] : [];
      const findings = [await look(server.url + path, without)];
      while (findings.length < LOOKS && Math.min(...Object.values(findings[0]!.scores)) < SCORE)
        findings.push(await look(server.url + path, without));
      const middle = median(findings.map(({ scores }) => scores['performance']!));
      lines.push(...linesOf(path, { ...findings[0]!, scores: { ...findings[0]!.scores, performance: middle } }));
    }
    return lines;
  } finally {
    await server.stop();
  }
};
