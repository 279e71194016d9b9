import { listTargets, type ObservedRecord } from '../domain/observation/observation-targets.ts';
import { openChecks } from '../domain/observation/open-checks.ts';
import { counted } from '../domain/vocabulary/words.ts';
import { columns } from './terminal.ts';

type Named = ObservedRecord & { readonly id: string };

/** What a run would look at, and which checks of the records no run can answer, with the reasons. */
export const textOfPlan = (todo: readonly Named[], records: readonly Named[]): string => {
  const rows = todo.flatMap((record) => listTargets(record).map(({ target, address }) => [record.id, target, address]));
  const open = records.flatMap((record) =>
    openChecks(record).map(({ check, reason }) => [`  ${record.id}`, check, reason]),
  );
  return [
    ...(rows.length > 0 ? [columns(rows)] : []),
    `${counted(rows.length, 'address or entry', 'addresses and entries')} of ${counted(todo.length, 'record')} would be checked. Nothing was requested or written.`,
    ...(open.length > 0
      ? [`No run can answer these checks (${open.length}); people have to make them:`, columns(open)]
      : []),
    '',
  ].join('\n');
};
