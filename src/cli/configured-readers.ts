import type { Config } from '../config.ts';
import type { AgentRegistryReader } from '../domain/observation/agent-registry.ts';
import type { ContractReader } from '../domain/observation/contract-state.ts';

/** What can be read of Concordium at a node. */
export interface ConcordiumReaders {
  readonly registry: AgentRegistryReader;
  readonly contracts: ContractReader;
}

/** Readers at the configured node of Concordium; undefined when none is configured. */
export const openConfiguredReaders = async ({
  concordiumGrpcUrl: url,
  concordiumGrpcHeadersFile: headersFile,
  concordiumNetwork,
}: Config): Promise<ConcordiumReaders | undefined> => {
  if (!url) return undefined;
  const [{ openAgentRegistry }, { openContractReader }, { networkOfSetting }] = await Promise.all([
    import('../chain/agent-registry.ts'),
    import('../chain/contract-reader.ts'),
    import('../domain/chains/network.ts'),
  ]);
  const access = { url, headersFile };
  const network = networkOfSetting(concordiumNetwork);
  return { registry: openAgentRegistry(access, network), contracts: openContractReader(access, network) };
};
