import { loadDocuments } from '../../dataset-files/load.ts';
import type { Records } from '../../dataset-files/registry.ts';
import { standingOn } from '../../domain/datasets/observatory/level.ts';

type ObservatoryRecord = Records['verified-agent-observatory'][number];

/** The day of the build, on which pages and badges tell which checks still count. */
export const shownOn = import.meta.env.BUILD_DAY;

/** A record with the level that holds on the day of the build: published versions keep that of their own day. */
export const withShownLevel = (record: ObservatoryRecord): ObservatoryRecord => {
  const { level, basis } = standingOn(shownOn, record);
  return { ...record, verification_level: level, verification_basis: basis };
};

/** The records of the observatory with the levels that pages and badges show (SPEC.md §6.8). */
export const loadShownRecords = (): ObservatoryRecord[] =>
  loadDocuments()['verified-agent-observatory'].entries.map(withShownLevel);
