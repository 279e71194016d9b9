import { consensusInfo } from '../../src/devnet/answers.ts';
import type { Devnet } from '../../src/devnet/devnet.ts';
import { type GrpcAnswer, openGrpcServer } from '../../src/devnet/grpc-server.ts';
import { field, message, wrapped, wrappedField } from '../../src/devnet/protobuf.ts';

/** The account that owns every agent of the simulated registry, and the contract. */
export const OWNER = Buffer.alloc(32, 7);
export const contract = { index: 10_082, subindex: 0 };

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
export const types = {
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
export const option = (type: Uint8Array) => types.enumeration(['None', NO_FIELDS], ['Some', one(type)]);

export const agentView = types.struct(
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
export const moduleSchema = (returnType: Uint8Array): Buffer =>
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
export const moduleOf = (schema: Uint8Array | undefined): Buffer => {
  const head = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  if (schema === undefined) return head;
  const title = 'concordium-schema';
  const section = bytes(title.length, Buffer.from(title), schema);
  const length = [(section.length & 0x7f) | 0x80, section.length >> 7];
  return bytes(head, 0, Buffer.from(length), section);
};

export const some = (value: Uint8Array) => bytes(1, value);
export const none = bytes(0);
export const text = (value: string) => name(value);
const tokenBytes = (id: bigint): Buffer => {
  const le = Buffer.alloc(8);
  le.writeBigUInt64LE(id);
  return le;
};
export const view = ({
  id = 484n,
  uri = some(text('https://example.org/card.json')),
  hash = some(Buffer.alloc(32, 0xab)),
  status = 0,
} = {}) => bytes(8, tokenBytes(id), OWNER, uri, hash, none, none, status, Buffer.alloc(8), none, none, u32(0));

const energy = wrappedField(2, 100);
export const success = (value: Uint8Array): GrpcAnswer => ({
  message: message(field(1, message(field(1, value), energy))),
});
export const rejected = (reason: number): GrpcAnswer => {
  const address = message(field(1, 10_082), field(2, 0));
  const rejectReason = message(
    field(1, BigInt.asUintN(64, BigInt(reason))),
    field(2, address),
    wrappedField(3, 'CIS-8004.agentOf'),
    wrappedField(4, new Uint8Array()),
  );
  return { message: message(field(2, message(energy, field(3, message(field(13, rejectReason)))))) };
};

export const instance = (): GrpcAnswer => ({
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
export const source = (module: Uint8Array): GrpcAnswer => ({ message: message(field(2, wrapped(module))) });

/** What a node answers, by method. A test replaces single answers. */
export type RegistryAnswers = Record<string, (request: Uint8Array) => GrpcAnswer>;

/** The answers of a node of this chain with a registry that knows one agent. */
export const registryAnswers = (devnet: Pick<Devnet, 'chain'>, agent: Uint8Array = view()): RegistryAnswers => ({
  GetConsensusInfo: () => ({ message: consensusInfo(devnet.chain) }),
  GetInstanceInfo: instance,
  GetModuleSource: () => source(moduleOf(moduleSchema(option(agentView)))),
  InvokeInstance: () => success(some(agent)),
});

/** A node that gives the present answers over gRPC. */
export const openRegistryNode = (answersNow: () => RegistryAnswers) =>
  openGrpcServer(
    0,
    Object.fromEntries(
      ['GetConsensusInfo', 'GetInstanceInfo', 'GetModuleSource', 'InvokeInstance'].map((method) => [
        method,
        (request) => answersNow()[method]!(request),
      ]),
    ),
  );
