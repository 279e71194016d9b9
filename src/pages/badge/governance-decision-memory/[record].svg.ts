import { badgeRoute } from '../../../components/graphics/badge-route.ts';
import { decisionBadge } from '../../../components/graphics/record-badges.ts';
import { loadDocuments } from '../../../dataset-files/load.ts';
import { Slug } from '../../../domain/vocabulary/text.ts';

export const { GET, getStaticPaths } = badgeRoute(
  {
    id: 'getDecisionBadge',
    tag: 'Datasets',
    summary: 'Badge of a decision of the memory',
    description: 'A picture for other sites: what came of the decision, according to the sources that were read.',
    parameters: { record: { schema: Slug, description: 'The id of the record.' } },
  },
  () =>
    loadDocuments()['governance-decision-memory'].entries.map(
      (record) => [record.id, () => decisionBadge(record)] as const,
    ),
);
