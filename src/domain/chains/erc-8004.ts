/** The addresses of the identity registry of ERC-8004 on main networks and on test networks, the same on every chain. */
const canonicalRegistries: readonly string[] = [
  '0x8004A169FB4a3325136EB29fA0ceB6D2e539a432',
  '0x8004A818BFB912233c491871b3d84c89A494BD9e',
].map((address) => address.toLowerCase());

/** Whether a contract is the canonical identity registry of ERC-8004, whose code sets no wallet without its consent. */
export const isCanonicalRegistry = (contract: unknown): boolean =>
  typeof contract === 'string' && canonicalRegistries.includes(contract.toLowerCase());
