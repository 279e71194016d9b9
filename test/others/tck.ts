/**
 * Holds `/a2a` against the must level of a2aproject/a2a-tck, branch 1.0-dev, where a copy of it is: `A2A_TCK=<folder> node
 * test/others/tck.ts`. Needs a build, port 4321 and the Debian packages python3-pytest, python3-httpx, python3-jsonschema and
 * python3-jinja2. It ends with 1 when other tests fail than those that are known not to apply here.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from '../support/server.ts';

/** What fails, and why it says nothing of this agent. */
const knownFailures: Readonly<Record<string, string>> = {
  'TestTextArtifact::test_task_has_text_artifact': 'expects the canned artifact of a test agent',
  'TestFileArtifact::test_task_has_file_artifact': 'expects the canned artifact of a test agent',
  'TestFileUrlArtifact::test_task_has_file_url_artifact': 'expects the canned artifact of a test agent',
  'TestDataArtifact::test_task_has_data_artifact': 'expects the canned artifact of a test agent',
  'TestMessageResponse::test_returns_message_with_text_part': 'expects the canned message of a test agent',
  'TestCamelCaseFieldNames::test_no_snake_case_keys': 'takes the members of a receipt for names of the protocol',
  'test_must_requirement[CORE-SEND-003-jsonrpc]': 'takes the refusal of a file that it demands for a failure',
};

const say = (text: string) => process.stdout.write(`${text}\n`);
const kit = process.env['A2A_TCK'] ?? '';
const python = process.env['PYTHON'] ?? '/usr/bin/python3';
const packages = spawnSync(python, ['-c', 'import pytest, httpx, jsonschema, jinja2']);

if (!existsSync(join(kit, 'tests/compatibility')) || packages.status !== 0) {
  say('The TCK is not installed: nothing was run. Set A2A_TCK to a copy of a2aproject/a2a-tck, branch 1.0-dev,');
  say('and install python3-pytest, python3-httpx, python3-jsonschema and python3-jinja2.');
} else {
  // The card names the address that the site was built for.
  const server = await startServer({ PORT: '4321' });
  const options = '-c /dev/null --rootdir=. -q --tb=no -rf -p no:cacheprovider -p tck_plugin -W ignore'.split(' ');
  const asked = ['-m', 'must', '--transport=jsonrpc', '--sut-host=http://localhost:4321'];
  const { stdout, stderr } = spawnSync(python, ['-m', 'pytest', 'tests/compatibility', ...options, ...asked], {
    cwd: kit,
    encoding: 'utf8',
    env: { ...process.env, PYTHONPATH: [import.meta.dirname, process.env['PYTHONPATH']].filter(Boolean).join(':') },
  });
  await server.stop();
  const failed = [...stdout.matchAll(/^FAILED \S+?\.py::(\S+)/gm)].map(([, name]) => name!.replace('[jsonrpc]', ''));
  for (const name of failed) say(`${name}: ${knownFailures[name] ?? 'FAILED'}`);
  const counts = /\d+ failed, \d+ passed.*|\d+ passed.*/.exec(stdout)?.[0];
  say(counts ?? stdout + stderr);
  const surprises = failed.filter((name) => !(name in knownFailures));
  process.exitCode = counts === undefined || surprises.length > 0 ? 1 : 0;
}
