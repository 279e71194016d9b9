import { badgeRoute } from '../../components/graphics/badge-route.ts';
import { systemBadge } from '../../components/graphics/record-badges.ts';
import { loadDocuments } from '../../dataset-files/load.ts';
import { Slug } from '../../domain/vocabulary/text.ts';

export const { GET, getStaticPaths } = badgeRoute(
  {
    id: 'getSystemBadge',
    tag: 'Datasets',
    summary: 'Badge of a system of the accountability map',
    description: 'A picture for other sites: which layers the system covers, according to the sources that were read.',
    parameters: { record: { schema: Slug, description: 'The id of the record.' } },
  },
  () =>
    loadDocuments()['agent-accountability-map'].entries.map(
      (record) => [record.id, () => systemBadge(record)] as const,
    ),
);
