import type { ObservatoryRecord } from '../domain/datasets/observatory/record.ts';
import { addLooks, isDue, type Look, type Observation } from '../domain/observation/observation.ts';
import { targetsOf } from '../domain/observation/observation-targets.ts';
import type { ObservationReason } from '../domain/observation/observation-terms.ts';
import type { ObservationFiles, RunNote } from './observation-files.ts';
import { observeRecord, type ObserverTools } from './observe-record.ts';

/** Which records a run is to look at. */
export interface Selection {
  /** Ids; empty for all. */
  readonly only: readonly string[];
  /** Only records that were not looked at for so many days. */
  readonly olderThanDays: number | undefined;
}

export interface RunPlan {
  /** Records that the run has still to look at. */
  readonly todo: readonly ObservatoryRecord[];
  /** Records that a stopped run has looked at already. */
  readonly done: number;
  /** The stopped run that is taken up again. */
  readonly resumed: RunNote | undefined;
}

const isAskable = (record: ObservatoryRecord): boolean => {
  const { registry, cards, keySets } = targetsOf(record);
  return registry.length + cards.length + keySets.length > 0;
};

/** The selection in the words of the command line; a stopped run is taken up by the same words only. */
export const selectionText = ({ only, olderThanDays }: Selection): string =>
  [
    ...only.toSorted().map((id) => `--only ${id}`),
    ...(olderThanDays === undefined ? [] : [`--older-than ${olderThanDays}`]),
  ].join(' ');

/**
 * What a run has to do. A run with the same selection that was stopped is taken up where it was:
 * records that it has looked at are not asked again.
 * @throws UnreadableObservation
 */
export const planRun = async (
  records: readonly ObservatoryRecord[],
  selection: Selection,
  files: ObservationFiles,
  now: Date,
): Promise<RunPlan> => {
  const noted = await files.findRun();
  const resumed = noted?.selection === selectionText(selection) ? noted : undefined;
  const askable = records.filter(
    (record) => isAskable(record) && (selection.only.length === 0 || selection.only.includes(record.id)),
  );
  const known = await Promise.all(askable.map(({ id }) => files.find(id)));
  const wasDone = (observation: Observation | undefined) =>
    resumed !== undefined && observation !== undefined && observation.observed_at >= resumed.started_at;
  const due = (observation: Observation | undefined) =>
    selection.olderThanDays === undefined || isDue(observation, now, selection.olderThanDays);
  const done = known.filter(wasDone).length;
  return { todo: askable.filter((_, at) => !wasDone(known[at]) && due(known[at])), done, resumed };
};

/** What a machine without a network sees everywhere. */
const ownFailures: readonly ObservationReason[] = ['dns_failed', 'connection_failed'];

/** Hosts that fail in a row before that speaks of this machine rather than of them. */
const HOSTS_THAT_TELL = 3;

/** Nothing answered: what this machine could not see is not held against anybody. */
export class NoNetwork extends Error {
  override readonly name = 'NoNetwork';
}

const looksLikeNoNetwork = ({ checks }: Look): boolean =>
  checks.some(({ check, reason }) => check === 'reach' && reason !== undefined && ownFailures.includes(reason));

/**
 * Looks at the records, several at a time, and keeps each observation as soon as it is made. As long
 * as no host at all has been reached, nothing is kept: a machine without a network would otherwise
 * call everybody unreachable.
 * @param report called after each record with what is kept of it now and what was kept before.
 * @throws NoNetwork when several hosts were asked and none was reached.
 * @throws the error of the file system when an observation cannot be kept; nothing kept is lost.
 */
export const observeAll = async (
  records: readonly ObservatoryRecord[],
  tools: ObserverTools,
  files: ObservationFiles,
  {
    atOnce,
    report,
  }: {
    readonly atOnce: number;
    readonly report: (after: Observation, before: Observation | undefined) => void;
  },
): Promise<void> => {
  let networkSeen = false;
  const waiting: (() => Promise<void>)[] = [];
  const worker = async (queue: Iterable<ObservatoryRecord>) => {
    for (const record of queue) {
      const looks = await observeRecord(record, tools);
      const at = tools.now().toISOString();
      const keep = async () => {
        const before = await files.find(record.id);
        const after = addLooks(before, record.id, at, looks);
        await files.keep(after);
        report(after, before);
      };
      const asked = looks.filter(({ target }) => target !== 'registry_entry');
      networkSeen ||= asked.some(({ look }) => !looksLikeNoNetwork(look));
      if (asked.length === 0) {
        await keep();
        continue;
      }
      waiting.push(keep);
      if (networkSeen) for (const next of waiting.splice(0)) await next();
    }
  };
  const queue = records.values();
  const workers = await Promise.allSettled(
    Array.from({ length: Math.min(atOnce, records.length) }, () => worker(queue)),
  );
  const failed = workers.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  if (waiting.length >= HOSTS_THAT_TELL) {
    throw new NoNetwork(
      'No host could be reached. Nothing was kept: the network of this machine is probably down.',
    );
  }
  for (const next of waiting) await next();
};
