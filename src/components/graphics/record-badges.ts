import { loadDocuments } from '../../dataset-files/load.ts';
import type { DatasetId, Records } from '../../dataset-files/registry.ts';
import { outcomeStatusTerms } from '../../domain/datasets/governance/terms.ts';
import { verificationLevelTerms } from '../../domain/datasets/observatory/terms.ts';
import type { DatasetRecord } from '../../domain/datasets/record/record.ts';
import { valuesOf } from '../../domain/vocabulary/terms.ts';
import { capitalized } from '../../domain/vocabulary/words.ts';
import type { Badge } from './badge.ts';
import { coverageInWords, drawLayerGlyph } from './layer-glyph.ts';
import { pictureInks, tokenColour } from './token-inks.ts';

/** The badge of a record that says in its last line which version of which dataset it is from. */
const badgeOf = (dataset: DatasetId, record: DatasetRecord, badge: Omit<Badge, 'notes'>, note: string): Badge => {
  const { title, version } = loadDocuments()[dataset];
  const source = `${title}, ${version}`;
  return record.withdrawn_on === undefined
    ? { ...badge, notes: [note, source] }
    : {
        ...badge,
        statement: `Withdrawn on ${record.withdrawn_on}`,
        notes: ['The record is no longer kept up', source],
      };
};

/** The badge of a system of the map: how far it covers the layers. */
export const systemBadge = (record: Records['agent-accountability-map'][number]): Badge =>
  badgeOf(
    'agent-accountability-map',
    record,
    {
      graphic: drawLayerGlyph(record.layers, pictureInks()),
      title: record.name,
      statement: capitalized(coverageInWords(record.layers)),
    },
    'According to the sources that were read',
  );

/** A bar for each level, full as far as the record reaches. */
const drawLevel = (level: keyof typeof verificationLevelTerms): string => {
  const levels = valuesOf(verificationLevelTerms);
  const [ink, edge] = [tokenColour('--accent'), tokenColour('--edge')];
  return levels
    .map((_, at) => {
      const look = at <= levels.indexOf(level) ? `fill="${ink}" stroke="${ink}"` : `fill="none" stroke="${edge}"`;
      return `<rect x="10.5" y="${39.5 - at * 9}" width="27" height="5" ${look}/>`;
    })
    .join('');
};

/** The badge of a record of the observatory: its level, and until when the check counts that it rests on. */
export const agentBadge = (record: Records['verified-agent-observatory'][number]): Badge => {
  const { label } = verificationLevelTerms[record.verification_level];
  const until = record.verification_basis?.counts_until;
  return badgeOf(
    'verified-agent-observatory',
    record,
    {
      graphic: drawLevel(record.verification_level),
      title: record.name,
      statement: until === undefined ? label : `${label}, until ${until}`,
    },
    'Being listed is no verification',
  );
};

/** A disc that is full where the decision stands, and open or broken where it does not. */
const drawOutcome = (outcome: keyof typeof outcomeStatusTerms): string => {
  const [ink, edge] = [tokenColour('--accent'), tokenColour('--edge')];
  const look = {
    in_effect: `fill="${ink}"`,
    superseded: `fill="${tokenColour('--step-1')}" stroke="${ink}" stroke-width="3"`,
    pending: `fill="none" stroke="${edge}" stroke-width="3" stroke-dasharray="0 5.28" stroke-linecap="round"`,
    withdrawn_or_rejected: `fill="none" stroke="${tokenColour('--refuted')}" stroke-width="3" stroke-dasharray="29 9.75"`,
    unknown: `fill="none" stroke="${edge}"`,
  }[outcome];
  return `<circle cx="24" cy="24" r="18.5" ${look}/>`;
};

/** The badge of a decision: what came of it. */
export const decisionBadge = (record: Records['governance-decision-memory'][number]): Badge =>
  badgeOf(
    'governance-decision-memory',
    record,
    {
      graphic: drawOutcome(record.outcome_status),
      title: record.title,
      statement: outcomeStatusTerms[record.outcome_status].label,
    },
    'The outcome according to the sources that were read',
  );
