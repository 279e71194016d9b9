import { execFileSync } from 'node:child_process';
import { appendFile, cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { checkKeysFile } from '../../src/dataset-files/check-keys.ts';
import { type KnownKey, knownKeys } from '../../src/domain/keys/public-key.ts';
import { runHere } from './command-here.ts';
import { observeEverything } from './observed-project.ts';
import { buildProject, copySmallProject } from './scratch-project.ts';

const checkout = join(import.meta.dirname, '../..');
/** The base address that it is built for. */
export const SITE_URL = 'https://agent.example.net';

/** A built copy of the project as an operator has it: with an agent, an address and a key for its card of their own, and observed records. */
export interface OperatedProject {
  readonly root: string;
  /** The folder of the built files. */
  readonly folder: string;
  /** The file of the key for its card. */
  readonly cardKey: string;
  readonly keys: KnownKey[];
  readonly observed: Awaited<ReturnType<typeof observeEverything>>;
}

/** What its operator says about the agent. */
export const agentFacts = {
  name: 'Harbour agent',
  operator: 'Harbour Works',
  contact: 'agent@harbour.example',
  url: 'https://harbour.example',
  account: 'ccd:4221332d34e1694168c2a0c0b3fd0f27:3kBx2h5Y2veb4hZgAJWPrr8RyQESKm5TjzF3ti1QQ4VSYLwK1G',
  registry: '10082,0',
  token: '484',
};

/** @param change changes the project before it is built. */
export const buildOperatedProject = async (change: (root: string) => Promise<void>): Promise<OperatedProject> => {
  const root = await copySmallProject();
  const facts = Object.entries(agentFacts).flatMap(([name, value]) => [`--${name}`, value]);
  for (const args of [['init', ...facts], ['register-card']]) {
    const settings = { SITE_URL: 'https://harbour.example' };
    const { code, stderr } = await runHere('cli/agent.ts', [...args, '--root', root], settings);
    expect(code, stderr).toBe(0);
  }
  const observed = await observeEverything(root);
  await appendFile(join(root, 'datasets/agent.yaml'), 'source_url: https://code.harbour.example/service\n');
  await change(root);
  const cardKey = join(root, 'data/card-key.json');
  const { keys: listed } = checkKeysFile({
    'datasets/keys.yaml': await readFile(join(root, 'datasets/keys.yaml'), 'utf8'),
  });
  const keys = knownKeys(listed, { by: 'file', name: 'keys.json' });
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', root, '-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args]);
  await cp(join(checkout, '.gitignore'), join(root, '.gitignore'));
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '-m', 'The project of an operator');
  return { root, folder: buildProject(root, { SITE_URL, CARD_KEY_FILE: cardKey }), cardKey, keys, observed };
};
