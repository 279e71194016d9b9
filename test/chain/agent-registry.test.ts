import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openAgentRegistry } from '../../src/chain/agent-registry.ts';
import { consensusInfo } from '../../src/devnet/answers.ts';
import { type Devnet, openDevnet } from '../../src/devnet/devnet.ts';
import { type GrpcAnswer, openGrpcServer } from '../../src/devnet/grpc-server.ts';
import {
  bytesIn,
  field,
  message,
  messageIn,
  numberIn,
  parseMessage,
  wrapped,
  wrappedField,
} from '../../src/devnet/protobuf.ts';
import { networkOfGenesis } from '../../src/domain/chains/network.ts';

const OWNER = Buffer.alloc(32, 7);
const contract = { index: 10_082, subindex: 0 };

/** The schema of a contract, byte by byte (VersionedModuleSchema, version 3). */
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const bytes = (...parts: readonly (number | Uint8Array)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : part)));
const name = (text: string): Buffer => bytes(u32(text.length), Buffer.from(text));
const named = (...members: readonly (readonly [string, Uint8Array])[]): Buffer =>
  bytes(0, u32(members.length), ...members.flatMap(([member, type]) => [name(member), type]));
const types = {
  account: bytes(11),
  timestamp: bytes(13),
  list: (entry: Uint8Array) => bytes(16, 2, entry),
  array: (length: number, entry: Uint8Array) => bytes(19, u32(length), entry),
  struct: (...members: readonly (readonly [string, Uint8Array])[]) => bytes(20, named(...members)),
  enumeration: (...variants: readonly (readonly [string, Uint8Array])[]) =>
    bytes(21, u32(variants.length), ...variants.flatMap(([variant, fields]) => [name(variant), fields])),
  string: bytes(22, 2),
  tokenId: bytes(29, 0),
};
const NO_FIELDS = bytes(2);
const one = (type: Uint8Array) => bytes(1, u32(1), type);
const option = (type: Uint8Array) => types.enumeration(['None', NO_FIELDS], ['Some', one(type)]);

const agentView = types.struct(
  ['token_id', types.tokenId],
  ['owner_account', types.account],
  ['agent_uri', option(types.string)],
  ['metadata_hash', option(types.array(32, bytes(2)))],
  ['external_reference', option(types.string)],
  ['agent_wallet', option(types.account)],
  ['status', types.enumeration(['Active', NO_FIELDS], ['Revoked', NO_FIELDS])],
  ['registered_at', types.timestamp],
  ['revoked_at', option(types.timestamp)],
  ['revocation_reason', option(types.string)],
  ['on_chain_metadata', types.list(types.string)],
);
const moduleSchema = (returnType: Uint8Array): Buffer =>
  bytes(
    Buffer.from([0xff, 0xff, 3]),
    u32(1),
    name('CIS-8004'),
    bytes(0),
    u32(1),
    name('agentOf'),
    // 2: a parameter and a return value, no error.
    bytes(2, types.tokenId, returnType),
    bytes(0),
  );
/** A module that consists of its schema only. */
const moduleOf = (schema: Uint8Array | undefined): Buffer => {
  const head = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  if (schema === undefined) return head;
  const title = 'concordium-schema';
  const section = bytes(title.length, Buffer.from(title), schema);
  const length = [(section.length & 0x7f) | 0x80, section.length >> 7];
  return bytes(head, 0, Buffer.from(length), section);
};

const some = (value: Uint8Array) => bytes(1, value);
const none = bytes(0);
const text = (value: string) => name(value);
const tokenBytes = (id: bigint): Buffer => {
  const le = Buffer.alloc(8);
  le.writeBigUInt64LE(id);
  return le;
};
const view = ({
  id = 484n,
  uri = some(text('https://example.org/card.json')),
  hash = some(Buffer.alloc(32, 0xab)),
  status = 0,
} = {}) => bytes(8, tokenBytes(id), OWNER, uri, hash, none, none, status, Buffer.alloc(8), none, none, u32(0));

const energy = wrappedField(2, 100);
const success = (value: Uint8Array): GrpcAnswer => ({ message: message(field(1, message(field(1, value), energy))) });
const rejected = (reason: number): GrpcAnswer => {
  const address = message(field(1, 10_082), field(2, 0));
  const rejectReason = message(
    field(1, BigInt.asUintN(64, BigInt(reason))),
    field(2, address),
    wrappedField(3, 'CIS-8004.agentOf'),
    wrappedField(4, new Uint8Array()),
  );
  return { message: message(field(2, message(energy, field(3, message(field(13, rejectReason)))))) };
};

let devnet: Devnet;
let node: Awaited<ReturnType<typeof openGrpcServer>>;
let answers: Record<string, (request: Uint8Array) => GrpcAnswer>;
let asked: Uint8Array[];

const instance = (): GrpcAnswer => ({
  message: message(
    field(
      2,
      message(
        wrappedField(2, OWNER),
        wrappedField(3, 0),
        field(4, wrapped('CIS-8004.agentOf')),
        wrappedField(5, 'init_CIS-8004'),
        wrappedField(6, Buffer.alloc(32, 1)),
      ),
    ),
  ),
});
const source = (module: Uint8Array): GrpcAnswer => ({ message: message(field(2, wrapped(module))) });

beforeAll(async () => {
  devnet = await openDevnet();
  node = await openGrpcServer(0, (path, request) => {
    const answer = answers[path.slice(path.lastIndexOf('/') + 1)];
    return answer ? answer(request) : { status: 'UNIMPLEMENTED', text: 'not answered' };
  });
});
afterAll(async () => {
  await node.close();
  await devnet.close();
});
beforeEach(() => {
  asked = [];
  answers = {
    GetConsensusInfo: () => ({ message: consensusInfo(devnet.chain) }),
    GetInstanceInfo: instance,
    GetModuleSource: () => source(moduleOf(moduleSchema(option(agentView)))),
    InvokeInstance: (request) => {
      asked.push(request);
      return success(some(view()));
    },
  };
});

const chainId = () => `ccd:${devnet.chain.genesisBlock.slice(0, 32)}`;
const agentOf = (tokenId = '484', chain = chainId(), genesis = devnet.chain.genesisBlock) =>
  openAgentRegistry({ url: new URL(`http://127.0.0.1:${node.port}`) }, networkOfGenesis(genesis)).agentOf(
    chain,
    contract,
    tokenId,
  );

describe('the CIS-8004 agent registry', () => {
  test('is asked with the token id as the standard writes it, in a finalized block', async () => {
    const answer = await agentOf();
    expect(answer).toMatchObject({ read: true, blockHash: devnet.chain.lastFinalized().hash });
    const [request] = asked.map(parseMessage);
    expect(Buffer.from(bytesIn(messageIn(request!, 6), 1)!).toString('hex')).toBe('08e401000000000000');
    expect(Buffer.from(bytesIn(messageIn(request!, 5), 1)!).toString()).toBe('CIS-8004.agentOf');
    expect(numberIn(messageIn(request!, 3), 1)).toBe(10_082n);
  });

  test('says who owns the agent, where its card is and which hash it has', async () => {
    const answer = await agentOf();
    expect(answer).toMatchObject({
      agent: { status: 'active', cardAddress: 'https://example.org/card.json', cardSha256: 'ab'.repeat(32) },
    });
    expect(answer.read && answer.agent!.owner).toMatch(/^[1-9A-HJ-NP-Za-km-z]{50}$/);
  });

  test('says when the registration was revoked, and when it has no card', async () => {
    answers['InvokeInstance'] = () => success(some(view({ uri: none, hash: none, status: 1 })));
    const answer = await agentOf();
    expect(answer.read && answer.agent).toMatchObject({
      status: 'revoked',
      cardAddress: undefined,
      cardSha256: undefined,
    });
  });

  test('may answer with the bare view, as in the standard', async () => {
    answers['GetModuleSource'] = () => source(moduleOf(moduleSchema(agentView)));
    answers['InvokeInstance'] = () => success(view());
    expect(await agentOf()).toMatchObject({ read: true, agent: { status: 'active' } });
  });

  test('reports an unknown agent with an empty answer or the error of the standard', async () => {
    answers['InvokeInstance'] = () => success(none);
    expect(await agentOf()).toMatchObject({ read: true, agent: undefined });
    answers['InvokeInstance'] = () => rejected(-7200);
    expect(await agentOf()).toMatchObject({ read: true, agent: undefined });
  });

  test.each<[string, () => void]>([
    ['another refusal', () => (answers['InvokeInstance'] = () => rejected(-7201))],
    ['an answer about another token', () => (answers['InvokeInstance'] = () => success(some(view({ id: 485n }))))],
    ['half an answer', () => (answers['InvokeInstance'] = () => success(some(view()).subarray(0, 30)))],
    ['a contract without a schema', () => (answers['GetModuleSource'] = () => source(moduleOf(undefined)))],
    [
      'a contract that returns something else',
      () => (answers['GetModuleSource'] = () => source(moduleOf(moduleSchema(types.string)))),
    ],
    ['no contract', () => (answers['GetInstanceInfo'] = () => ({ status: 'NOT_FOUND', text: 'no instance' }))],
  ])('leaves unread what it cannot understand: %s', async (_, arrange) => {
    arrange();
    expect(await agentOf()).toEqual({ read: false, reason: 'contract_unusable' });
  });

  test('a token id of more than 64 bits is refused', async () => {
    expect(await agentOf('18446744073709551616')).toEqual({ read: false, reason: 'contract_unusable' });
  });

  test('a node or a record of another network is not trusted', async () => {
    expect(await agentOf('484', `ccd:${'a'.repeat(32)}`, 'a'.repeat(64))).toEqual({
      read: false,
      reason: 'other_network',
    });
    expect(await agentOf('484', 'ccd:9dd9ca4d19e9393877d2c44b70f89acb')).toEqual({
      read: false,
      reason: 'other_network',
    });
    expect(asked).toEqual([]);
  });

  test('a failure of the node gives no result about the agent', async () => {
    answers['InvokeInstance'] = () => ({ status: 'UNAVAILABLE', text: 'down' });
    expect(await agentOf()).toEqual({ read: false, reason: 'node_unavailable' });
  });
});
