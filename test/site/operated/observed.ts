import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { OBSERVER } from '../../../src/domain/datasets/observatory/complete.ts';
import type { ObservatoryRecord } from '../../../src/domain/datasets/observatory/record.ts';
import { openChecks } from '../../../src/domain/observation/checks.ts';
import { FINALIZED } from '../../support/evm-node.ts';
import type { OperatedProject } from '../../support/operated-project.ts';
import { csvRows } from '../../support/rows.ts';

/** Tests of what `observe` leads to. @param project the project, once it is observed and built. */
export const testObserved = (project: () => OperatedProject): void => {
  const built = (path: string) => readFileSync(join(project().folder, path), 'utf8');

  test('the page of a record says which of its checks no run can answer', () => {
    const { entries } = JSON.parse(built('static/verified-agent-observatory.json')) as { entries: ObservatoryRecord[] };
    const open = entries.filter((entry) => openChecks(entry).length > 0);
    expect(open.length).toBeGreaterThan(0);
    for (const record of open) {
      const waiting = openChecks(record).some((check) =>
        record.verifiable.some((one) => one.check === check && one.result === 'not_run'),
      );
      expect(textOf(record.id).includes('No run can answer it.'), record.id).toBe(waiting);
    }
  });

  test('no check that the run answered is among those that no run can answer', () => {
    const { entries } = JSON.parse(built('static/verified-agent-observatory.json')) as { entries: ObservatoryRecord[] };
    const answered = entries.flatMap(({ id, verifiable }) =>
      verifiable.filter(({ result, by }) => result === 'pass' && by === OBSERVER).map(({ check }) => `${id} ${check}`),
    );
    const open = entries.flatMap((entry) => openChecks(entry).map((check) => `${entry.id} ${check}`));
    expect(answered.length).toBeGreaterThan(15);
    expect(answered.filter((one) => open.includes(one))).toEqual([]);
  });

  const textOf = (id: string) =>
    built(`verified-agent-observatory/${id}.html`)
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/\s+/g, ' ');
  const recordOf = (id: string) =>
    (JSON.parse(built(`data/verified-agent-observatory/records/${id}.json`)) as { record: ObservatoryRecord }).record;

  /** What each record must have passed, and the level that follows. */
  const expected = [
    [
      'on-evm',
      'onchain_checked',
      ['registry_owner', 'token_uri_equals_card', 'agent_wallet_consent', 'card_served', 'domain_proof'],
    ],
    [
      'on-concordium',
      'onchain_checked',
      ['registry_owner', 'registry_status', 'token_uri_equals_card', 'card_hash_onchain'],
    ],
    ['with-receipt', 'onchain_checked', ['transaction_exists']],
    ['with-contract', 'onchain_checked', ['contract_state']],
    ['with-index', 'onchain_checked', ['index_agreement']],
    ['with-directory', 'maintainer_checked', ['key_directory']],
    ['with-keys', 'maintainer_checked', ['key_directory']],
    ['with-name', 'maintainer_checked', ['mcp_registry_name']],
  ] as const;

  /** The block that was read, where it is not the last finalized one of the EVM node. */
  const blocks: Record<string, unknown> = {
    'on-concordium': expect.stringMatching(/^[0-9a-f]{64}$/),
    'with-receipt': String(Number(FINALIZED.number) - 1),
  };

  describe.each(expected)('after a run of observe against real protocols, %s', (id, level, checks) => {
    test('has passed its checks in the JSON, with the day, and the block where a chain was read', () => {
      const { verifiable, verification_level } = recordOf(id);
      const passed = verifiable.filter(({ result }) => result === 'pass');
      expect(
        passed.map(({ check }) => check),
        project().observed.output,
      ).toEqual(expect.arrayContaining([...checks]));
      expect(verification_level).toBe(level);
      for (const { on, by } of passed)
        expect({ on, by }).toEqual({
          on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
          by: 'the command observe of this dataset',
        });
      if (level === 'onchain_checked')
        expect(passed.map(({ block }) => block)).toContainEqual(blocks[id] ?? String(Number(FINALIZED.number)));
    });

    test('shows it on its page, in the CSV and in the feed', () => {
      const { verification_basis, changes } = recordOf(id);
      const basis = verification_basis!;
      const page = built(`verified-agent-observatory/${id}.html`).replaceAll(/\s+/g, ' ');
      expect(page).toContain('>Passed<');
      expect(page).toContain(`Counts until <time>${basis.counts_until}</time>`);
      const [heads, ...rows] = csvRows(built('data/verified-agent-observatory.csv'));
      const row = rows.find(([first]) => first === id)!;
      expect(row[heads!.indexOf('verification_level')]).toBe(level);
      expect(row[heads!.indexOf('verification_basis.check')]).toBe(basis.check);
      const { items } = JSON.parse(built('data/verified-agent-observatory/feed.json')) as {
        items: { content_text?: string; summary?: string }[];
      };
      expect(JSON.stringify(items)).toContain(JSON.stringify(changes.at(-1)!.note).slice(1, -1));
      expect(changes.at(-1)!.note).toMatch(/^Checks run: .* passed/);
    });
  });

  test('an endpoint that answers as stated passes its check, shows it everywhere, and gives no level', () => {
    const { verifiable, verification_level, changes } = recordOf('with-endpoint');
    expect(verifiable, project().observed.output).toMatchObject([{ check: 'endpoint_liveness', result: 'pass' }]);
    expect(verification_level).toBe(recordOf('with-domain').verification_level);
    expect(textOf('with-endpoint')).toContain('Passed');
    expect(changes.at(-1)!.note).toBe('Checks run: Endpoint answers passed.');
    expect(built('data/verified-agent-observatory/feed.json')).toContain(changes.at(-1)!.note);
    const [heads, ...rows] = csvRows(built('data/verified-agent-observatory/tables/checks.csv'));
    const row = rows.find(([record]) => record === 'with-endpoint')!;
    expect(row[heads!.indexOf('result')]).toBe('pass');
    expect(JSON.parse(row[heads!.indexOf('endpoints')]!)).toMatchObject([{ protocol: 'mcp' }]);
  });
};
