import type { Migration } from '../database.ts';
import { intakeTables } from './001_intake.ts';
import { anchorTables } from './002_anchors.ts';

/** Every migration, oldest first. To add a table: one file here and one line below. */
export const migrations: readonly Migration[] = [intakeTables, anchorTables];
