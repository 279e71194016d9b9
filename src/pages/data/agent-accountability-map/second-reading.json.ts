import { loadPublishedFiles } from '../../../dataset-files/load-published-files.ts';
import { SecondReadingDocument } from '../../../domain/datasets/accountability-map/second-reading.ts';
import { documentFile } from '../../../http/document.ts';

export const GET = documentFile(
  {
    id: 'getSecondReading',
    tag: 'Datasets',
    summary: 'Second reading of the accountability map',
    description: 'Layers of the map read by two readers, how far they agree, and how each difference was settled.',
    schema: SecondReadingDocument,
  },
  async () => (await loadPublishedFiles(import.meta.env.SITE)).secondReading,
);
