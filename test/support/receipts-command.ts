import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach } from 'vitest';
import { stringify } from 'yaml';
import type { PublicKey } from '../../src/domain/keys/public-key.ts';
import { newSigningKey, type SigningKey, writeKeyFile } from '../../src/signing/key-file.ts';
import { runHere } from './command-here.ts';
import { shippedReceipts } from './receipts.ts';
import { finish, newFolder, run as start } from './server.ts';

const project = join(import.meta.dirname, '../..');
export const folder = 'datasets/decision-receipts';
const { signatures: _, ...accepted } = shippedReceipts['demonstration-accepted']!;
/** An account whose checksum is right. */
const account = 'ccd:4221332d34e1694168c2a0c0b3fd0f27:3kBx2h5Y2veb4hZgAJWPrr8RyQESKm5TjzF3ti1QQ4VSYLwK1G';
export const decision = { ...accepted, receipt_id: 'lamp', agent: { ...accepted.agent, account } };

export let root: string;
export let key: SigningKey;
export let keyFile: string;

export const listKeys = (...keys: (Partial<PublicKey> & Pick<SigningKey, 'kid' | 'publicJwk'>)[]): void =>
  writeFileSync(
    join(root, 'datasets/keys.yaml'),
    stringify({
      keys: keys.map(({ kid, publicJwk, ...more }) => {
        const { privateJwk: _private, ...rest } = more as Partial<SigningKey>;
        return { kid, use: 'decisions', public_key: publicJwk, valid_from: '2026-11-01T00:00:00Z', ...rest };
      }),
    }),
  );

/** Gives each test of a file a folder of its own, in which one key is listed. Called by the file, for a worker loads this module once. */
export const givenFolder = (): void =>
  beforeEach(async () => {
    root = await newFolder();
    mkdirSync(join(root, 'datasets'), { recursive: true });
    key = await newSigningKey('decisions');
    keyFile = join(root, 'decisions.json');
    await writeKeyFile(keyFile, key);
    listKeys(key);
    return () => rmSync(root, { recursive: true });
  });

interface Given {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export const run = (args: readonly string[], { input, env }: Given = {}) =>
  runHere('cli/receipts.ts', [...args, '--root', root], env, input);
/** Runs the command as a program of its own. */
export const program = (args: readonly string[], { input = '', env = {} }: Given = {}) => {
  const child = start('cli/receipts.ts', [...args, '--root', root], env);
  child.stdin!.end(input);
  return finish(child);
};

/** The shipped facts about the agent, without a registration, or with one of this account. */
export const agentText = (account?: string): string => {
  const shipped = readFileSync(join(project, 'datasets/agent.yaml'), 'utf8');
  if (account === undefined) return shipped;
  const registration = { network: account.replace(/:[^:]*$/, ''), account, registry: { index: 1, subindex: 0 }, token_id: '1' }; // prettier-ignore
  return `${shipped.replace('demonstration: true', 'demonstration: false')}${stringify({ registration })}`;
};
export const decisionFile = (content: object | string): string => {
  const path = join(root, 'decision.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  return path;
};
const issuing = (content: object | string) => ['issue', '--file', decisionFile(content), '--key', keyFile];
export const issue = (content: object | string, ...args: string[]) => run([...issuing(content), ...args]);
export const issueAsProgram = (content: object | string) => program(issuing(content));
export const written = (): string[] => {
  try {
    return readdirSync(join(root, folder));
  } catch {
    return [];
  }
};
export const receiptOf = (id: string) =>
  JSON.parse(readFileSync(join(root, folder, `${id}.json`), 'utf8')) as typeof decision & { signatures: object[] };
