import { listTargets, type ObservedRecord } from '../domain/observation/observation-targets.ts';
import { findOutOfReach } from '../domain/observation/out-of-reach.ts';
import { columns } from './terminal.ts';

type Named = ObservedRecord & { readonly id: string };

/** What a run would look at, and which of the records name nothing that can be looked at, with the reasons. */
export const textOfPlan = (todo: readonly Named[], records: readonly Named[]): string => {
  const rows = todo.flatMap((record) => listTargets(record).map(({ target, address }) => [record.id, target, address]));
  const outOfReach = findOutOfReach(records);
  const reasons = outOfReach.flatMap(({ id, reasons }) =>
    reasons.map(({ check, reason }) => [`  ${id}`, check, reason]),
  );
  return [
    ...(rows.length > 0 ? [columns(rows)] : []),
    `${rows.length} addresses and entries of ${todo.length} records would be checked. Nothing was requested or written.`,
    ...(outOfReach.length > 0
      ? [`${outOfReach.length} of ${records.length} records name nothing that can be looked at:`, columns(reasons)]
      : []),
    '',
  ].join('\n');
};
