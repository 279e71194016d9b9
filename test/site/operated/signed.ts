import { execFileSync, spawnSync } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AgentCard as A2aCard, verifyAgentCardSignature } from '@a2a-js/sdk';
import { describe, expect, test, vi } from 'vitest';
import { buildEnvironment } from '../../../src/config.ts';
import { DataManifest } from '../../../src/domain/datasets/forms/data-manifest.ts';
import { webSha256 } from '../../../src/domain/json/sha256.ts';
import { buildJwks } from '../../../src/domain/keys/keys-document.ts';
import { verifyText } from '../../../src/domain/verification/verify.ts';
import { filesBelow } from '../../../src/server/built-files.ts';
import { type OperatedProject, SITE_URL } from '../../support/operated-project.ts';
import { buildProject } from '../../support/scratch-project.ts';

const checkout = join(import.meta.dirname, '../../..');

/** Tests of what a build signs. @param project the project, once it is built. */
export const testSigned = (project: () => OperatedProject): void => {
  const built = (path: string) => readFile(join(project().folder, path), 'utf8');

  const verify = async (text: string, receiptHash?: string) => {
    const found = await verifyText(text, { keys: project().keys, receiptHash });
    return { ...found, results: Object.fromEntries(found.checks.map(({ id, result }) => [id, result])) };
  };

  describe('the agent card that a build signs', () => {
    const card = async () => JSON.parse(await built('.well-known/agent-card.json')) as A2aCard;
    const asked: (string | undefined)[] = [];
    const bySdk = (one: unknown) =>
      verifyAgentCardSignature((kid, jku) => {
        asked.push(jku);
        return Promise.resolve({ ...buildJwks(project().keys as never).keys.find((key) => key.kid === kid)! });
      })(A2aCard.fromJSON(one));

    test('is the same bytes at both addresses', async () => {
      expect(await built('.well-known/service-agent-card.json')).toBe(await built('.well-known/agent-card.json'));
    });

    test('satisfies the SDK of A2A, which finds the key at the address that the card names', async () => {
      await bySdk(await card());
      expect(asked).toContain(`${SITE_URL}/.well-known/jwks.json`);
    });

    test('is refused by the SDK of A2A after any change', async () => {
      vi.spyOn(console, 'debug').mockReturnValue();
      const signed = await card();
      for (const changed of [
        { ...signed, name: `${signed.name}.` },
        { ...signed, capabilities: { ...signed.capabilities, streaming: true } },
        { ...signed, skills: signed.skills.slice(1) },
        { ...signed, signatures: [] },
      ])
        await expect(bySdk(changed)).rejects.toThrow(/signature/i);
      vi.restoreAllMocks();
    });

    test('is signed by the key by the rules of this service, and shown to be changed after a change', async () => {
      const text = await built('.well-known/agent-card.json');
      const { kind, answers, results } = await verify(text);
      expect(kind).toBe('agent_card');
      expect(answers.from_whom.result).toBe('pass');
      expect(results).toEqual({
        well_formed: 'pass',
        schema: 'pass',
        canonical_form: 'pass',
        hash: 'unverified',
        signature: 'pass',
      });
      const changed = await verify(text.replace('"streaming": false', '"streaming": true'));
      expect(changed.outcome).toBe('fail');
      const renamed = await verify(text.replace('"name": "', '"name": "X'));
      expect(renamed.answers.from_whom.result).toBe('fail');
    });
  });

  describe('the manifest of the data that a build signs', () => {
    test('is intact, signed, and holds the hash of the checksums', async () => {
      const text = await built('data/manifest.json');
      const { answers, kind } = await verify(text);
      expect(kind).toBe('data_manifest');
      expect([answers.intact.result, answers.from_whom.result]).toEqual(['pass', 'pass']);
      const manifest = DataManifest.parse(JSON.parse(text));
      const sums = await built('data/SHA256SUMS');
      expect(manifest.checksums).toEqual({
        address: `${SITE_URL}/data/SHA256SUMS`,
        bytes: Buffer.byteLength(sums),
        sha256: await webSha256(sums),
      });
      for (const { address, sha256 } of manifest.datasets)
        expect(sums).toContain(`${sha256}  ${address.slice(SITE_URL.length + 1)}\n`);
      const index = JSON.parse(await built('data/index.json')) as { manifest: string };
      expect(index.manifest).toBe(`${SITE_URL}/data/manifest.json`);
    });
  });

  test('a build for an https address speaks of that address alone', async () => {
    const texts = filesBelow(project().folder).filter((file) => /\.(json|html|xml|txt)$/.test(file));
    const strays: string[] = [];
    for (const file of texts) {
      if ((await readFile(join(project().folder, file), 'utf8')).includes('http://localhost:4321')) strays.push(file);
    }
    expect(strays).toEqual([]);
  });

  test('a build describes its interface in an OpenAPI document that another tool finds nothing wrong with', () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [
        join(checkout, 'node_modules/@redocly/cli/bin/cli.js'),
        'lint',
        '--extends',
        'recommended-strict',
        '--max-problems',
        '20',
        join(project().folder, 'openapi.json'),
      ],
      {
        cwd: checkout,
        encoding: 'utf8',
        env: { ...buildEnvironment(), REDOCLY_TELEMETRY: 'off', NO_UPDATE_NOTIFIER: '1' },
      },
    );
    expect(status, stdout + stderr).toBe(0);
    expect(stdout + stderr).not.toMatch(/You have \d+ warning/);
  });

  test('a build names its commit', async () => {
    const commit = execFileSync('git', ['-C', project().root, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
    expect(JSON.parse(await built('static/status.json'))).toMatchObject({ build: { commit, modified: false } });
  });

  test('a build does not sign with a key that others cannot look up, says which, and leaves the earlier build', async () => {
    const before = filesBelow(project().folder);
    await cp(join(checkout, 'datasets/keys.yaml'), join(project().root, 'datasets/keys.yaml'));
    expect(() => buildProject(project().root, { SITE_URL, CARD_KEY_FILE: project().cardKey })).toThrow(
      /CARD_KEY_FILE: the key [\w-]{43} is not listed in datasets\/keys\.yaml/,
    );
    expect(filesBelow(project().folder)).toEqual(before);
  });
};
