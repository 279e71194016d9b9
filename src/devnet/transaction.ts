import { createHash } from 'node:crypto';
import { bytesIn, type Fields, mapIn, messageIn, numberIn, parseMessage } from './protobuf.ts';

/** The SHA-256 of these parts, one after the other. */
export const sha256 = (...parts: readonly (Uint8Array | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Credential index → key index → signature. */
type Signatures = ReadonlyMap<number, ReadonlyMap<number, Uint8Array>>;

/** A received account transaction, with its hash on the chain. */
export interface ReceivedTransaction {
  readonly hash: string;
  readonly item: Buffer;
  readonly signatures: Signatures;
  /** SHA-256 of header and payload, which is signed. */
  readonly digest: Buffer;
  readonly sender: Buffer;
  readonly sequenceNumber: bigint;
  readonly energy: bigint;
  /** Seconds since 1970. */
  readonly expiry: bigint;
  /** The bytes that it registers. */
  readonly data: Buffer;
  /** 100 per signature and one per byte of header and payload. */
  readonly baseEnergy: bigint;
}

const ACCOUNT_TRANSACTION = 0;
const HEADER_BYTES = 60;

const uint = (bytes: 1 | 2 | 4 | 8, value: bigint | number): Buffer => {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64BE(BigInt(value));
  return buffer.subarray(8 - bytes);
};

const ascending = <Value>(map: ReadonlyMap<number, Value>): [number, Value][] => [...map].sort(([a], [b]) => a - b);

const REGISTER_DATA = 21;
const MOST_REGISTERED_BYTES = 256;

/** The bytes that a register-data payload registers. @throws RangeError for any other: the simulation takes no other transaction. */
const registeredData = (payload: Buffer): Buffer => {
  const isWhole = payload.length >= 3 && payload[0] === REGISTER_DATA && payload.length === 3 + payload.readUInt16BE(1);
  if (!isWhole || payload.length > 3 + MOST_REGISTERED_BYTES) throw new RangeError('no register-data payload');
  return payload.subarray(3);
};

/** The transaction of these parts, with the hash of the block item that they make (Concordium, "BlockItem" version 0). */
export const received = (signatures: Signatures, header: Buffer, payload: Buffer): ReceivedTransaction => {
  const pieces: Uint8Array[] = [uint(1, ACCOUNT_TRANSACTION), uint(1, signatures.size)];
  let signatureCount = 0;
  for (const [credential, keys] of ascending(signatures)) {
    pieces.push(uint(1, credential), uint(1, keys.size));
    for (const [key, signature] of ascending(keys)) {
      pieces.push(uint(1, key), uint(2, signature.length), signature);
      signatureCount += 1;
    }
  }
  const item = Buffer.concat([...pieces, header, payload]);
  return {
    hash: sha256(item).toString('hex'),
    item,
    signatures,
    digest: sha256(header, payload),
    sender: header.subarray(0, 32),
    sequenceNumber: header.readBigUInt64BE(32),
    energy: header.readBigUInt64BE(40),
    expiry: header.readBigUInt64BE(52),
    data: registeredData(payload),
    baseEnergy: 100n * BigInt(signatureCount) + BigInt(HEADER_BYTES + payload.length),
  };
};

/**
 * The transaction in a SendBlockItemRequest, in its structured form (field 1), which is the one that the SDK sends.
 * @throws RangeError when it is not an account transaction.
 */
export const parseSendBlockItem = (request: Fields): ReceivedTransaction => {
  if (!request.has(1)) throw new RangeError('not an account transaction');
  const transaction = messageIn(request, 1);
  const signatures = new Map(
    [...mapIn(messageIn(transaction, 1), 1)].map(([credential, keys]) => [
      credential,
      new Map(
        [...mapIn(parseMessage(keys), 1)].map(([key, signature]) => [
          key,
          bytesIn(parseMessage(signature), 1) ?? new Uint8Array(),
        ]),
      ),
    ]),
  );
  const header = messageIn(transaction, 2);
  const sender = bytesIn(messageIn(header, 1), 1);
  const payload = bytesIn(messageIn(transaction, 3), 1);
  if (sender?.length !== 32 || payload === undefined) throw new RangeError('sender or raw payload is missing');
  const headerBytes = Buffer.concat([
    sender,
    uint(8, numberIn(messageIn(header, 2), 1)),
    uint(8, numberIn(messageIn(header, 3), 1)),
    uint(4, payload.length),
    uint(8, numberIn(messageIn(header, 5), 1)),
  ]);
  return received(signatures, headerBytes, Buffer.from(payload));
};
