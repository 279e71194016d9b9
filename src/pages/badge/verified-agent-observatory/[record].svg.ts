import { loadShownRecords } from '../../../components/dataset/shown-level.ts';
import { badgeRoute } from '../../../components/graphics/badge-route.ts';
import { agentBadge } from '../../../components/graphics/record-badges.ts';
import { Slug } from '../../../domain/vocabulary/text.ts';

export const { GET, getStaticPaths } = badgeRoute(
  {
    id: 'getAgentBadge',
    tag: 'Datasets',
    summary: 'Badge of a record of the observatory',
    description:
      'A picture for other sites: the level of the record, and until when the check counts that it rests on. Being listed is no verification.',
    parameters: { record: { schema: Slug, description: 'The id of the record.' } },
  },
  () => loadShownRecords().map((record) => [record.id, () => agentBadge(record)] as const),
);
