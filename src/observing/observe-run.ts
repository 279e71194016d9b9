import type { ObservatoryRecord } from '../domain/datasets/observatory/record.ts';
import { addLooks, isDue, type Look, type Observation } from '../domain/observation/observation.ts';
import { listTargets } from '../domain/observation/observation-targets.ts';
import type { ObservationReason } from '../domain/observation/observation-terms.ts';
import type { ObservationFiles, RunNote } from './observation-files.ts';
import type { ObserverTools } from './observe-document.ts';
import { observeRecord } from './observe-record.ts';

/** The records that a run observes. */
export interface Selection {
  /** Ids; empty for all. */
  readonly only: readonly string[];
  /** Only records not observed for this many days. */
  readonly olderThanDays: number | undefined;
}

export interface RunPlan {
  /** Records still to observe. */
  readonly todo: readonly ObservatoryRecord[];
  /** Number of records that a stopped run has already observed. */
  readonly done: number;
  /** The stopped run to resume. */
  readonly resumed: RunNote | undefined;
}

const isAskable = (record: ObservatoryRecord): boolean => listTargets(record).length > 0;

/** The selection as command line options; a stopped run resumes only with the same ones. */
export const selectionText = ({ only, olderThanDays }: Selection): string =>
  [
    ...only.toSorted().map((id) => `--only ${id}`),
    ...(olderThanDays === undefined ? [] : [`--older-than ${olderThanDays}`]),
  ].join(' ');

/**
 * Plans a run. A stopped run with the same selection is resumed: records that it has observed are
 * not observed again.
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

/** The reasons that a machine without a network sees everywhere. */
const noNetworkReasons: readonly ObservationReason[] = ['dns_failed', 'connection_failed'];

/** Number of unreachable hosts from which the network of this machine is assumed to be down. */
const UNREACHABLE_HOSTS = 3;

/** No host answered, probably because this machine has no network. */
class NoNetwork extends Error {
  override readonly name = 'NoNetwork';
}

const looksLikeNoNetwork = ({ checks }: Look): boolean =>
  checks.some(({ check, reason }) => check === 'reach' && reason !== undefined && noNetworkReasons.includes(reason));

/**
 * Observes the records, several at a time, and keeps each observation as soon as it is made. Nothing is
 * kept before a first host is reached: a machine without a network would otherwise report every host as
 * unreachable.
 * @param report called after each record with its new and its earlier observation.
 * @throws NoNetwork when several hosts were requested and none was reached.
 * @throws the error of the file system when an observation cannot be kept; kept ones are not lost.
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
      const asked = looks.filter(({ look }) => look.checks.some(({ check }) => check === 'reach'));
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
  if (waiting.length >= UNREACHABLE_HOSTS) {
    throw new NoNetwork('No host could be reached. Nothing was kept: the network of this machine is probably down.');
  }
  for (const next of waiting) await next();
};
