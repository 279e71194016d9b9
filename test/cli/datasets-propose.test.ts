import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import type { DecisionRecord } from '../../src/domain/datasets/governance/record.ts';
import { runHere } from '../support/command-here.ts';
import { runToEnd } from '../support/server.ts';
import { smallDatasets } from '../support/small-datasets.ts';
import { erc20, erc8001, sep1319, sep1850 } from './propose-texts.ts';

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

const decisions = 'datasets/governance-decision-memory';
/** Records a decision as it is published, without its links and with no commit that the repository has. */
const know = (id: string): void => {
  const record = parse(readFileSync(join(import.meta.dirname, '../..', decisions, `${id}.yaml`), 'utf8')) as object;
  const unlinked = { ...record, supersedes: undefined, superseded_by: undefined, related_systems: undefined };
  writeFileSync(join(project, decisions, `${id}.yaml`), stringify({ ...unlinked, outcome_status: 'in_effect' }));
};

/** Takes over all proposals of a family, and does what their first lines ask for. */
const takeOver = (family: string): void => {
  for (const id of Object.keys(proposed(family))) {
    const path = join(project, decisions, `${id}.yaml`);
    renameSync(join(project, 'proposals', family, `${id}.yaml`), path);
    for (const [, other, member, own] of readFileSync(path, 'utf8').matchAll(/^# (\S+) then needs (\S+): (\S+)\.$/gm)) {
      const replaced = join(project, decisions, `${other}.yaml`);
      const record = parse(readFileSync(replaced, 'utf8')) as Record<string, unknown>;
      const superseded = member === 'superseded_by' ? { outcome_status: 'superseded' } : {};
      writeFileSync(replaced, stringify({ ...record, ...superseded, [member!]: [own] }));
    }
  }
};

beforeAll(() => {
  git('2021-08-17', 'init', '--quiet', '--initial-branch=main');
  commit('2025-09-09', { ...erc8001('Draft'), ...erc20 });
  git('2025-09-10', 'checkout', '--quiet', '-b', 'branch');
  commit('2025-09-10', erc8001('Withdrawn'));
  commit('2025-09-11', erc8001('Review'));
  git('2025-10-07', 'checkout', '--quiet', 'main');
  git('2025-10-07', 'merge', '--quiet', '--no-ff', '-m', 'Move to Review', 'branch');
  commit('2025-11-25', { 'ERCS/erc-8001.md': `${erc8001('Review')['ERCS/erc-8001.md']}More words.\n` });
  commit('2025-11-28', sep1850('Draft'));
  commit('2025-11-28', sep1850('Final'));
  commit('2026-01-22', sep1319);
});

describe('propose', () => {
  test('writes a record for each step of the main line, and nothing when it runs again', async () => {
    expect(await run(proposal('erc'), runToEnd)).toMatchObject({ code: 0, stderr: '' });
    const { 'erc-8001-draft': draft, 'erc-8001-review': review, ...others } = proposed('erc');
    expect(others).toEqual({});
    expect(draft).toMatchObject({
      subject: { ref: 'ERC-8001', name: 'Agent Coordination Framework', status_to: 'Draft' },
      decided_on: '2025-09-09',
      created_on: '2025-08-02',
      outcome_status: 'superseded',
      superseded_by: ['erc-8001-review'],
      agent_relevance: 'direct',
    });
    expect(review).toMatchObject({
      subject: { status_from: 'Draft', status_to: 'Review' },
      decided_on: '2025-10-07',
      outcome_status: 'in_effect',
      supersedes: ['erc-8001-draft'],
      sources: [{ kind: 'commit', title: 'Move to Review' }, { path: 'ERCS/erc-8001.md' }],
    });
    expect((await propose('erc')).stdout).toBe('3 steps were read, 0 proposed.\n');
  });

  test('proposes what the check accepts, and no record that is taken over', async () => {
    for (const id of ['erc-8001-draft', 'erc-8001-review']) {
      const to = join(project, 'datasets/governance-decision-memory', `${id}.yaml`);
      renameSync(join(project, 'proposals/erc', `${id}.yaml`), to);
    }
    expect(await run(['check'])).toMatchObject({ code: 0, stderr: '' });
    expect((await propose('erc')).stdout).toBe('3 steps were read, 0 proposed.\n');
  });

  test('names the published record that a new step replaces, and leaves it as it is', async () => {
    const published = join(project, 'datasets/governance-decision-memory/erc-8001-review.yaml');
    const before = readFileSync(published, 'utf8');
    commit('2026-03-15', erc8001('Final'));
    expect((await propose('erc')).stdout).toContain(
      'proposals/erc/erc-8001-final.yaml: ERC-8001 (Agent Coordination Framework): from Review to Final\n',
    );
    const text = readFileSync(join(project, 'proposals/erc/erc-8001-final.yaml'), 'utf8');
    expect(text).toContain('# erc-8001-review then needs superseded_by: erc-8001-final.');
    expect(readFileSync(published, 'utf8')).toBe(before);
  });

  test('doubts the day of a text that came into its repository with a later status', async () => {
    await propose('sep');
    expect(proposed('sep')['mcp-sep-1319-final']).toMatchObject({
      created_on: '2025-08-08',
      doubts: [expect.stringContaining('may be older')],
    });
  });

  test('of two steps on one day, proposes the one that is not recorded', async () => {
    rmSync(join(project, 'proposals/sep'), { recursive: true });
    know('mcp-sep-1850-final');
    await propose('sep');
    expect(Object.keys(proposed('sep'))).toEqual(['mcp-sep-1319-final', 'mcp-sep-1850-draft']);
    expect(proposed('sep')['mcp-sep-1850-draft']).toMatchObject({ superseded_by: ['mcp-sep-1850-final'] });
    expect(readFileSync(join(project, 'proposals/sep/mcp-sep-1850-draft.yaml'), 'utf8')).toContain(
      '# mcp-sep-1850-final then needs supersedes: mcp-sep-1850-draft.',
    );
  });

  test('everything that it proposes satisfies the check, once both sides of a replacement name each other', async () => {
    ['erc', 'sep'].forEach(takeOver);
    expect(await run(['check'])).toMatchObject({ code: 0, stderr: '' });
  });

  test.each([
    ['an unknown family', ['nothing', '--from', repository], /There is no family nothing; expected one of erc, /],
    [
      'a place that is no repository',
      ['erc', '--from', project],
      /cannot be read as a git repository such as https:\S+: not a git repository .*\n$/,
    ],
    [
      'a place that is not there, with what git says and not how it was called',
      ['erc', '--from', '../nowhere'],
      /^\.\.\/nowhere cannot be read as a git repository such as https:\S+: [^-\uFFFD]* '\.\.\/nowhere': No such file or directory\n$/,
    ],
  ])('refuses %s', async (_, args, message) => {
    const { code, stderr } = await run(['propose', ...args]);
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
  });
});
