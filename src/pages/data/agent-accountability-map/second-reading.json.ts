import { loadSecondReading } from '../../../dataset-files/load.ts';
import { buildSecondReading, SecondReadingDocument } from '../../../domain/datasets/accountability-map/second-reading.ts';
import { document } from '../../../http/document.ts';

export const GET = document(
  {
    id: 'getSecondReading',
    tag: 'Datasets',
    summary: 'Second reading of the accountability map',
    description: 'Layers of the map read by two readers, how far they agree, and how each difference was settled.',
    schema: SecondReadingDocument,
  },
  () => buildSecondReading(loadSecondReading()),
);
