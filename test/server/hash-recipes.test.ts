import { expect, test } from 'vitest';
import { call } from '../support/call.ts';
import { serviceHere } from '../support/hosted-service.ts';
import { storeWithAnchors } from '../support/stored-anchors.ts';
import { hashOf as independentHash } from '../vectors/canonical.mjs';

const hash = '6b7a8c7d7078425e7d8cbefc0e0ba06ac22cbff399062a52b163c2defb58fb8b';

const server = await serviceHere({ DATABASE_URL: await storeWithAnchors(hash) });

const read = async (path: string): Promise<Record<string, unknown>> => (await call(server.url + path)).json;

/** The document without the members that a recipe names, hashed by code that shares nothing with the service. */
const follow = (recipe: string, document: object): string =>
  independentHash(Object.fromEntries(Object.entries(document).filter(([name]) => !recipe.includes(name))));

test('a reader who follows what is said about the hash of a receipt gets that hash, of a signed one, too', async () => {
  const receipt = await read(`/data/decision-receipts/${hash}.json`);
  expect(receipt).toHaveProperty('signatures');
  const record = await read(`/api/agent-acceptance-kit/anchors/${hash}`);
  const pack = await read(`/api/adjudicator/evidence/agent-acceptance/${hash}`);
  const { how_to_check: steps } = pack['concordium_proofs'] as { how_to_check: string[] };
  const recipes = [
    (record['verify'] as { steps: string[] }).steps[0]!,
    steps.slice(0, 2).join(' '),
    (await read('/data/decision-receipts/index.json'))['how_to_check'] as string,
  ];
  for (const recipe of recipes) expect(follow(recipe, receipt), recipe).toBe(hash);
});

test('the descriptors say of a signed pack that its signatures are left out', async () => {
  const pack = await read(`/api/adjudicator/evidence/agent-acceptance/${hash}`);
  expect(pack).toHaveProperty('signatures');
  for (const path of ['evidence/preview-dispute', 'work-order/preview', 'work-order/run-preview']) {
    const { hash_rule: rule } = await read(`/api/adjudicator/${path}`);
    const { pack_hash_sha256: stated, ...rest } = pack;
    expect(follow(rule as string, rest), path).toBe(stated);
  }
});
