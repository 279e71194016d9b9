import { SEARCH_INDEX } from '../../src/domain/datasets/search/search-index.ts';
import { openBrowser, openTab } from '../support/browser.ts';
import setup from '../support/build.ts';
import { startServer } from '../support/server.ts';
import { atMost, type Line, told } from './report.ts';
import { median } from './timed.ts';

/** How much slower the processor of a cheap phone is. Lighthouse takes 4 for one of the middle. */
const TIMES_SLOWER = 6;
const ROUNDS = 3;
const MOST = 100;
const QUERIES = [
  'erc8004',
  'ERC-8004 registry',
  'base',
  'agent',
  'a',
  '0x8004A1',
  'no-such-word',
  'concord',
  'AI Act',
  'trustless agent',
  'eip155:8453',
  'payment mandate',
  'x402',
  'did:web',
  'revocation',
  'key in the directory',
  'solana',
  'card hash on chain',
  'ethereum foundation',
  'the of and to',
];

// As texts: they run in the page, whose types the benchmarks do not know.
const AT_REST = `new Promise((done) => requestIdleCallback(() => requestAnimationFrame(() => setTimeout(done))))`;
const WATCH = `addEventListener('keydown', (event) => {
  window.painted = new Promise((done) =>
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - event.timeStamp))));
}, true)`;

/** Milliseconds from the press of a key to the frame that shows what came of it. */
interface Pressed {
  /** On the clock, others on the machine included. */
  readonly clock: number;
  /** Of the processor, which the page alone had. */
  readonly processor: number;
}

/** The search of the site in Chromium with the processor of a phone. */
export const benchSearchOnPhone = async (): Promise<Line[]> => {
  await setup();
  const server = await startServer();
  const browser = await openBrowser();
  try {
    const { page, context } = await openTab(browser, { viewport: { width: 390, height: 844 } });
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await session.send('Emulation.setCPUThrottlingRate', { rate: TIMES_SLOWER });
    const spent = async (): Promise<number> => {
      await page.evaluate(AT_REST);
      const { metrics } = await session.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000;
    };
    const press = async (key: string): Promise<Pressed> => {
      const before = await spent();
      await page.keyboard.press(key);
      const clock = await page.evaluate<number>('window.painted');
      return { clock, processor: (await spent()) - before };
    };
    const box = page.getByRole('searchbox').last();

    const firsts: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await page.goto(`${server.url}/search`, { waitUntil: 'networkidle' });
      await page.evaluate(WATCH);
      const index = page.waitForResponse((response) => response.url().endsWith(SEARCH_INDEX));
      await box.focus();
      await (await index).finished();
      firsts.push((await press('a')).processor);
    }
    const first = Math.min(...firsts);

    const least: { query: string; pressed: Pressed }[] = [];
    for (const query of QUERIES) {
      const rounds: Pressed[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        await box.fill(query.slice(0, -1));
        rounds.push(await press(query.at(-1)!));
      }
      least.push({ query, pressed: rounds.toSorted((a, b) => a.processor - b.processor)[0]! });
    }
    const slowest = least.toSorted((a, b) => b.pressed.processor - a.pressed.processor)[0]!;
    const middle = (of: keyof Pressed) => median(least.map(({ pressed }) => pressed[of]));
    const { clock: shift } = await press('Shift');
    return [
      atMost(
        `key press to results, slowest of ${QUERIES.length} queries, processor ${TIMES_SLOWER} times slower / ${MOST} ms of it`,
        slowest.pressed.processor / MOST,
        1,
        `${slowest.pressed.processor.toFixed(0)} ms for “${slowest.query}”, middle ${middle('processor').toFixed(0)} ms`,
      ),
      told(
        `the middle one on the clock / ${MOST} ms`,
        middle('clock') / MOST,
        `${middle('clock').toFixed(0)} ms, a key that changes nothing ${shift.toFixed(0)} ms`,
      ),
      atMost(
        `first key press there, the index read when the field was entered / ${MOST} ms`,
        first / MOST,
        1,
        `${first.toFixed(0)} ms`,
      ),
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
};
