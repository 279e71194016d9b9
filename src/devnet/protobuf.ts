/**
 * The wire form of Protocol Buffers that a simulated node needs: varints and length-delimited fields.
 * It is independent of the Concordium SDK, whose messages the devnet checks.
 */

const varint = (value: bigint): number[] => {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return bytes;
};

export type FieldValue = bigint | number | boolean | string | Uint8Array;

/** A field: a varint for numbers and booleans, length-delimited for texts, bytes and messages. */
export const field = (number: number, value: FieldValue): Uint8Array => {
  if (typeof value === 'object' || typeof value === 'string') {
    const content = typeof value === 'string' ? new TextEncoder().encode(value) : value;
    return Uint8Array.from([...varint(BigInt(number << 3) | 2n), ...varint(BigInt(content.length)), ...content]);
  }
  return Uint8Array.from([...varint(BigInt(number << 3)), ...varint(BigInt(value))]);
};

/** A message of these fields, in this order. */
export const message = (...fields: readonly Uint8Array[]): Uint8Array => Buffer.concat(fields);

/** A message with one value in field 1, as most in the Concordium interface. */
export const wrapped = (value: FieldValue): Uint8Array => field(1, value);

/** A field with such a message. */
export const wrappedField = (number: number, value: FieldValue): Uint8Array => field(number, wrapped(value));

/** The fields of a message, by number, each with all its values in order. */
export type Fields = ReadonlyMap<number, readonly (bigint | Uint8Array)[]>;

/** @throws RangeError when the bytes are not a message. */
export const parseMessage = (bytes: Uint8Array): Fields => {
  const fields = new Map<number, (bigint | Uint8Array)[]>();
  let at = 0;
  const readVarint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at];
      if (byte === undefined) throw new RangeError('a varint ends too early');
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new RangeError('a varint is too long');
  };
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw new RangeError('a field ends too early');
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const key = readVarint();
    const wireType = Number(key & 7n);
    let value: bigint | Uint8Array;
    if (wireType === 0) value = readVarint();
    else if (wireType === 2) value = take(Number(readVarint()));
    else throw new RangeError('an unknown wire type');
    const number = Number(key >> 3n);
    fields.set(number, [...(fields.get(number) ?? []), value]);
  }
  return fields;
};

/** The last value of a number field; 0 when it is absent, as proto3 has it. */
export const numberIn = (fields: Fields, number: number): bigint => {
  const value = fields.get(number)?.at(-1);
  return typeof value === 'bigint' ? value : 0n;
};

/** The last value of a bytes or message field; undefined when it is absent. */
export const bytesIn = (fields: Fields, number: number): Uint8Array | undefined => {
  const value = fields.get(number)?.at(-1);
  return value instanceof Uint8Array ? value : undefined;
};

/** The message in a field; an empty one when it is absent. */
export const messageIn = (fields: Fields, number: number): Fields =>
  parseMessage(bytesIn(fields, number) ?? new Uint8Array());

/** A `map<uint32, message or bytes>` field: index to the bytes of the value. */
export const mapIn = (fields: Fields, number: number): ReadonlyMap<number, Uint8Array> =>
  new Map(
    (fields.get(number) ?? []).map((entry) => {
      const pair = parseMessage(entry as Uint8Array);
      return [Number(numberIn(pair, 1)), bytesIn(pair, 2) ?? new Uint8Array()];
    }),
  );
