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

/** The worked examples of the preview pages: the answers of the adapters to fixed requests, under /static/examples/. */
export const examples = {
  evidencePack: {
    id: 'getEvidencePackExample',
    name: 'evidence-pack',
    schema: EvidencePack,
    build: ({ baseUrl }: { baseUrl: string }): EvidencePack => {
      const found = loadReceipts().find(({ receipt }) => receipt.receipt_id === EXAMPLE_RECEIPT);
      return buildEvidencePack({ receipt: found?.receipt ?? sampleReceipt, baseUrl });
    },
  },
  workOrderPack: {
    id: 'getWorkOrderPackExample',
    name: 'work-order-pack',
    schema: WorkOrderPack,
    build: (): WorkOrderPack => buildWorkOrderPack({ request: buildSampleOrder(EXAMPLE_SEED) }),
  },
  runReceipt: {
    id: 'getRunnerReceiptExample',
    name: 'runner-receipt',
    schema: RunReceipt,
    build: (): RunReceipt => runWorkOrder({ request: { seed: EXAMPLE_SEED }, freshSeed: EXAMPLE_SEED }),
  },
};

/** The address of an example, relative to the base address. */
export const examplePath = ({ name }: { readonly name: string }): string => `/static/examples/${name}.json`;
