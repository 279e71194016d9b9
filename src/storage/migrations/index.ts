import type { Migration } from '../database.ts';
import { intakeTables } from './001_intake.ts';
import { anchorTables } from './002_anchors.ts';
import { serviceKeyTable } from './003_service_keys.ts';
import { counters } from './004_counts.ts';
import { intakeDecisionColumn } from './005_intake_decisions.ts';
import { inboxTrailTables } from './006_inbox_trail.ts';
import { decoyTable } from './007_decoys.ts';
import { intakeContextColumn } from './008_intake_contexts.ts';
import { clientCountTable } from './009_client_counts.ts';

/** Every migration, oldest first. A new table needs a file here and a line below. */
export const migrations: readonly Migration[] = [
  intakeTables,
  anchorTables,
  serviceKeyTable,
  counters,
  intakeDecisionColumn,
  inboxTrailTables,
  decoyTable,
  intakeContextColumn,
  clientCountTable,
];
