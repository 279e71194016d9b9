import type { Config } from '../config.ts';
import type { AgentReader } from '../domain/observation/sources.ts';

/** A reader of registries at the configured node of Concordium; undefined when none is configured. */
export const openConfiguredReader = async ({
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
