import { expect, inject, test } from 'vitest';
import { layerNames } from '../../src/domain/datasets/accountability-map/record.ts';
import type { ScopeDocument } from '../../src/domain/datasets/accountability-map/scope.ts';
import type { FamiliesDocument } from '../../src/domain/datasets/governance/families.ts';
import type { WatchedDocument } from '../../src/domain/datasets/record/watched.ts';
import { call } from '../support/call.ts';

const url = inject('site');
const htmlOf = async (path: string): Promise<string> => (await call(url + path)).text;
/** The text of an element, without its tags. */
const sectionOf = (html: string, id: string): string =>
  (html.split(`id="${id}"`)[1]?.split('</section>')[0] ?? '').replaceAll(/<[^>]+>/g, '');

test('every layer of a system leads to a form that names the layer, and says until when its source was the same', async () => {
  const html = await htmlOf('/agent-accountability-map/x402r');
  const links = [...html.matchAll(/href="(\/intake\?[^"]*%23[^"]*)"/g)].map((match) =>
    match[1]!.replaceAll(/&(amp|#38);/g, '&'),
  );
  const places = layerNames.map((name) => `http://localhost:4321/agent-accountability-map/x402r#${name}`);
  expect(links.map((link) => new URL(link, url).searchParams.get('subject'))).toEqual(places);
  expect(await htmlOf(links[5]!)).toContain(places[5]);
  const { sources } = JSON.parse(await htmlOf('/data/watched.json')) as WatchedDocument;
  const { head_date: day } = sources.find((one) => /x402r-contracts.*README\.md$/.test(one.url))!;
  expect(sectionOf(html, 'layers')).toContain(`README.md (unchanged as of ${day})`);
  const { url: moved } = sources.find(({ answer }) => answer === 'changed')!;
  const lines = `${await htmlOf('/data/agent-accountability-map.ndjson')}${await htmlOf('/data/verified-agent-observatory.ndjson')}`;
  expect(lines).toContain(`"sources_moved_on":[{"url":"${moved}","answer":"changed"`);
});

test('until a check passes, the observatory and its records begin with that', async () => {
  expect(await htmlOf('/verified-agent-observatory')).toMatch(
    /class="lede"[^>]*>\s*No check has passed yet: of \d+, none was run\./,
  );
  expect(await htmlOf('/verified-agent-observatory/sati')).toMatch(/class="lede"[^>]*>\s*No check has passed\./);
});

test('the map says what is in it and how many were left out, the memory which families of decisions are whole, and each page what was corrected', async () => {
  const map = await htmlOf('/agent-accountability-map');
  const { left_out: all } = JSON.parse(await htmlOf('/data/agent-accountability-map/scope.json')) as ScopeDocument;
  expect(sectionOf(map, 'scope')).toContain(`${all.length} others were looked at and are not in`);
  const corrections = map.split('id="corrections"')[1]!.split('</section>')[0]!;
  const [, found] = /(\d+)\s+corrections so far/.exec(corrections)!;
  expect(corrections.match(/<tr/g)).toHaveLength(Math.min(Number(found), 5) + 1);
  const days = await Promise.all([...corrections.matchAll(/href="(\/data\/[^"]*)"/g)].map(([, path]) => htmlOf(path!)));
  expect(days.join('')).toContain('revocation said “only by time”');
  const memory = await htmlOf('/governance-decision-memory');
  expect(sectionOf(memory, 'corrections')).toContain('another commit of the same day was cited');
  const { families } = JSON.parse(await htmlOf('/data/governance-decision-memory/families.json')) as FamiliesDocument;
  for (const { rule, whole_up_to: day = 'Not whole' } of Object.values(families))
    expect(sectionOf(memory, 'families')).toMatch(new RegExp(`${RegExp.escape(rule)}\\s*${day}`));
});

test('what is about the chain of the publisher is marked, and nothing else', async () => {
  const html = await htmlOf('/governance-decision-memory');
  const marked = html.match(/, own chain/g)!.length;
  expect(html).toContain(`<strong>${marked} decisions are marked “own chain”</strong>`);
  expect(await htmlOf('/static/governance-decision-memory.json')).toSatisfy(
    (text: string) => text.match(/"ecosystem": ?"concordium"/g)!.length === marked,
  );
});
