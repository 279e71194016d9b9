import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { checkKeysFile } from '../../src/dataset-files/check-keys.ts';
import { type KnownKey, knownKeys } from '../../src/domain/keys/public-key.ts';
import { runHere } from './command-here.ts';
import { observeEverything } from './observed-project.ts';
import { buildProject, copySmallProject } from './scratch-project.ts';
import { newFolder } from './server.ts';

/** The base address that it is built for. */
export const SITE_URL = 'https://agent.example.net';

/** A built copy of the project as an operator has it: with an address of its own, a key for its card, and observed records. */
export interface OperatedProject {
  readonly root: string;
  /** The folder of the built files. */
  readonly folder: string;
  /** The file of the key for its card. */
  readonly cardKey: string;
  readonly keys: KnownKey[];
  readonly observed: Awaited<ReturnType<typeof observeEverything>>;
}

const newCardKey = async (root: string): Promise<Pick<OperatedProject, 'cardKey' | 'keys'>> => {
  const cardKey = join(await newFolder(), 'card.json');
  const { code, stderr } = await runHere('cli/keys.ts', ['new', '--use', 'card', '--file', cardKey, '--root', root]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const { keys } = checkKeysFile({
    'datasets/keys.yaml': await readFile(join(root, 'datasets/keys.yaml'), 'utf8'),
  });
  return { cardKey, keys: knownKeys(keys, { by: 'file', name: 'keys.json' }) };
};

/** @param change changes the project before it is built. */
export const buildOperatedProject = async (change: (root: string) => Promise<void>): Promise<OperatedProject> => {
  const root = await copySmallProject();
  const observed = await observeEverything(root);
  await change(root);
  const { cardKey, keys } = await newCardKey(root);
  return { root, folder: buildProject(root, { SITE_URL, CARD_KEY_FILE: cardKey }), cardKey, keys, observed };
};
