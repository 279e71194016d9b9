import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/storage/database.ts';
import { intakeStore } from '../../src/storage/intake.ts';
import {
  agentText,
  decision,
  decisionFile,
  givenFolder,
  issue,
  keyFile,
  program,
  receiptOf,
  root,
  run,
} from '../support/receipts-command.ts';
import { newStore } from '../support/server.ts';
import { hashOf as independentHash } from '../vectors/canonical.mjs';

givenFolder();

describe('npm run receipts -- issue', () => {
  test('takes the subject of a request from the store, and the rest from a file', async () => {
    const store = await newStore();
    const db = await openDatabase({ kind: 'sqlite', filename: store.slice('file:'.length) });
    const id = 'abcdefghijkmnpqrstuvwxyz';
    const body_sha256 = 'ab'.repeat(32);
    const record = { id, kind: 'question', status: 'received', received_at: '2026-11-20T10:00:00Z', answer_by: null, due_at: null, from: null, contact: null, body: 'A request', body_sha256, receipt_hash_sha256: 'cd'.repeat(32), deleted_at: null, decision_receipt_hash_sha256: null, context_id: null } as const; // prettier-ignore
    const receipt = { ok: true, schema: 'service.intake-receipt.v1', id, status: 'received', kind: 'question', received_at: record.received_at, body_sha256, receipt_hash_sha256: record.receipt_hash_sha256, status_url: 'http://localhost/intake/x' } as const; // prettier-ignore
    await intakeStore(db).add({ record, receipt });
    await db.close();
    writeFileSync(join(root, 'datasets/agent.yaml'), agentText());
    const { subject: _subject, ...rest } = decision;
    const agent = { ...rest.agent, name: 'Accountability demonstration agent' };
    const file = decisionFile({ ...rest, receipt_id: 'answered-request', agent });
    const {
      code,
      stdout,
      stderr: asked,
    } = await program(['issue', '--request', id, '--key', keyFile, '--file', file], {
      env: { DATABASE_URL: store },
    });
    expect(code, asked).toBe(0);
    expect(receiptOf('answered-request')).toMatchObject({
      subject: { kind: 'request', reference: id, sha256: body_sha256 },
    });
    const namedReceipt = async (): Promise<string | null | undefined> => {
      const reopened = await openDatabase({ kind: 'sqlite', filename: store.slice('file:'.length) });
      const found = await intakeStore(reopened).find(id);
      await reopened.close();
      return found?.record.decision_receipt_hash_sha256;
    };
    const named = await namedReceipt();
    expect(stdout).toContain(`names the decision receipt /receipts/${named}`);
    expect(stdout).toMatch(/The link on the status page works after the next build\.\n$/);
    expect(stdout).toContain(`still says received. Next: npm run inbox -- status ${id} answered`);
    const { signatures: _own, ...issued } = receiptOf('answered-request');
    expect(named).toBe(independentHash(issued));

    const unknown = await run(['issue', '--request', 'x'.repeat(24), '--key', keyFile], {
      env: { DATABASE_URL: store },
    });
    expect(unknown.stderr).toContain('No request has the id');
  });

  test('offers the agent of the project, and issues for another only when it is asked to, with a warning', async () => {
    const { account } = decision.agent;
    writeFileSync(join(root, 'datasets/agent.yaml'), agentText(account));
    const shown = await run(['issue']);
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    const template = JSON.parse(shown.stdout) as typeof decision;
    expect((await issue(template)).stderr).toContain('receipt_id');
    const { agent } = template;
    expect(agent).toEqual({ name: 'Accountability demonstration agent', account });

    const own = { name: 'Accountability demonstration agent', account };
    expect(await issue({ ...decision, receipt_id: 'own', agent: own })).toMatchObject({ code: 0, stderr: '' });
    const other = `ccd:${'0'.repeat(32)}:${account.split(':')[2]}`;
    const decided = { ...decision, agent: { name: 'Another agent', account: other } };
    const refused = await issue(decided);
    expect(refused.code).toBe(1);
    for (const words of ['agent.name differs from name', 'agent.account differs', '--other-agent'])
      expect(refused.stderr).toContain(words);
    const foreign = await issue(decided, '--other-agent');
    expect(foreign.code, foreign.stderr).toBe(0);
    const warnings = [
      'warning: lamp: agent.name differs from name in datasets/agent.yaml',
      'warning: lamp: agent.account differs from registration.account in datasets/agent.yaml',
      expect.stringMatching(/^warning: lamp: agent\.account names an unknown chain; expected .*\(Concordium\)/),
    ];
    expect(foreign.stderr.trim().split('\n')).toEqual(warnings);
    const checked = await run(['check']);
    expect(checked.code).toBe(0);
    expect(checked.stderr.trim().split('\n')).toEqual(warnings);
  });
});
