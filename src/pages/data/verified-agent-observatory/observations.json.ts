import { loadPublishedFiles } from '../../../dataset-files/load-published-files.ts';
import { ObservationsDocument } from '../../../domain/observation/observation.ts';
import { documentFile } from '../../../http/document.ts';

export const GET = documentFile(
  {
    id: 'getObservations',
    tag: 'Datasets',
    summary: 'Observations of the observatory',
    description: 'What was seen when the addresses of the records were asked: every check with its result, time and reason.',
    schema: ObservationsDocument,
  },
  async () => (await loadPublishedFiles(import.meta.env.SITE)).observations,
);
