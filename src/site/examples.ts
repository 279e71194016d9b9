import type { z } from 'zod';
import { loadReceipts } from '../dataset-files/load.ts';
import { buildEvidencePack } from '../domain/adjudication/build-evidence-pack.ts';
import { buildWorkOrderPack } from '../domain/adjudication/build-work-order-pack.ts';
import { EvidencePack } from '../domain/adjudication/evidence-pack.ts';
import { buildSampleOrder, runWorkOrder } from '../domain/adjudication/run-work-order.ts';
import { RunReceipt } from '../domain/adjudication/runner.ts';
import { WorkOrderPack } from '../domain/adjudication/work-order-pack.ts';
import { sampleReceipt } from '../domain/receipts/sample-receipt.ts';

/** The seed of the worked examples: the same in every build, so that their hashes do not change. */
export const EXAMPLE_SEED = 'worked-example';

/** The receipt of the evidence pack example while it is published, chosen because its mandate leaves something to judge. */
const EXAMPLE_RECEIPT = 'demonstration-outside-mandate';

interface Example {
  /** The id of its operation. */
  readonly id: string;
  /** The last part of its address under /static/examples/. */
  readonly name: string;
  readonly summary: string;
  readonly schema: z.ZodType;
  readonly build: (options: { baseUrl: string }) => object;
}

/** The worked examples of the preview pages: the answers of the adapters to fixed requests, under /static/examples/. */
export const examples = {
  evidencePack: {
    id: 'getEvidencePackExample',
    name: 'evidence-pack',
    summary: 'An evidence pack for a made-up receipt',
    schema: EvidencePack,
    build: ({ baseUrl }: { baseUrl: string }): EvidencePack => {
      const found = loadReceipts().find(({ receipt }) => receipt.receipt_id === EXAMPLE_RECEIPT);
      return buildEvidencePack({ receipt: found?.receipt ?? sampleReceipt, baseUrl });
    },
  },
  workOrderPack: {
    id: 'getWorkOrderPackExample',
    name: 'work-order-pack',
    summary: 'A work order pack for the built-in sample order',
    schema: WorkOrderPack,
    build: (): WorkOrderPack => buildWorkOrderPack({ request: buildSampleOrder(EXAMPLE_SEED) }),
  },
  runReceipt: {
    id: 'getRunnerReceiptExample',
    name: 'runner-receipt',
    summary: 'A runner receipt of the built-in sample order',
    schema: RunReceipt,
    build: (): RunReceipt => runWorkOrder({ request: { seed: EXAMPLE_SEED }, freshSeed: EXAMPLE_SEED }),
  },
} as const satisfies Record<string, Example>;

/** The address of an example, relative to the base address. */
export const examplePath = ({ name }: Example): string => `/static/examples/${name}.json`;
