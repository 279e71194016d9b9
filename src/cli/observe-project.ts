import { chainNodesFromEnvironment, configFromEnvironment } from '../config.ts';
import { checkDatasets } from '../dataset-files/check.ts';
import { problemReport } from '../dataset-files/problem-report.ts';
import { readDatasetTexts } from '../dataset-files/read-texts.ts';
import { readOriginHeaders } from '../observing/origin-headers.ts';
import { openConfiguredReaders } from './configured-readers.ts';
import { observe, type ObserveOptions } from './datasets-observe.ts';
import { CommandError } from './terminal.ts';

/**
 * Observes the records of the project as its settings say.
 * @returns the exit code of {@link observe}.
 * @throws CommandError when files have problems, ConfigError
 */
export const observeProject = async (options: ObserveOptions): Promise<number> => {
  const nodes = chainNodesFromEnvironment();
  const config = configFromEnvironment();
  const { siteUrl, observeMcpRegistry: mcpRegistry, observeIpfsGateway: ipfsGateway } = config;
  const { records, problems } = checkDatasets(readDatasetTexts(options.root));
  if (problems.length > 0) throw new CommandError(problemReport(problems));
  const concordium = await openConfiguredReaders(config);
  const headersOf = config.observeHeadersFile ? await readOriginHeaders(config.observeHeadersFile) : undefined;
  return observe(options, {
    records: records['verified-agent-observatory'],
    siteUrl,
    concordium,
    nodes,
    mcpRegistry,
    ipfsGateway,
    headersOf,
    now: () => new Date(),
  });
};
