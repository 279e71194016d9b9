// Writes the test vectors: `node test/vectors/generate.mjs [folder]`. Nothing here uses the code that is
// tested with them: the canonical form, the hashes and the documents are written a second time, with the
// standard library alone, so that the vectors do not confirm themselves.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { agentCardCases } from './agent-card-cases.mjs';
import { anchorRecordCases } from './anchor-record-cases.mjs';
import { boundCases } from './bound-cases.mjs';
import { clauseOf, unusedNames } from './clauses.mjs';
import { dataManifestCases } from './data-manifest-cases.mjs';
import { evidencePackCases } from './evidence-pack-cases.mjs';
import { intakeCases } from './intake-cases.mjs';
import { mandateCases } from './mandate-cases.mjs';
import { receiptCases } from './receipt-cases.mjs';
import { runCases } from './run-cases.mjs';
import { signedPackCases } from './signed-pack-cases.mjs';
import { signedReceiptCases } from './signed-receipt-cases.mjs';
import { workOrderCases } from './work-order-cases.mjs';

const cases = [
  ...receiptCases,
  ...evidencePackCases,
  ...boundCases,
  ...workOrderCases,
  ...runCases,
  ...signedReceiptCases,
  ...signedPackCases,
  ...intakeCases,
  ...agentCardCases,
  ...dataManifestCases,
  ...anchorRecordCases,
  ...mandateCases,
];

const names = cases.map(({ entry }) => entry.name);
if (new Set(names).size !== names.length) throw new Error('two vectors have the same name');

const vectors = cases.map(({ entry: { name, kind, rule, ...rest } }) => ({
  name,
  kind,
  rule,
  clause: clauseOf(name),
  ...rest,
}));
if (unusedNames().length > 0)
  throw new Error(`clauses.mjs names what no vector is called: ${unusedNames().join(', ')}`);

const folder = process.argv[2] ?? fileURLToPath(new URL('../../datasets/vectors/', import.meta.url));
mkdirSync(folder, { recursive: true });
for (const file of readdirSync(folder)) rmSync(join(folder, file));
for (const { entry, input, files = [] } of cases) {
  for (const [name, content] of [[entry.input, input], ...files]) writeFileSync(join(folder, name), content);
}
writeFileSync(
  join(folder, 'index.json'),
  `${JSON.stringify(
    {
      ok: true,
      schema: 'service.test-vectors.v1',
      about:
        'Inputs for a verifier. For each: read the bytes of `input`; if receipt_hash_sha256 is set, take it as the hash that was asked for; if keys is set, that file lists the keys at hand (a list that has to be refused gives none); if anchored_at is set, a node was seen to have the receipt hash in a finalized block of that time on mainnet or testnet; if receipts is set, those files are given with the input, for its mandate; every check listed in expected.checks must have that result and no other check may be made. hash_sha256 is the hash that the document has, whatever it states; mandate, where it is there, is what the mandate of the decision comes to, null where none is judged.',
      vectors,
    },
    null,
    2,
  )}\n`,
);
process.stdout.write(
  `${cases.length} vectors, ${cases.filter(({ entry }) => entry.expected.outcome === 'fail').length} of them must fail\n`,
);
