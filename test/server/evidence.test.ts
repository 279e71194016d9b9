import { describe, expect, test } from 'vitest';
import { buildEvidencePack } from '../../src/domain/adjudication/build-evidence-pack.ts';
import type { EvidencePack } from '../../src/domain/adjudication/evidence-pack.ts';
import { receiptHash } from '../../src/domain/receipts/published-receipt.ts';
import { verifyText } from '../../src/domain/verification/verify.ts';
import { call, post } from '../support/call.ts';
import { serviceHere } from '../support/hosted-service.ts';
import { claim, previewPaths } from '../support/previews.ts';
import { expectProblem } from '../support/problem.ts';
import { acceptedReceipt, finalAnchor, shippedReceipts } from '../support/receipts.ts';
import { storeWithAnchors } from '../support/stored-anchors.ts';

const anchored = receiptHash(acceptedReceipt);
const notAnchored = receiptHash(shippedReceipts['demonstration-rejected']!);
const anchorOnly = 'd'.repeat(64);
const server = await serviceHere({ DATABASE_URL: await storeWithAnchors(anchored, anchorOnly) });

const read = (hash: string, init: RequestInit = {}) => call(server.url + previewPaths.evidence + hash, init);
const pack = async (hash: string) => (await read(hash)).json as unknown as EvidencePack;
const dispute = (body: object) => post(server.url + previewPaths.dispute, { claim, ...body });

describe('the evidence on a receipt hash', () => {
  test('is a full pack when the receipt is published and its anchor is final', async () => {
    const { adjudication_question, acceptance_decision, concordium_proofs, evidence_items, ...rest } =
      await pack(anchored);
    expect(adjudication_question.case).toBe('receipt_and_finalized_anchor');
    expect(acceptance_decision).toMatchObject({
      receipt: { decision: 'accepted' },
      demonstration: true,
      receipt_source: 'published_by_service',
    });
    expect(concordium_proofs).toMatchObject({
      anchor_state: 'finalized',
      anchor: { seen_finalized: true, network: 'testnet' },
    });
    expect(evidence_items.map(({ id }) => id).slice(0, 2)).toEqual(['decision-receipt', 'anchor']);
    expect(rest.expected_verdict_schema.only_supported_verdict).toBeNull();
    expect(rest.mandate_scope!.constraints).not.toHaveLength(0);
  });

  test('is a full pack that says so when the receipt is published and not anchored', async () => {
    const { adjudication_question, acceptance_decision, concordium_proofs } = await pack(notAnchored);
    expect(adjudication_question.case).toBe('receipt_without_finalized_anchor');
    expect(acceptance_decision!.receipt.decision).toBe('rejected');
    expect(concordium_proofs).toMatchObject({ anchor_state: 'not_anchored', anchor: null });
  });

  test('supports no verdict but insufficient_evidence when only a final anchor is known', async () => {
    const found = await pack(anchorOnly);
    expect(found.adjudication_question.case).toBe('historical_anchor_only');
    expect(found.concordium_proofs.anchor).toMatchObject({ receipt_hash_sha256: anchorOnly, seen_finalized: true });
    expect(found).toMatchObject({ merchant_policy: null, acceptance_decision: null, mandate_scope: null });
    expect(found.expected_verdict_schema.only_supported_verdict).toMatchObject({
      accepted_correctly: null,
      recommended_outcome: 'insufficient_evidence',
    });
  });

  test('is refused when neither receipt nor anchor is known, with the way to make it known', async () => {
    const answer = await read('0'.repeat(64));
    expectProblem(answer, 'unknown_receipt');
    expect(answer.json['detail']).toMatch(/preview-dispute.*anchor-preview/);
  });

  test.each(['abc', 'g'.repeat(64), '0'.repeat(63), '0'.repeat(65), `${'0'.repeat(63)}%00`, '..%2f'])(
    'is refused for %s, which is no hash',
    async (text) => {
      expect(expectProblem(await read(text), 'invalid_hash')).toEqual([' wrong_format']);
    },
  );

  test('may be kept for seconds, is compared by its tag, answers HEAD, and an upper-case hash', async () => {
    const answer = await read(anchored);
    expect((await read(anchored.toUpperCase())).text).toBe(answer.text);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=5');
    const again = await read(anchored, { headers: { 'if-none-match': answer.headers.get('etag')! } });
    expect([again.status, again.text]).toEqual([304, '']);
    const head = await read(anchored, { method: 'HEAD' });
    expect([head.status, head.headers.get('etag')]).toEqual([200, answer.headers.get('etag')]);
  });

  test.each([anchored, notAnchored, anchorOnly])(
    '%s verifies without the service, but for what only the chain says',
    async (hash) => {
      const { outcome, checks } = await verifyText((await read(hash)).text, { receiptHash: hash });
      expect(outcome).not.toBe('fail');
      for (const { id, result } of checks) {
        if (!['signature', 'anchor_state', 'anchor_bytes'].includes(id)) expect(result, id).toBe('pass');
      }
    },
  );
});

describe('a dispute', () => {
  const added = { id: 'photo', kind: 'screenshot', sha256: 'f'.repeat(64), statement: 'As it came.' };

  test('about a published receipt gives a pack that states it, the claimant last and marked', async () => {
    const answer = await dispute({ receipt_hash_sha256: anchored, evidence_items: [added] });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const {
      adjudication_question: question,
      parties,
      evidence_items,
      acceptance_decision,
    } = answer.json as unknown as EvidencePack;
    expect(question).toMatchObject({ kind: 'dispute', case: 'receipt_and_finalized_anchor' });
    expect(question.dispute).toEqual({
      requested_outcome: claim.requested_outcome,
      claimant: { provenance: 'supplied_by_party', text: claim.by },
      claim: { provenance: 'supplied_by_party', text: claim.text },
    });
    expect(parties.at(-1)).toMatchObject({ role: 'claimant', provenance: 'supplied_by_party' });
    expect(evidence_items.at(-1)).toMatchObject({ id: 'photo', named_by: 'claimant', provenance: 'supplied_by_party' });
    const provenances = evidence_items.map(({ provenance }) => provenance);
    expect(provenances).toEqual(provenances.toSorted());
    expect(acceptance_decision!.receipt_source).toBe('published_by_service');
    expect((await verifyText(answer.text, {})).answers.intact.result).toBe('pass');
  });

  test('about a receipt that is sent attests nothing of it, and still finds its anchor', async () => {
    const { receipt_id: _, ...others } = acceptedReceipt;
    const own = { ...others, receipt_id: 'somebody-elses' };
    const sent = (await dispute({ receipt: own })).json as unknown as EvidencePack;
    expect(sent.adjudication_question.receipt_hash_sha256).toBe(receiptHash(own));
    expect(sent.acceptance_decision!.receipt_source).toBe('supplied_by_party');
    expect(new Set(sent.evidence_items.map(({ provenance }) => provenance))).toEqual(new Set(['supplied_by_party']));
    const known = (await dispute({ receipt: acceptedReceipt })).json as unknown as EvidencePack;
    expect(known.concordium_proofs.anchor_state).toBe('finalized');
  });

  test('about an unknown hash is refused', async () => {
    expectProblem(await dispute({ receipt_hash_sha256: '0'.repeat(64) }), 'unknown_receipt');
  });

  test.each<[string, object, string[]]>([
    ['neither receipt nor hash', {}, [' rule']],
    ['both', { receipt: acceptedReceipt, receipt_hash_sha256: anchored }, [' rule']],
    [
      'a receipt with another hash',
      { receipt: { ...acceptedReceipt, receipt_hash_sha256: 'a'.repeat(64) } },
      ['/receipt/receipt_hash_sha256 hash_mismatch'],
    ],
    [
      'evidence that calls itself attested',
      { receipt_hash_sha256: anchored, evidence_items: [{ ...added, provenance: 'attested' }] },
      ['/evidence_items/0/provenance not_allowed'],
    ],
    [
      'neither, and a claim without words as well',
      { claim: { ...claim, text: 1 } },
      [' rule', '/claim/text wrong_type'],
    ],
  ])('with %s is refused by place and name', async (_, body, problems) => {
    expect(expectProblem(await dispute(body), 'invalid_request')).toEqual(problems);
  });
});

describe('the exhibit', () => {
  const exhibitPath = '/api/adjudicator/evidence/exhibit';
  const exhibit = (hash: string, query = '', init: RequestInit = {}) => read(`${hash}.txt${query}`, init);

  test('of a receipt is plain text with its anchor as it is, compared by its tag, for an upper-case hash too', async () => {
    const answer = await exhibit(anchored);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(answer.text).toContain(`EXHIBIT on the decision receipt with SHA-256 ${anchored}`);
    expect(answer.text).toMatch(
      /^SIGNATURES: pass\. Of the pack: Signed by a key .* Of the receipt: Signed by a key /m,
    );
    expect(answer.text).toMatch(/^ANCHOR: finalized\. The service saw the anchor/m);
    expect((await exhibit(anchored.toUpperCase())).text).toBe(answer.text);
    const again = await exhibit(anchored, '', { headers: { 'if-none-match': answer.headers.get('etag')! } });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await exhibit(anchorOnly)).text).toContain('DECISION: this pack holds no receipt.');
    expectProblem(await exhibit('0'.repeat(64)), 'unknown_receipt');
    expectProblem(await exhibit('abc'), 'invalid_hash');
  });

  test('keeps to the limit of the query, and says which limit is enough', async () => {
    const refused = await exhibit(notAnchored, '?limit=400');
    expect(expectProblem(refused, 'invalid_request')).toEqual([' too_small']);
    const [{ detail, ...place }] = refused.json['errors'] as [{ detail: string }];
    expect(place).toMatchObject({ in: 'query', name: 'limit' });
    const needed = Number(/\d+/.exec(detail));
    const short = await exhibit(notAnchored, `?limit=${needed}&limit=1&other=1`);
    expect(short.bytes.length).toBeLessThanOrEqual(needed);
    expect(short.text).toContain('LEFT OUT FOR LENGTH');
  });

  test.each(['?limit=399', '?limit=20001', '?limit=', '?limit=5e3', '?limit=-500', '?as=xml'])(
    'is refused with %s',
    async (query) => {
      expect(expectProblem(await exhibit(anchored, query), 'invalid_request')).toHaveLength(1);
    },
  );

  test('is evidence of a court where it is asked for as such', async () => {
    const { json } = await exhibit(anchored, '?as=kleros');
    expect(Object.keys(json)).toEqual(['name', 'description', 'fileURI']);
    expect(json['description']).toContain(`EXHIBIT on the decision receipt with SHA-256 ${anchored}  \n`);
    expect(json['fileURI']).toMatch(new RegExp(`/evidence/agent-acceptance/${anchored}\\.txt$`));
  });

  test('of a pack that is sent says who signed it, and takes what is stored here for the facts', async () => {
    const pack = (await dispute({ receipt_hash_sha256: anchored })).json as unknown as EvidencePack;
    const send = (body: object, query = '') => post(server.url + exhibitPath + query, body);
    const { text } = await send(pack);
    expect(text).toMatch(/^SIGNATURES: pass\. Of the pack: Signed by a key /m);
    expect(text).toContain(`> Claimant: ${claim.by}\n> ${claim.text}\n`);
    expect((await send(pack, '?as=uma&limit=20000')).text).toMatch(
      /^The decision in receipt [0-9a-f]{64} should be upheld/,
    );
    const forged = buildEvidencePack({
      receipt: { ...acceptedReceipt, receipt_id: 'somebody-elses' },
      baseUrl: 'https://elsewhere.example',
    });
    const other = (await send(forged)).text;
    expect(other).toMatch(/^SIGNATURES: (unverified|fail)\. Of the pack: The pack carries no signature/m);
    expect(other).toContain('SOURCE: the receipt is supplied by a party.');
    expect(other).not.toContain('elsewhere.example');
    const without = buildEvidencePack({ anchor: finalAnchor(notAnchored), baseUrl: 'https://elsewhere.example' });
    const { text: leftOut } = await send(without);
    expect(leftOut).toMatch(
      /^DECISION: this pack holds no receipt; the one with this hash is published, see RECEIPT\.$/m,
    );
    expect(leftOut).toMatch(new RegExp(`^RECEIPT: .*/data/decision-receipts/${notAnchored}\\.json$`, 'm'));
    expect(leftOut).toMatch(/^ANCHOR: not_anchored\. /m);
    expect(expectProblem(await send({ ...pack, boundaries: [] }), 'invalid_request')).toEqual([' rule']);
    expectProblem(await send({ ...pack, parties: 7 }), 'invalid_request');
  });
});
