import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { stringify } from 'yaml';
import type { ObservatoryFile } from '../../src/domain/datasets/observatory/record.ts';
import { Observation } from '../../src/domain/observation/observation.ts';
import { runHere } from './command-here.ts';
import { a2aCard, observatoryFile } from './observatory.ts';
import { type OddServer, openOddServer } from './odd-server.ts';
import { smallDatasets } from './small-datasets.ts';

const project = join(import.meta.dirname, '../..');

/** The card that hosts give in the tests of the command. */
export const card = JSON.stringify(a2aCard);

/** The command `observe` on datasets of its own, and a host that it may ask; both new for each test. */
export const observeCommand = () => {
  let root: string;
  let server: OddServer;
  const command = {
    get root() {
      return root;
    },
    get url() {
      return server.url;
    },
    get asked() {
      return server.asked;
    },
    /** Answers by path; a path without one is never answered. */
    answers: {} as Record<string, string | number>,
    writeRecord: (id: string, members: Partial<ObservatoryFile> = {}) => {
      const { related_systems: _, ...record } = observatoryFile({
        id,
        agent_card: { url: `${server.url}/${id}`, format: 'a2a-agent-card' },
        verifiable: [{ check: 'card_served', how: 'Fetch it.' }],
        ...members,
      });
      writeFileSync(join(root, 'datasets/verified-agent-observatory', `${id}.yaml`), stringify(record));
    },
    start: (args: readonly string[]): ChildProcess =>
      spawn(process.execPath, ['src/cli/datasets.ts', 'observe', '--root', root, '--pause', '0', ...args], {
        cwd: project,
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    run: (args: readonly string[], settings: Readonly<Record<string, string>> = {}) =>
      runHere('cli/datasets.ts', ['observe', '--root', root, '--pause', '0', ...args], settings),
    observe: (...args: string[]) => command.run(['--allow-loopback', ...args]),
    folder: () => join(root, 'datasets/observations'),
    kept: (id: string) => Observation.parse(JSON.parse(readFileSync(join(command.folder(), `${id}.json`), 'utf8'))),
    files: () => (existsSync(command.folder()) ? readdirSync(command.folder()).toSorted() : []),
  };
  beforeEach(async () => {
    root = smallDatasets();
    rmSync(join(root, 'datasets/verified-agent-observatory/example-agent.yaml'));
    command.answers = {};
    server = await openOddServer((request, answer) => {
      const found = command.answers[request.url!];
      if (typeof found === 'number') answer.writeHead(found).end();
      else if (found !== undefined) answer.setHeader('content-type', 'application/json').end(found);
    });
  });
  afterEach(() => server.close());
  return command;
};
