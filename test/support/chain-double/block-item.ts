import { received, type ReceivedTransaction } from '../../../src/devnet/transaction.ts';

/**
 * A serialised block item (Concordium, "BlockItem" version 0): kind, signatures with ascending
 * indices, header, payload, and nothing after it.
 * @throws RangeError when the bytes are anything else.
 */
export const parseBlockItem = (item: Buffer): ReceivedTransaction => {
  let at = 0;
  const take = (length: number): Buffer => {
    if (at + length > item.length) throw new RangeError('the block item ends too early');
    at += length;
    return item.subarray(at - length, at);
  };
  const readMap = <Value>(value: () => Value): Map<number, Value> => {
    const map = new Map<number, Value>();
    let before = -1;
    for (let left = take(1)[0]!; left > 0; left -= 1) {
      const index = take(1)[0]!;
      if (index <= before) throw new RangeError('indices do not ascend');
      before = index;
      map.set(index, value());
    }
    return map;
  };
  if (take(1)[0] !== 0) throw new RangeError('not an account transaction');
  const signatures = readMap(() => readMap(() => take(take(2).readUInt16BE())));
  const header = take(60);
  const payload = take(header.readUInt32BE(48));
  if (at !== item.length) throw new RangeError('bytes are left over');
  return received(signatures, header, payload);
};
