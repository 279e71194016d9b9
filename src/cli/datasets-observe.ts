import { resolveTxt } from 'node:dns/promises';
import { join } from 'node:path';
import type { ChainNode } from '../config/chain-nodes.ts';
import type { ObservatoryRecord } from '../domain/datasets/observatory/record.ts';
import type { CheckOutcome, Observation, ObservedTarget } from '../domain/observation/observation.ts';
import { findLastGood, OBSERVATIONS_FOLDER } from '../domain/observation/observation.ts';
import {
  observationCheckTerms,
  observationReasonTerms,
  type ObservationResult,
  observationResultTerms,
} from '../domain/observation/observation-terms.ts';
import { INTERFACE_VERSION } from '../domain/vocabulary/service.ts';
import { valuesOf } from '../domain/vocabulary/terms.ts';
import { counted } from '../domain/vocabulary/words.ts';
import { contractReaders } from '../observing/contract-readers.ts';
import { evmTransactions } from '../observing/evm-transaction.ts';
import { documentFetcher, type HeadersOfAddress } from '../observing/fetch-document.ts';
import { hostTurns } from '../observing/host-turns.ts';
import { type ObservationFiles, observationFiles } from '../observing/observation-files.ts';
import { observeAll, planRun, type Selection, selectionText } from '../observing/observe-run.ts';
import { registryReaders } from '../observing/registry-readers.ts';
import type { ConcordiumReaders } from './configured-readers.ts';
import { textOfPlan } from './observe-plan.ts';
import { progress } from './progress.ts';
import { columns, CommandError, printableInLine } from './terminal.ts';

export interface ObserveOptions {
  readonly root: string;
  readonly only: readonly string[];
  readonly olderThan?: number;
  readonly dryRun?: true;
  readonly allowLoopback?: true;
  readonly restart?: true;
  readonly atOnce: number;
  readonly pause: number;
}

/** What a run needs besides its options. */
interface RunContext {
  readonly records: readonly ObservatoryRecord[];
  readonly siteUrl: string;
  /** Undefined when no node of Concordium is configured. */
  readonly concordium: ConcordiumReaders | undefined;
  readonly nodes: readonly ChainNode[];
  readonly mcpRegistry: string | undefined;
  readonly ipfsGateway: string | undefined;
  /** Undefined when no headers are kept for any origin. */
  readonly headersOf: HeadersOfAddress | undefined;
  readonly now: () => Date;
}

/** The TXT records of a domain; none where there is no answer. */
const txtRecords = (domain: string): Promise<string[]> =>
  resolveTxt(domain).then(
    (records) => records.map((parts) => parts.join('')),
    () => [],
  );

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const refuseParallelRun = async (files: ObservationFiles): Promise<void> => {
  const noted = await files.findRun();
  if (noted !== undefined && noted.pid !== process.pid && isAlive(noted.pid)) {
    throw new CommandError(
      `A run started at ${noted.started_at} still seems to be running as process ${noted.pid}. Wait for it to finish, or start over with --restart.`,
    );
  }
};

const checkIds = ({ only }: Selection, records: readonly ObservatoryRecord[]): void => {
  const unknown = only.filter((id) => !records.some((record) => record.id === id));
  if (unknown.length > 0) throw new CommandError(`No record of the observatory has the id ${unknown.join(', ')}.`);
};

interface TargetResult {
  readonly id: string;
  readonly target: ObservedTarget;
  readonly outcome: CheckOutcome;
}

interface Seen {
  readonly before: Observation | undefined;
  readonly after: Observation;
}

/** The results of this run, without targets that it did not check. */
const resultsOf = ({ before, after }: Seen): TargetResult[] =>
  after.targets
    .filter((target) => !before?.targets.includes(target))
    .flatMap((target) => target.latest.checks.map((outcome) => ({ id: after.record, target, outcome })));

const sentenceOf = ({ id, target, outcome }: TargetResult): string => {
  const reason = outcome.reason === undefined ? '' : observationReasonTerms[outcome.reason].meaning;
  const status = outcome.check === 'reach' && target.latest.http_status ? ` (${target.latest.http_status})` : '';
  return `${id}: ${observationCheckTerms[outcome.check].label.toLowerCase()}: ${reason}${status} ${printableInLine(target.address)}`;
};

/** Files whose bytes are news when they change. What an endpoint or an index answers changes with each day. */
const changedBytes = ({ before, after }: Seen): ObservedTarget[] =>
  after.targets.filter((target) => {
    if (target.target === 'endpoint' || target.target === 'index_entry') return false;
    const earlier = before?.targets.find((one) => one.target === target.target && one.address === target.address);
    const lastGood = earlier && findLastGood(earlier);
    return (
      lastGood?.answer !== undefined &&
      target.latest.answer !== undefined &&
      lastGood.answer.sha256 !== target.latest.answer.sha256
    );
  });

const summary = (seen: readonly Seen[]): string => {
  const results = seen.flatMap(resultsOf);
  const lines = (result: ObservationResult, title: string) => {
    const chosen = results.filter(({ outcome }) => outcome.result === result).map(sentenceOf);
    return chosen.length === 0 ? [] : [`${title}:`, ...chosen.toSorted().map((line) => `  ${line}`)];
  };
  const changed = seen.flatMap((one) =>
    changedBytes(one).map(({ address }) => `  ${one.after.record}: ${printableInLine(address)}`),
  );
  const counts = valuesOf(observationResultTerms).map((result) => [
    result,
    String(results.filter(({ outcome }) => outcome.result === result).length),
  ]);
  return [
    ...lines('mismatch', 'Not as expected'),
    ...lines('unreachable', 'Unreachable (not a mismatch)'),
    ...(changed.length === 0 ? [] : ['Bytes changed since the last good observation:', ...changed.toSorted()]),
    `Checks of ${counted(seen.length, 'record')}:`,
    columns(counts.map(([name, count]) => [`  ${name}`, count!])),
    '',
  ].join('\n');
};

/**
 * Observes every address and entry in the observatory and keeps the observations.
 * @returns the exit code: 0 without a mismatch, 2 with one.
 * @throws CommandError, or UnreadableObservation when a kept file is broken.
 */
export const observe = async (options: ObserveOptions, context: RunContext): Promise<number> => {
  const files = observationFiles(join(options.root, OBSERVATIONS_FOLDER));
  const known = options.restart ? { ...files, findRun: () => Promise.resolve(undefined) } : files;
  const selection: Selection = { only: options.only, olderThanDays: options.olderThan };
  checkIds(selection, context.records);
  const { todo, done, resumed } = await planRun(context.records, selection, known, context.now());
  if (options.dryRun) {
    const chosen = context.records.filter(({ id }) => options.only.length === 0 || options.only.includes(id));
    process.stdout.write(textOfPlan(todo, chosen));
    return 0;
  }
  if (options.restart) await files.endRun();
  await refuseParallelRun(files);
  if (/^http:\/\/(localhost|127\.|\[::1\])/.test(context.siteUrl) && !options.allowLoopback) {
    process.stderr.write(
      'Set SITE_URL: it tells the requested hosts who is asking. It currently names this machine.\n',
    );
  }
  if (resumed)
    process.stderr.write(
      `Resuming the run of ${resumed.started_at}: ${counted(done, 'record is', 'records are')} already done.\n`,
    );
  await files.beginRun({
    started_at: resumed?.started_at ?? context.now().toISOString(),
    pid: process.pid,
    selection: selectionText(selection),
  });

  const bar = await progress(todo.length, 'Looking');
  const onInterrupt = () => {
    bar.stop();
    process.stderr.write('Stopped. Run the same command again to resume.\n');
    process.exit(130);
  };
  process.once('SIGINT', onInterrupt);
  const turns = hostTurns(options.pause);
  const fetch = documentFetcher({
    userAgent: `AgentAccountabilityObservatory/${INTERFACE_VERSION} (+${context.siteUrl}/verified-agent-observatory)`,
    allowed: options.allowLoopback ? 'public_or_loopback' : 'public',
    turns,
    ...(context.headersOf === undefined ? {} : { headersOf: context.headersOf }),
  });
  const seen: Seen[] = [];
  try {
    const tools = {
      fetch,
      registry: registryReaders(context.concordium?.registry, context.nodes, turns),
      transactions: evmTransactions(context.nodes, turns),
      contracts: contractReaders(context.concordium?.contracts, context.nodes, turns),
      mcpRegistry: context.mcpRegistry,
      ipfsGateway: context.ipfsGateway,
      txtRecords,
      now: context.now,
    };
    await observeAll(todo, tools, files, {
      atOnce: options.atOnce,
      report: (after, before) => {
        seen.push({ before, after });
        bar.add(1);
      },
    });
  } finally {
    bar.stop();
    process.removeListener('SIGINT', onInterrupt);
  }
  await files.endRun();
  process.stdout.write(summary(seen));
  return seen.flatMap(resultsOf).some(({ outcome }) => outcome.result === 'mismatch') ? 2 : 0;
};
