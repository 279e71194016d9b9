import type {
  BlockHash,
  ConcordiumGRPCClient,
  ContractAddress as SdkContractAddress,
  InstanceInfo,
} from '@concordium/web-sdk';
import { z } from 'zod';
import { isChainFailure } from '../domain/anchors/anchor-state.ts';
import type { ChainNetwork } from '../domain/chains/network.ts';
import type { AgentReader, Reading, RegisteredAgent } from '../domain/observation/sources.ts';
import { loadSdk, type NodeAccess, openClient, rpcCode } from './node.ts';

/** The entrypoint that returns the record of an agent, and its refusal of an unknown token (CIS-8004). */
const ENTRYPOINT = 'agentOf';
const AGENT_NOT_FOUND = -7200;

/** A contract that does not exist or does not follow CIS-8004. */
class UnusableContract extends Error {
  override readonly name = 'UnusableContract';
}

/** An optional value as contract schemas decode it. */
const option = <Value extends z.ZodType>(value: Value) =>
  z.union([
    z.strictObject({ None: z.tuple([]) }).transform(() => undefined),
    z.strictObject({ Some: z.tuple([value]) }).transform(({ Some: [inner] }) => inner),
  ]);

const Byte = z.coerce.number().pipe(z.int().min(0).max(255));

const hash = z.union([
  z.string().regex(/^[0-9a-f]{64}$/),
  z
    .array(Byte)
    .length(32)
    .transform((bytes) => Buffer.from(bytes).toString('hex')),
]);

/** The members read from an AgentView; deployed contracts return more than CIS-8004 defines. */
const AgentView = z.looseObject({
  token_id: z.string().regex(/^[0-9a-f]{16}$/),
  owner_account: z.string().min(1),
  agent_uri: option(z.string()),
  metadata_hash: option(hash),
  status: z.union([z.strictObject({ Active: z.tuple([]) }), z.strictObject({ Revoked: z.tuple([]) })]),
});

/** CIS-8004 returns the view itself and rejects unknown tokens; deployed contracts return an option. */
const AgentOfAnswer = z.union([AgentView, option(AgentView)]);

const tokenBytes = (tokenId: string): Buffer => {
  const id = BigInt(tokenId);
  if (id >= 2n ** 64n) throw new UnusableContract('a token of this registry has at most 64 bits');
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(id);
  return bytes;
};

/** AgentTokenId (CIS-8004): its length, then 64 bits, least significant byte first. */
const agentTokenId = (tokenId: string): Uint8Array => Uint8Array.from([8, ...tokenBytes(tokenId)]);

const parseView = (decoded: unknown, tokenId: string): RegisteredAgent | undefined => {
  const answer = AgentOfAnswer.safeParse(decoded);
  if (!answer.success) throw new UnusableContract('the answer is not an AgentView');
  const view = answer.data;
  if (view === undefined) return undefined;
  if (view.token_id !== tokenBytes(tokenId).toString('hex'))
    throw new UnusableContract('the answer is about another token');
  return {
    status: 'Active' in view.status ? 'active' : 'revoked',
    owner: view.owner_account,
    cardAddress: view.agent_uri === '' ? undefined : view.agent_uri,
    cardSha256: view.metadata_hash,
  };
};

const instanceAt = async (
  client: ConcordiumGRPCClient,
  address: SdkContractAddress.Type,
  block: BlockHash.Type,
): Promise<InstanceInfo> => {
  try {
    return await client.getInstanceInfo(address, block);
  } catch (failure) {
    throw rpcCode(failure) === 'NOT_FOUND' ? new UnusableContract('there is no such contract') : failure;
  }
};

const schemaOf = async (client: ConcordiumGRPCClient, { sourceModule }: InstanceInfo, block: BlockHash.Type) => {
  const schema = await client.getEmbeddedSchema(sourceModule, block);
  if (schema?.type !== 'versioned') throw new UnusableContract('the contract has no embedded schema');
  return schema.buffer;
};

/**
 * A reader of CIS-8004 agent registries through a Concordium node. It calls `agentOf` without a
 * transaction, in the last finalized block, and decodes the answer with the embedded schema of
 * the contract. Loads and connects on first use.
 */
export const openAgentRegistry = (access: NodeAccess, network: ChainNetwork): AgentReader => {
  const ask = openClient(access);

  const read = (
    contract: { index: number; subindex: number },
    tokenId: string,
  ): Promise<Reading<RegisteredAgent | undefined>> =>
    ask(async (client) => {
      const sdk = await loadSdk();
      const { genesisBlock, lastFinalizedBlock: block } = await client.getConsensusStatus();
      if (genesisBlock.toString() !== network.genesisBlock) return { read: false, reason: 'other_network' };
      try {
        const address = sdk.ContractAddress.create(contract.index, contract.subindex);
        const instance = await instanceAt(client, address, block);
        const schema = await schemaOf(client, instance, block);
        const contractName = sdk.ContractName.fromInitName(instance.name);
        const entrypoint = sdk.EntrypointName.fromString(ENTRYPOINT);
        const parameter = sdk.Parameter.fromBuffer(agentTokenId(tokenId).buffer as ArrayBuffer);
        const method = sdk.ReceiveName.create(contractName, entrypoint);
        const answer = await client.invokeContract({ contract: address, method, parameter }, block);
        if (answer.tag === 'failure') {
          const { reason } = answer;
          if (reason !== null && 'rejectReason' in reason && reason.rejectReason === AGENT_NOT_FOUND) {
            return { read: true, value: undefined, block: block.toString() };
          }
          throw new UnusableContract('the contract refuses the question');
        }
        if (answer.returnValue === undefined) throw new UnusableContract('the contract answers nothing');
        const bytes = Uint8Array.from(sdk.ReturnValue.toBuffer(answer.returnValue)).buffer;
        let decoded: unknown;
        try {
          decoded = sdk.deserializeReceiveReturnValue(bytes, schema, contractName, entrypoint);
        } catch {
          throw new UnusableContract('the answer does not fit the schema of the contract');
        }
        return { read: true, value: parseView(decoded, tokenId), block: block.toString() };
      } catch (failure) {
        if (failure instanceof UnusableContract) return { read: false, reason: 'contract_unusable' };
        throw failure;
      }
    });

  return async (chain, contract, tokenId) => {
    // CAIP-2 names a Concordium network by the first 32 digits of its genesis block.
    const isHere = chain === `ccd:${network.genesisBlock.slice(0, 32)}`;
    if (!isHere || typeof contract === 'string') return { read: false, reason: 'other_network' };
    try {
      return await read(contract, tokenId);
    } catch (failure) {
      if (isChainFailure(failure)) return { read: false, reason: 'node_unavailable' };
      throw failure;
    }
  };
};
