import { chainNodesFromEnvironment, configFromEnvironment } from '../config.ts';
import { checkDatasets } from '../dataset-files/check.ts';
import { problemReport } from '../dataset-files/problem-report.ts';
import { readDatasetTexts } from '../dataset-files/read-files.ts';
import { listTargets } from '../domain/observation/observation-targets.ts';
import { forNamedAddresses, readOriginHeaders } from '../observing/origin-headers.ts';
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
  const ofOrigin = config.observeHeadersFile ? await readOriginHeaders(config.observeHeadersFile) : undefined;
  const named = records['verified-agent-observatory'].flatMap(listTargets).map(({ address }) => address);
  const bases = [mcpRegistry, ipfsGateway].filter((base) => base !== undefined);
  return observe(options, {
    records: records['verified-agent-observatory'],
    siteUrl,
    concordium,
    nodes,
    mcpRegistry,
    ipfsGateway,
    headersOf: ofOrigin && forNamedAddresses(ofOrigin, named, bases),
    now: () => new Date(),
  });
};
