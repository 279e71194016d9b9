import { z } from 'zod';
import { drawPicture, tableOf } from '../../components/dataset/charts/drawing.ts';
import { pictures } from '../../components/dataset/charts/pictures.ts';
import { loadDocuments } from '../../dataset-files/load.ts';
import { datasetPaths } from '../../domain/datasets/forms/paths.ts';
import { DATA_LICENSE } from '../../domain/datasets/record/dataset.ts';
import { documentFiles } from '../../http/document.ts';

const files = pictures.flatMap((picture) => {
  const { last_modified } = loadDocuments()[picture.dataset];
  const source = `${import.meta.env.SITE}${datasetPaths(picture.dataset).page}, ${last_modified}, ${DATA_LICENSE}`;
  return [
    { params: { file: `${picture.id}.svg` }, content: () => drawPicture(picture, source).svg },
    { params: { file: `${picture.id}.csv` }, content: () => tableOf(picture) },
  ];
});

export const { GET, getStaticPaths } = documentFiles(
  [
    {
      id: 'getPicture',
      tag: 'Datasets',
      summary: 'Picture of a dataset',
      description:
        'A picture for other sites that says what the records show, as SVG that is light or dark as its reader has it, or its table as CSV with a dot in each row.',
      parameters: {
        file: { schema: z.enum(files.map(({ params }) => params.file)), description: 'The picture and its form.' },
      },
      schema: z.string(),
      mediaType: ['image/svg+xml', 'text/csv'],
      params: {},
    },
  ],
  () => Promise.resolve(files),
);
