import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { DecisionRecord } from '../../src/domain/datasets/governance/record.ts';
import { runHere } from '../support/command-here.ts';
import { runToEnd } from '../support/server.ts';
import { smallDatasets } from '../support/small-datasets.ts';

const project = smallDatasets();
const repository = mkdtempSync(join(tmpdir(), 'repository-'));
afterAll(() => [project, repository].forEach((folder) => rmSync(folder, { recursive: true })));

const git = (day: string, ...args: string[]) => {
  const { status, stderr } = spawnSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], {
    cwd: repository,
    encoding: 'utf8',
    env: { ...process.env, GIT_AUTHOR_DATE: `${day}T12:00:00Z`, GIT_COMMITTER_DATE: `${day}T12:00:00Z` },
  });
  expect(status, stderr).toBe(0);
};
const commit = (day: string, files: Readonly<Record<string, string>>, subject = 'Change'): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    writeFileSync(join(repository, path), text);
  }
  git(day, 'add', '.');
  git(day, 'commit', '--quiet', '-m', subject);
};

const run = (args: readonly string[], how = runHere) => how('cli/datasets.ts', [...args, '--root', project]);
const proposal = (family: string) =>
  ['propose', family, '--from', repository, '--into', `proposals/${family}`, '--today', '2026-11-22']; // prettier-ignore
const propose = (family: string, ...more: string[]) => run([...proposal(family), ...more]);
const proposed = (family: string): Record<string, DecisionRecord> =>
  Object.fromEntries(
    readdirSync(join(project, 'proposals', family)).map((name) => {
      const record = parse(readFileSync(join(project, 'proposals', family, name), 'utf8')) as DecisionRecord;
      expect(`${record.id}.yaml`).toBe(name);
      return [record.id, record];
    }),
  );

const erc = (status: string, words: string) =>
  `---\neip: 9001\ntitle: Agent Ledger\nstatus: ${status}\ncreated: 2025-08-02\n---\n${words}\n`;
const agents = 'agent '.repeat(8);
const sep = (status: string) => `# SEP-77: Tasks for all\n\n- **Status**: ${status}\n- **Created**: 2025-09-01\n`;
const ensip = (status: string) =>
  `---\ntitle: Agent names\nensip:\n  status: ${status}\n  created: 2025-08-15\n---\n${agents}`;
const standard = (status: string, final: string) =>
  `CIS-3: Sponsored\n===\n\n.. list-table::\n\n   * - Created\n     - Mar 26, 2021\n   * - Status\n     - ${status}\n   * - Final\n     - ${final}\n`;
const versions = (cell: string) =>
  `| Protocol Version | Protocol Update | Effective on Testnet | Effective on Mainnet |\n| :-: | :- | :- | :- |\n| Alpha (P2) | Transaction Memos | Sep 22, 2021 | ${cell} |\n`;

beforeAll(() => {
  git('2025-08-01', 'init', '--quiet', '--initial-branch=main');
  commit('2025-09-09', {
    'ERCS/erc-9001.md': erc('Draft', agents),
    'ERCS/erc-9002.md': erc('Draft', 'about tokens'),
    'seps/77-tasks.md': sep('Final'),
    'ensips/30.md': ensip('draft'),
    'source/CIS/cis-3.rst': standard('Draft', 'TBD'),
    'README.md': versions('*planned Oct 13, 2021*'),
  });
  git('2025-09-10', 'checkout', '--quiet', '-b', 'branch');
  commit('2025-09-10', { 'ERCS/erc-9001.md': erc('Withdrawn', agents) });
  commit('2025-09-11', { 'ERCS/erc-9001.md': erc('Review', agents) });
  git('2025-10-07', 'checkout', '--quiet', 'main');
  git('2025-10-07', 'merge', '--quiet', '--no-ff', '-m', 'Move to Review', 'branch');
  commit('2025-11-01', {
    'ERCS/erc-9001.md': `${erc('Review', agents)}More words.\n`,
    'source/CIS/cis-3.rst': standard('Final', 'Oct 20, 2025'),
    'README.md': versions('Oct 13, 2021'),
  });
});

describe('propose', () => {
  test('writes a record for each step of the main line, and nothing when it runs again', async () => {
    expect(await run(proposal('erc'), runToEnd)).toMatchObject({ code: 0, stderr: '' });
    const { 'erc-9001-draft': draft, 'erc-9001-review': review, ...others } = proposed('erc');
    expect(others).toEqual({});
    expect(draft).toMatchObject({
      subject: { ref: 'ERC-9001', name: 'Agent Ledger', status_to: 'Draft' },
      decided_on: '2025-09-09',
      created_on: '2025-08-02',
      outcome_status: 'superseded',
      superseded_by: ['erc-9001-review'],
      agent_relevance: 'direct',
    });
    expect(review).toMatchObject({
      subject: { status_from: 'Draft', status_to: 'Review' },
      decided_on: '2025-10-07',
      outcome_status: 'in_effect',
      supersedes: ['erc-9001-draft'],
      sources: [{ kind: 'commit', title: 'Move to Review' }, { path: 'ERCS/erc-9001.md' }],
    });
    expect((await propose('erc')).stdout).toBe('3 steps were read, 0 proposed.\n');
  });

  test('proposes what the check accepts, and no record that is taken over', async () => {
    for (const id of ['erc-9001-draft', 'erc-9001-review']) {
      const to = join(project, 'datasets/governance-decision-memory', `${id}.yaml`);
      renameSync(join(project, 'proposals/erc', `${id}.yaml`), to);
    }
    expect(await run(['check'])).toMatchObject({ code: 0, stderr: '' });
    expect((await propose('erc')).stdout).toBe('3 steps were read, 0 proposed.\n');
  });

  test('names the published record that a new step replaces, and leaves it as it is', async () => {
    const published = join(project, 'datasets/governance-decision-memory/erc-9001-review.yaml');
    const before = readFileSync(published, 'utf8');
    commit('2026-01-15', { 'ERCS/erc-9001.md': erc('Final', agents) });
    expect((await propose('erc')).stdout).toContain(
      'proposals/erc/erc-9001-final.yaml: ERC-9001 (Agent Ledger): from Review to Final\n',
    );
    const text = readFileSync(join(project, 'proposals/erc/erc-9001-final.yaml'), 'utf8');
    expect(text).toContain('# erc-9001-review then needs superseded_by: erc-9001-final.');
    expect(readFileSync(published, 'utf8')).toBe(before);
  });

  test('doubts the day of a text that came into its repository with a later status', async () => {
    await propose('sep');
    expect(proposed('sep')['mcp-sep-77-final']).toMatchObject({
      created_on: '2025-09-01',
      doubts: [expect.stringContaining('may be older')],
    });
  });

  test('reads the days that the texts of ENS and Concordium state', async () => {
    await propose('ensip');
    await propose('concordium-standards');
    await propose('concordium-protocol', '--since', '2021-10-01');
    expect(proposed('ensip')).toMatchObject({ 'ensip-30-draft': { created_on: '2025-08-15', ecosystem: 'ens' } });
    expect(proposed('concordium-standards')).toMatchObject({
      'concordium-cis-3-draft': { decided_on: '2025-09-09', date_basis: 'commit_date', created_on: '2021-03-26' },
      'concordium-cis-3-final': { decided_on: '2025-10-20', date_basis: 'date_in_document' },
    });
    expect(proposed('concordium-protocol')).toMatchObject({
      'concordium-protocol-update-p2-in-effect': { decided_on: '2021-10-13', date_basis: 'effective_date' },
    });
  });

  test('reads the labels of project proposals with their days', async () => {
    const events = join(project, 'events.json');
    const issue = { number: 14, title: '[Project Proposal] Agent Passport', html_url: 'https://example.org/issues/14' };
    const labeled = (name: string, day: string) => ({
      event: 'labeled',
      created_at: `${day}T09:00:00Z`,
      label: { name },
      issue,
    });
    writeFileSync(
      events,
      JSON.stringify([
        labeled('Declined', '2026-05-15'),
        labeled('TC Vote', '2026-05-01'),
        labeled('New', '2026-04-01'),
        { event: 'closed', created_at: '2026-05-15T09:00:00Z', issue },
      ]),
    );
    const from = ['--from', events, '--into', 'proposals/aaif', '--today', '2026-11-22'];
    const { code, stderr } = await run(['propose', 'aaif', ...from]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(proposed('aaif')).toMatchObject({
      'project-proposals-14-tc-vote': { decision_type: 'work_in_progress', decided_on: '2026-05-01' },
      'project-proposals-14-declined': {
        decision_type: 'project_declined',
        outcome_status: 'withdrawn_or_rejected',
        decided_on: '2026-05-15',
        subject: { ref: 'aaif/project-proposals#14', name: 'Agent Passport' },
      },
    });
  });

  test('everything that it proposes satisfies the check, once both sides of a replacement name each other', async () => {
    for (const family of ['sep', 'ensip', 'concordium-standards', 'aaif']) {
      for (const name of readdirSync(join(project, 'proposals', family))) {
        renameSync(
          join(project, 'proposals', family, name),
          join(project, 'datasets/governance-decision-memory', name),
        );
      }
    }
    expect(await run(['check'])).toMatchObject({ code: 0, stderr: '' });
  });

  test.each([
    ['an unknown family', ['nothing', '--from', repository], /There is no family nothing; expected one of erc, /],
    ['a place that is no repository', ['erc', '--from', project], /cannot be read as a git repository such as https/],
  ])('refuses %s', async (_, args, message) => {
    const { code, stderr } = await run(['propose', ...args]);
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
  });
});
