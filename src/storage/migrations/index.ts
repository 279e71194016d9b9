import type { Migration } from '../database.ts';
import { intakeTables } from './001_intake.ts';

/** Every migration, oldest first. To add a table: one file here and one line below. */
export const migrations: readonly Migration[] = [intakeTables];
