import { join } from 'node:path';
import { chainNodesFromEnvironment, type Config, configFromEnvironment } from '../config.ts';
import { checkDatasets } from '../dataset-files/check.ts';
import { problemReport } from '../dataset-files/problem-report.ts';
import { readDatasetTexts } from '../dataset-files/read-files.ts';
import { checkReasons } from '../domain/datasets/observatory/check-reasons.ts';
import type { ObservatoryRecord } from '../domain/datasets/observatory/record.ts';
import { openChecks, questionsOf } from '../domain/observation/checks.ts';
import { type Finding, isDue, OBSERVATIONS_FOLDER } from '../domain/observation/observation.ts';
import type { AgentReader } from '../domain/observation/sources.ts';
import { counted } from '../domain/vocabulary/words.ts';
import { documentFetcher, hostTurns, userAgentOf } from '../observing/fetch-document.ts';
import { findObservation, keepFindings, observeRecord, sourcesOf } from '../observing/observe-records.ts';
import { columns, CommandError, printableInLine } from './terminal.ts';

export interface ObserveOptions {
  readonly root: string;
  readonly only?: readonly string[];
  readonly olderThan?: number;
  readonly dryRun?: true;
  readonly allowLoopback?: true;
  readonly atOnce: number;
  readonly pause: number;
}

/** A reader of registries at the configured node of Concordium; undefined when none is configured. */
const openConfiguredReader = async ({
  concordiumGrpcUrl: url,
  concordiumGrpcHeadersFile: headersFile,
  concordiumNetwork,
}: Config): Promise<AgentReader | undefined> => {
  if (!url) return undefined;
  const [{ openAgentRegistry }, { networkOfSetting }] = await Promise.all([
    import('../chain/agent-registry.ts'),
    import('../domain/chains/network.ts'),
  ]);
  return openAgentRegistry({ url, headersFile }, networkOfSetting(concordiumNetwork));
};

/** What a run would ask, and which checks of the records no run can answer. */
const textOfPlan = (todo: readonly ObservatoryRecord[], records: readonly ObservatoryRecord[]): string => {
  const rows = todo.flatMap((record) =>
    questionsOf(record).map(({ check, address }) => [record.id, check, printableInLine(address)]),
  );
  const open = records.flatMap((record) => openChecks(record).map((check) => [`  ${record.id}`, check]));
  return [
    ...(rows.length > 0 ? [columns(rows)] : []),
    `${counted(rows.length, 'question')} about ${counted(todo.length, 'record')} would be asked. Nothing was requested or written.`,
    ...(open.length > 0
      ? [`No run can answer these checks (${open.length}); people have to make them:`, columns(open)]
      : []),
    '',
  ].join('\n');
};

/** Every answer but a pass with its reason, then how many answers of each kind there are. */
const summary = (found: readonly (readonly [id: string, finding: Finding])[], asked: number): string => {
  const rows = found.flatMap(([id, { check, address, result, reason }]) =>
    reason === undefined ? [] : [[result, id, check, `${checkReasons[reason]} ${printableInLine(address)}`]],
  );
  const counts = (['pass', 'fail', 'not_run'] as const).map(
    (result) => `${found.filter(([, finding]) => finding.result === result).length} ${result}`,
  );
  return [
    ...(rows.length > 0 ? [columns(rows.toSorted())] : []),
    `${counted(asked, 'record')}: ${counts.join(', ')}.`,
    '',
  ].join('\n');
};

/** The records that a run asks about. @throws CommandError for an unknown id, UnreadableObservation */
const chooseRecords = async (
  records: readonly ObservatoryRecord[],
  { only = [], olderThan }: ObserveOptions,
  folder: string,
): Promise<ObservatoryRecord[]> => {
  const unknown = only.filter((id) => !records.some((record) => record.id === id));
  if (unknown.length > 0) throw new CommandError(`No record of the observatory has the id ${unknown.join(', ')}.`);
  const chosen = records.filter(
    (record) => questionsOf(record).length > 0 && (only.length === 0 || only.includes(record.id)),
  );
  const known = await Promise.all(chosen.map(({ id }) => findObservation(folder, id)));
  return chosen.filter((_, at) => olderThan === undefined || isDue(known[at], new Date(), olderThan));
};

/**
 * Asks everything that the checks of observatory records name and keeps the answers, for each record as soon as it was asked.
 * @returns the exit code: 0 without a failed check, 2 with one.
 * @throws CommandError when files have problems, ConfigError, or UnreadableObservation when a kept file is broken.
 */
export const observe = async (options: ObserveOptions): Promise<number> => {
  const nodes = chainNodesFromEnvironment();
  const config = configFromEnvironment();
  const { siteUrl, observeMcpRegistry: mcpRegistry } = config;
  const { records: all, problems } = checkDatasets(readDatasetTexts(options.root));
  if (problems.length > 0) throw new CommandError(problemReport(problems));
  const records = all['verified-agent-observatory'];
  const folder = join(options.root, OBSERVATIONS_FOLDER);
  const todo = await chooseRecords(records, options, folder);
  if (options.dryRun) {
    const planned = records.filter(({ id }) => options.only?.includes(id) ?? true);
    process.stdout.write(textOfPlan(todo, planned));
    return 0;
  }
  if (/^http:\/\/(localhost|127\.|\[::1\])/.test(siteUrl) && !options.allowLoopback) {
    process.stderr.write(
      'Set SITE_URL: it tells the requested hosts who is asking. It currently names this machine.\n',
    );
  }
  const turns = hostTurns(options.pause);
  const fetch = documentFetcher({
    userAgent: userAgentOf(siteUrl),
    allowed: options.allowLoopback ? 'public_or_loopback' : 'public',
    turns,
  });
  const concordium = await openConfiguredReader(config);
  const tools = { fetch, turns, nodes, concordium, mcpRegistry, now: () => new Date() };
  const found: [string, Finding][] = [];
  const queue = todo.values();
  const work = async () => {
    for (const record of queue) {
      const findings = await observeRecord(record, sourcesOf(tools));
      await keepFindings(folder, record.id, findings, new Date());
      found.push(...findings.map((finding): [string, Finding] => [record.id, finding]));
    }
  };
  await Promise.all(Array.from({ length: options.atOnce }, work));
  process.stdout.write(summary(found, todo.length));
  return found.some(([, { result }]) => result === 'fail') ? 2 : 0;
};
