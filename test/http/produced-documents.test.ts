import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildEvidencePack } from '../../src/domain/adjudication/build-evidence-pack.ts';
import { DisputeRequest } from '../../src/domain/adjudication/evidence-pack.ts';
import { RunRequest } from '../../src/domain/adjudication/runner.ts';
import { WorkOrderRequest } from '../../src/domain/adjudication/work-order.ts';
import type { AnchorEvidence } from '../../src/domain/anchors/anchor-evidence.ts';
import { AnchorState } from '../../src/domain/anchors/anchor-state.ts';
import { receiptHash } from '../../src/domain/receipts/published-receipt.ts';
import { TestVectorIndex } from '../../src/domain/verification/test-vector.ts';
import { verifyText } from '../../src/domain/verification/verify.ts';
import { schemaId } from '../../src/domain/vocabulary/service.ts';
import { publishedSchemas } from '../../src/http/json-schemas.ts';
import { addFormats } from '../support/formats.ts';
import { claim, runItem, workOrder } from '../support/previews.ts';
import { finalAnchor, shippedReceipts } from '../support/receipts.ts';

const baseUrl = 'https://service.example';
const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true });
addFormats(ajv);
for (const schema of publishedSchemas((id) => id).values()) ajv.addSchema(schema);

/** The problems of a document under the published schema that it names. */
const problemsUnderSchema = (document: unknown): unknown[] => {
  const { schema = schemaId('agent-card') } = document as { schema?: string };
  const validate = ajv.getSchema(schema);
  if (!validate) return [`${schema} is not published`];
  validate(document);
  return validate.errors ?? [];
};

const receipts = Object.values(shippedReceipts).map((receipt) => ({ hash: receiptHash(receipt), receipt }));
const anchorsOf = (hash: string): (AnchorEvidence | undefined)[] => [
  undefined,
  finalAnchor(hash),
  ...AnchorState.options.map((state) =>
    finalAnchor(hash, {
      state,
      seen_finalized: false,
      registered_data_hex: null,
      block_hash: null,
      finalized_at: null,
    }),
  ),
  finalAnchor(hash, { network: `simulation:${'0'.repeat(64)}`, sender: null, transaction_hash: null }),
];
const disputes = [
  undefined,
  { claim },
  {
    claim,
    evidence_items: [{ id: 'a', kind: 'log', sha256: 'a'.repeat(64), uri: 'https://a.example/x', statement: 'x' }],
  },
];

describe('the published JSON Schemas, read by another validator, accept', () => {
  test('every evidence pack, whatever is known and disputed', () => {
    for (const { hash, receipt } of receipts) {
      for (const anchor of anchorsOf(hash)) {
        for (const dispute of disputes) {
          for (const receiptSource of ['published_by_service', 'supplied_by_party'] as const) {
            expect(
              problemsUnderSchema(buildEvidencePack({ receipt, receiptSource, anchor, dispute, baseUrl })),
            ).toEqual([]);
          }
          if (anchor) expect(problemsUnderSchema(buildEvidencePack({ anchor, dispute, baseUrl }))).toEqual([]);
        }
      }
    }
  });

  test('every test vector that our verifier accepts by its schema', async () => {
    const folder = join(import.meta.dirname, '../../datasets/vectors');
    const index = TestVectorIndex.parse(JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')));
    expect(problemsUnderSchema(index)).toEqual([]);
    let accepted = 0;
    for (const { name, input } of index.vectors) {
      const bytes = new Uint8Array(readFileSync(join(folder, input)));
      const { checks } = await verifyText(bytes, {});
      if (!checks.some(({ id, result }) => id === 'schema' && result === 'pass')) continue;
      expect(problemsUnderSchema(JSON.parse(new TextDecoder().decode(bytes))), name).toEqual([]);
      accepted++;
    }
    expect(accepted).toBeGreaterThan(50);
  });
});

describe('a request that the service refuses by a type, a bound or a form', () => {
  /** A value in which one nested part is replaced or removed. */
  const spoilt = (value: object, path: readonly number[], part: unknown): unknown => {
    const copy = structuredClone(value);
    let inner = copy as Record<string, unknown>;
    for (const [at, step] of path.entries()) {
      const names = Object.keys(inner);
      if (names.length === 0) break;
      const name = names[step % names.length]!;
      const next = inner[name];
      if (at < path.length - 1 && typeof next === 'object' && next !== null) inner = next as Record<string, unknown>;
      else {
        inner[name] = part;
        break;
      }
    }
    return copy;
  };

  test.each([
    [
      'dispute',
      DisputeRequest,
      'service.adjudicator-dispute-request.v1',
      { receipt: shippedReceipts['demonstration-accepted']!, claim },
    ],
    ['work order', WorkOrderRequest, 'service.work-order-request.v1', workOrder],
    [
      'run',
      RunRequest,
      'service.adjudicator-work-order-runner.request.v1',
      { work_order: workOrder, evidence_items: [runItem('length', 'met')] },
    ],
  ] as const)('is refused by the published schema of the %s too', (_, schema, id, sound) => {
    const validate = ajv.getSchema(id)!;
    expect(schema.safeParse(sound).success && validate(sound)).toBe(true);
    fc.assert(
      fc.property(fc.array(fc.nat(20), { minLength: 1, maxLength: 6 }), fc.jsonValue({ maxDepth: 2 }), (path, part) => {
        const request = spoilt(sound, path, part);
        const parsed = schema.safeParse(request);
        // Rules between members are the service's own; a JSON Schema does not know them.
        const byShape = !parsed.success && parsed.error.issues.some(({ code }) => code !== 'custom');
        expect(validate(request)).toBe(!byShape);
      }),
      { numRuns: 500 },
    );
  });
});
