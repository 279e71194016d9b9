import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { checkDatasets } from '../../src/dataset-files/check.ts';
import { loadAgent } from '../../src/dataset-files/load.ts';
import { problemReport } from '../../src/dataset-files/problem-report.ts';
import { readDatasetTexts } from '../../src/dataset-files/read-files.ts';
import { samplingSummary } from '../../src/domain/datasets/observatory/terms.ts';

const root = join(import.meta.dirname, '../..');
const texts = readDatasetTexts(root);
const { records, problems } = checkDatasets(texts);

describe('the published records', () => {
  test('have no problem, nor have those of an operator', () => {
    const checkout = inject('checkout');
    for (const found of [problems, ...(checkout === root ? [] : [checkDatasets(readDatasetTexts(checkout)).problems])])
      expect(found, problemReport(found)).toEqual([]);
  });

  test('the description of the observatory says about its sample what the records show', () => {
    const present = records['verified-agent-observatory'].filter(({ withdrawn_on }) => withdrawn_on === undefined);
    const listed = present.filter(({ sources }) => sources.some(({ url }) => url.includes('/awesome-erc8004/')));
    const registrations = present.flatMap(({ identity }) => identity.filter(({ method }) => method === 'erc-8004'));
    const onBase = registrations.filter(({ chain_id }) => chain_id === 'eip155:8453');
    expect(samplingSummary).toMatch(/more than half of the records come from one curated list/);
    expect(listed.length).toBeGreaterThan(present.length / 2);
    expect(samplingSummary).toMatch(/most of the ERC-8004 registrations in it are on Base/);
    expect(onBase.length).toBeGreaterThan(registrations.length / 2);
  });

  test('a standard that is named by its number has that number as an id in its list', () => {
    const schemes = ['erc', 'bap', 'cis', 'hcs', 'icrc', 'nep', 'xls'];
    const numbered = records['agent-accountability-map'].flatMap(({ id, kind, name, external_ids = [] }) => {
      const [, list = '', number] = /^([A-Z]+)-(\d+) /.exec(name) ?? [];
      return kind === 'standard' && schemes.includes(list.toLowerCase()) ? [{ id, list, number, external_ids }] : [];
    });
    const lacking = numbered.filter(
      ({ list, number, external_ids }) =>
        !external_ids.some((one) => one.scheme === list.toLowerCase() && one.id === number),
    );
    expect(numbered.length).toBeGreaterThan(30);
    expect(lacking.map(({ id }) => id)).toEqual([]);
  });

  test('a system has no name twice', () => {
    const twice = records['agent-accountability-map'].filter(
      ({ name, aliases = [] }) => new Set([name, ...aliases]).size <= aliases.length,
    );
    expect(twice.map(({ id }) => id)).toEqual([]);
  });

  test('the agent is a demonstration and claims no registration', () => {
    const agent = loadAgent();
    expect(agent).toMatchObject({ demonstration: true });
    expect(agent.registration).toBeUndefined();
    expect(agent.notice).toMatch(/demonstration/);
  });
});
