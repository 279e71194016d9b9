import { buildEvidencePack } from '../../src/domain/adjudication/build-evidence-pack.ts';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import type { DecisionReceipt } from '../../src/domain/receipts/decision-receipt.ts';
import { receiptHash } from '../../src/domain/receipts/published-receipt.ts';
import setup from '../support/build.ts';
import { previewPaths } from '../support/previews.ts';
import { acceptedReceipt } from '../support/receipts.ts';
import { startServer } from '../support/server.ts';
import { inTurn, ratio } from './load.ts';
import { atLeast, atMost, type Line, rate } from './report.ts';

const ROUNDS = 7;
const SECONDS = 2;
const CONNECTIONS = 32;

const receiptWith = (items: number): DecisionReceipt => ({
  ...acceptedReceipt,
  evidence_items: Array.from({ length: items }, (_, index) => ({
    id: `item-${index}`,
    kind: 'log',
    sha256: sha256Hex(String(index)),
    media_type: 'text/plain',
    provenance: 'supplied_by_party',
  })),
});

/** Milliseconds that one pack takes: the best of several rounds, since noise only ever adds. */
const millisecondsPerPack = (items: number): (() => number) => {
  const receipt = receiptWith(items);
  const packs = 20_000 / items;
  return () => {
    const began = performance.now();
    for (let built = 0; built < packs; built++) buildEvidencePack({ receipt, baseUrl: 'https://service.example' });
    return (performance.now() - began) / packs;
  };
};

/** Previews over HTTP against what the server does at most, and how packs grow. */
export const benchPreviews = async (): Promise<Line[]> => {
  await setup();
  const server = await startServer({ LOG_LEVEL: 'info' });
  const load = { seconds: SECONDS, connections: CONNECTIONS };
  const hash = receiptHash(acceptedReceipt);
  const refused = JSON.stringify({ kind: 'questiom', body: 'A request of a usual length. '.repeat(14) });
  try {
    const { ceiling, run, evidence } = await inTurn(ROUNDS, {
      ceiling: { ...load, url: `${server.url}/api/intake`, body: refused },
      run: { ...load, url: server.url + previewPaths.run, body: '{}' },
      evidence: { ...load, url: server.url + previewPaths.evidence + hash },
    });
    if (ceiling.ok > 0 || run.refused > 0 || evidence.refused > 0)
      throw new Error('the preview load was not answered as planned');
    const small = millisecondsPerPack(100);
    const large = millisecondsPerPack(1_000);
    const rounds = Array.from({ length: 8 }, () => ({ small: small(), large: large() })).slice(1);
    const best = {
      small: Math.min(...rounds.map((one) => one.small)),
      large: Math.min(...rounds.map((one) => one.large)),
    };
    return [
      atLeast(
        'simulated runs / refused requests',
        ratio(run, ceiling),
        0.25,
        `${rate(run.perSecond)} / ${rate(ceiling.perSecond)}`,
      ),
      atLeast(
        'evidence packs read / refused requests',
        ratio(evidence, ceiling),
        0.6,
        `${rate(evidence.perSecond)} / ${rate(ceiling.perSecond)}`,
      ),
      atMost(
        'time of a pack with 1,000 evidence items / with 100',
        best.large / best.small,
        12,
        `${best.large.toFixed(2)} ms / ${best.small.toFixed(2)} ms`,
      ),
    ];
  } finally {
    await server.stop();
  }
};
