import { documentSet } from '../../../http/document.ts';
import { examples } from '../../../site/examples.ts';

const ids = {
  evidencePack: 'getEvidencePackExample',
  workOrderPack: 'getWorkOrderPackExample',
  runReceipt: 'getRunnerReceiptExample',
};

export const { GET, getStaticPaths } = documentSet(
  Object.entries(examples).map(([key, { name, summary, schema, build }]) => ({
    id: ids[key as keyof typeof ids],
    tag: 'Adjudication',
    summary,
    description: 'A made-up example with a fixed seed: the same hashes at every build. It is no proof of anything.',
    schema,
    params: { name },
    build,
  })),
  ({ build }) => build({ baseUrl: import.meta.env.SITE }),
);
