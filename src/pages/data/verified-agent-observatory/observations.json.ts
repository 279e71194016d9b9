import { loadObservations } from '../../../dataset-files/load.ts';
import { buildObservations, ObservationsDocument } from '../../../domain/observation/observation.ts';
import { document } from '../../../http/document.ts';

export const GET = document(
  {
    id: 'getObservations',
    tag: 'Datasets',
    summary: 'Observations of the observatory',
    description: 'What was seen when the addresses of the records were asked: every check with its result, time and reason.',
    schema: ObservationsDocument,
  },
  () => buildObservations(loadObservations()),
);
