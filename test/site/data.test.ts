import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readVersions } from '../../src/dataset-files/published-versions.ts';
import { readDatasetTexts } from '../../src/dataset-files/read-files.ts';
import { datasets } from '../../src/dataset-files/registry.ts';
import { tableForms, wholeForms } from '../../src/domain/datasets/forms/forms.ts';
import { publishedData, sha256 } from '../support/published-data.ts';
import { finish, type Finished } from '../support/server.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'data-'));
const data = publishedData();
const { get, json } = data;

const commands = [...readFileSync(join(root, 'datasets/README.md'), 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)].map(
  ([, text]) => text!,
);
const commandWith = (word: string): string => commands.find((command) => command.includes(word))!;
/** Runs a script of the shell. It does not block, so that connections which the service closes meanwhile are noticed. */
const shell = (command: string): Promise<Finished> => {
  const child = spawn('sh', ['-e'], { cwd: folder, env: { ...process.env, BASE: data.url } });
  child.stdin.end(command);
  return finish(child);
};

describe('the commands of datasets/README.md', () => {
  test('download every file and find its checksum right, and one changed byte wrong', async () => {
    const { code, stderr } = await shell(commandWith('awk'));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    appendFileSync(join(folder, 'data/agent-accountability-map.csv'), ' ');
    const again = await shell('sha256sum -c --quiet --ignore-missing SHA256SUMS');
    expect(again.code).toBe(1);
    expect(again.stdout).toBe('data/agent-accountability-map.csv: FAILED\n');
  });

  test('check one file that lies anywhere, and find a changed byte', async () => {
    const command = commandWith('sed -n');
    const { code, stdout } = await shell(command);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'agent-accountability-map.csv: OK\n' });
    appendFileSync(join(folder, 'agent-accountability-map.csv'), ' ');
    expect((await shell(command.split('\n')[1]!)).code).toBe(1);
  });

  test('validate every line with ajv', async () => {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const { code, stderr } = await shell(`${commandWith('ndjson"')}\n${commandWith('ajv')}`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const refused = await shell(`sed -i 's/"id":/"other":/' agent-accountability-map.ndjson\n${commandWith('ajv')}`);
    expect(refused.code).not.toBe(0);
  });

  const hasJsonschema = spawnSync('python3', ['-c', 'import jsonschema']).status === 0;
  test.skipIf(!hasJsonschema)('validate every line with Python', async () => {
    const { code, stderr } = await shell(`${commandWith('ndjson"')}\n${commandWith('python3')}`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});

test('the checksums have every file of the datasets but themselves and the manifest', async () => {
  const built = (folder: string) =>
    readdirSync(join(root, 'dist/client', folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(join(root, 'dist/client'), join(entry.parentPath, entry.name)));
  const others = /^data\/((decision-receipts|vectors)\/|SHA256SUMS$|manifest\.json$)|\.(br|gz)$/;
  const files = [
    ...built('data').filter((path) => !others.test(path)),
    ...datasets.map(({ id }) => `static/${id}.json`),
  ];
  const named = [...(await get('/data/SHA256SUMS')).text.matchAll(/^[0-9a-f]{64} {2}(.*)$/gm)].map(([, path]) => path!);
  expect(named.toSorted()).toEqual(files.toSorted());
});

describe('the index', () => {
  test('gives size, hash and type of every form as it is served', async () => {
    expect(data.index.datasets.map(({ id }) => id)).toEqual(datasets.map(({ id }) => id));
    for (const { forms, tables, changes, versions } of data.index.datasets) {
      expect(forms.map(({ format }) => format)).toEqual(wholeForms.map(({ format }) => format));
      const inTables = tables.flatMap((table) => table.forms);
      expect(inTables).toHaveLength(tables.length * tableForms.length);
      for (const { address, bytes, sha256: hash, ...form } of [...forms, ...inTables, ...changes, ...versions]) {
        const answer = await get(address!);
        expect(answer.status, address).toBe(200);
        expect({ bytes: answer.bytes.length, hash: sha256(answer.bytes) }).toEqual({ bytes, hash });
        if ('media_type' in form) expect(answer.headers.get('content-type')!.split(';')[0]).toBe(form.media_type);
      }
    }
  });

  test('lists every released version, and the latest as kept only where it was released', () => {
    const texts = readDatasetTexts(root);
    for (const { id, versions } of data.index.datasets) {
      expect(versions.filter(({ latest }) => latest)).toEqual([versions[0]]);
      const kept = versions.filter((one) => one.kept).map((one) => one.sha256);
      expect(kept.toReversed()).toEqual(readVersions(id, texts).map((one) => one.sha256));
    }
  });

  test('lists the days on which every record was added once', async () => {
    for (const { records, changes } of data.index.datasets) {
      const days = await Promise.all(changes.map(({ address }) => json<{ changes: { kind: string }[] }>(address)));
      expect(days.flatMap((day) => day.changes).filter(({ kind }) => kind === 'added')).toHaveLength(records);
    }
  });
});

test('the data package names files beside it, with their sizes and hashes', async () => {
  const texts = <Form extends { format: string }>(forms: readonly Form[]) =>
    forms.filter(({ format }) => !['parquet', 'json_feed', 'atom'].includes(format));
  const tables = datasets.flatMap((dataset) => dataset.tables);
  expect(data.dataPackage.resources).toHaveLength(
    datasets.length * texts(wholeForms).length + tables.length * texts(tableForms).length,
  );
  for (const { path, bytes, hash } of data.dataPackage.resources) {
    const { text } = await get(`/data/${path}`);
    expect({ bytes: Buffer.byteLength(text), hash: `sha256:${sha256(text)}` }).toEqual({ bytes, hash });
  }
});
