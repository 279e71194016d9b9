import { userInfo } from 'node:os';
import type { IntakeRecord } from '../domain/intake.ts';
import { counted } from '../domain/vocabulary/words.ts';
import type { Actor, InboxAct, InboxTrail } from '../storage/inbox-trail.ts';
import { columns, printableInLine } from './terminal.ts';

/** The number of requests that one line of an export names. */
const NAMED_IN_LINE = 500;

const userName = (): string => {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a user that has no name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
};

/** The user of the system that runs this command, and what is done. */
export const actor = (act: InboxAct): Actor => ({ who: userName(), act });

/** The same requests, each of which is in the trail as exported before it is passed on. */
export const notedExport = async function* (
  trail: InboxTrail,
  records: AsyncIterable<IntakeRecord>,
): AsyncGenerator<IntakeRecord> {
  let group: IntakeRecord[] = [];
  const noteGroup = async (): Promise<IntakeRecord[]> => {
    const noted = group;
    group = [];
    await trail.note(
      actor('exported'),
      noted.map(({ id }) => id),
      new Date(),
    );
    return noted;
  };
  for await (const record of records) {
    group.push(record);
    if (group.length === NAMED_IN_LINE) yield* await noteGroup();
  }
  yield* await noteGroup();
};

/** Prints the trail, newest first. */
export const printTrail = async (
  trail: InboxTrail,
  { limit, id, json }: { limit: number; id?: string; json?: true },
): Promise<void> => {
  const lines = await trail.list({ limit, id });
  if (json) {
    process.stdout.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return;
  }
  const rows = lines.map(({ at, who, act, ids }) => [at, printableInLine(who), act, String(ids.length), ids.join(' ')]);
  if (rows.length > 0) process.stdout.write(`${columns([['AT', 'WHO', 'DID', 'REQUESTS', 'IDS'], ...rows])}\n`);
  process.stdout.write(`${counted(lines.length, 'line')}, newest first.\n`);
};
