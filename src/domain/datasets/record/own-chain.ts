import type { DatasetRecord } from './record.ts';

/** The ecosystem that the publisher of the data takes part in, as its disclaimer says. */
const OWN_ECOSYSTEM = 'concordium';

/** Whether a record is about the chain of its publisher: by its ecosystem or, in the observatory, by an identity there. */
export const isOfOwnChain = (record: DatasetRecord): boolean => {
  const { ecosystem, identity = [] } = record as { ecosystem?: string; identity?: readonly { chain_id?: string }[] };
  return ecosystem === OWN_ECOSYSTEM || identity.some(({ chain_id: chain }) => chain?.startsWith('ccd:') === true);
};
