import type { Config } from '../config.ts';
import type { AgentRegistryReader } from '../domain/observation/agent-registry.ts';

/** A reader of agent registries at the configured node; undefined when none is configured. */
export const openConfiguredRegistry = async ({
  concordiumGrpcUrl: url,
  concordiumGrpcHeadersFile: headersFile,
  concordiumNetwork,
}: Config): Promise<AgentRegistryReader | undefined> => {
  if (!url) return undefined;
  const [{ openAgentRegistry }, { networkOfSetting }] = await Promise.all([
    import('../chain/agent-registry.ts'),
    import('../domain/chains/network.ts'),
  ]);
  return openAgentRegistry({ url, headersFile }, networkOfSetting(concordiumNetwork));
};
