import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import type { DecisionRecord } from '../../src/domain/datasets/governance/record.ts';
import { runHere } from '../support/command-here.ts';
import { runToEnd } from '../support/server.ts';
import { smallDatasets } from '../support/small-datasets.ts';
import { committed, erc20, erc8001, httpsigHistory, saved, sep1319, sep1850 } from './propose-texts.ts';

const project = smallDatasets();
const repository = mkdtempSync(join(tmpdir(), 'repository-'));
const pages = mkdtempSync(join(tmpdir(), 'pages-'));

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
  const links = ['supersedes', 'superseded_by', 'related_systems', 'changed_systems', 'system_change'];
  const unlinked = Object.fromEntries(Object.entries(record).filter(([member]) => !links.includes(member)));
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

  test('names the published record that a new step replaces, and leaves it as it is', async () => {
    takeOver('erc');
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

  test('doubts the day of a text that came into its repository with a later status, and takes of SEPs the final ones', async () => {
    await propose('sep');
    expect(Object.keys(proposed('sep'))).toEqual(['sep-1319-final', 'sep-1850-final']);
    expect(proposed('sep')['sep-1319-final']).toMatchObject({
      created_on: '2025-08-08',
      doubts: [expect.stringContaining('may be older')],
    });
  });

  test('of two steps on one day, proposes the one that is not recorded', async () => {
    know('erc-8126-final');
    for (const status of ['Draft', 'Final'])
      commit('2026-04-01', { 'ERCS/erc-8126.md': erc8001(status)['ERCS/erc-8001.md']! });
    await propose('erc');
    expect(Object.keys(proposed('erc'))).toEqual(['erc-8001-final', 'erc-8126-draft']);
    expect(proposed('erc')['erc-8126-draft']).toMatchObject({ superseded_by: ['erc-8126-final'] });
    expect(readFileSync(join(project, 'proposals/erc/erc-8126-draft.yaml'), 'utf8')).toContain(
      '# erc-8126-final then needs supersedes: erc-8126-draft.',
    );
  });

  test('reads every other family from what its body publishes, and proposes its texts alone', async () => {
    commit('2026-04-02', committed);
    const file = join(project, 'datasets/agent-accountability-map/example-registry.yaml');
    const record = parse(readFileSync(file, 'utf8')) as object;
    const spec_url = 'https://example.org/authorization-api-1_0/vc-data-model-2.0/draft-ietf-webbotauth-httpsig-protocol/'; // prettier-ignore
    writeFileSync(file, stringify({ ...record, spec_url }));
    for (const [name, text] of Object.entries(saved)) writeFileSync(join(pages, name), text);
    const found: string[] = [];
    for (const family of ['openid', 'a2a', 'x402', 'dif', 'w3c', 'ietf']) {
      await propose(family, '--from', ['w3c', 'ietf'].includes(family) ? pages : repository);
      for (const { subject, decided_on: on } of Object.values(proposed(family)))
        found.push(`${subject.ref}: ${subject.name}, ${subject.status_to} ${on}`);
    }
    const model = 'vc-data-model-2.0: Verifiable Credentials Data Model v2.0';
    const httpsig = 'draft-ietf-webbotauth-httpsig-protocol: HTTP Message Signatures for automated traffic';
    expect(found).toEqual([
      'authorization-api-1_0: Authorization API 1.0, Final Specification 2026-04-02',
      'A2A v1.0.0: Changelog, Released 2026-04-02',
      'offer-and-receipt: Offer and Receipt Extension, Merged 2026-04-02',
      'upto: Scheme: `upto`, Merged 2026-04-02',
      'trusted-agents: DIF - Trusted AI Agents Working Group, Chartered 2026-04-02',
      `${model}, Proposed Recommendation 2025-03-20`,
      `${model}, Recommendation 2025-05-15`,
      `${httpsig}, Approved by the IESG 2026-10-30`,
      `${httpsig}, IETF Last Call 2026-10-20`,
      `${httpsig}, RFC 2026-11-15`,
      `${httpsig}, Working group document 2026-09-01`,
    ]);
  });

  test('writes the day up to which a family is whole once nothing is left to propose, and none for a page that was cut', async () => {
    const file = join(project, 'datasets/families.yaml');
    const family = { name: 'A family', rule: 'Each step.', gaps: 'A line that is long. '.repeat(9).trim() };
    const families = { ietf: { ...family, left_out: ['draft-ietf-webbotauth-httpsig-protocol'] }, erc: family };
    writeFileSync(file, `# Kept.\n${stringify({ families }, { lineWidth: 60 })}`);
    const wholeUpTo = () => [...readFileSync(file, 'utf8').matchAll(/whole_up_to: (\S+)/g)].map(([, day]) => day);
    expect((await propose('erc')).stdout).toBe('6 steps were read, 0 proposed.\n');
    expect(wholeUpTo()).toEqual([]);
    readdirSync(join(project, 'proposals')).forEach(takeOver);
    expect(await run(['check'])).toMatchObject({ code: 0, stderr: '' });
    const before = readFileSync(file, 'utf8');
    expect((await propose('erc')).stdout).toContain('The family is whole up to 2026-04-02.');
    expect(readFileSync(file, 'utf8').replace(/whole_up_to: \S+\s+/, '')).toBe(before);
    const page = join(pages, 'draft-ietf-webbotauth-httpsig-protocol.html');
    writeFileSync(page, httpsigHistory.slice(0, httpsigHistory.indexOf('2026-09-01')));
    await propose('ietf', '--from', pages);
    expect(wholeUpTo()).toEqual(['2026-04-02']);
    writeFileSync(page, httpsigHistory);
    await propose('ietf', '--from', pages);
    expect(wholeUpTo()).toEqual(['2026-11-15', '2026-04-02']);
    expect(readFileSync(file, 'utf8')).toMatch(/^# Kept\.$/m);
  });

  test.each([
    ['an unknown family', ['nothing', '--from', repository], /There is no family nothing; expected one of erc, /],
    [
      'a place that is no repository',
      ['erc', '--from', project],
      /cannot be read as a clone of https:\S+: not a git repository .*\n$/,
    ],
    [
      'a place that is not there, with what git says and not how it was called',
      ['erc', '--from', '../nowhere'],
      /^\.\.\/nowhere cannot be read as a clone of https:\S+: [^-\uFFFD]* '\.\.\/nowhere': No such file or directory\n$/,
    ],
  ])('refuses %s', async (_, args, message) => {
    const { code, stderr } = await run(['propose', ...args]);
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
  });
});
