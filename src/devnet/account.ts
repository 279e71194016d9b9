import { createPrivateKey, createPublicKey, verify } from 'node:crypto';
import { toBase58Check } from '../domain/chains/concordium-reference.ts';
import { sha256 } from './transaction.ts';

const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_ED25519 = Buffer.from('302a300506032b6570032100', 'hex');

/** A key of a simulated account, hexadecimal. The signing key is public. */
export interface SimulatedKey {
  readonly signKey: string;
  readonly verifyKey: string;
}

/** A simulated account with one credential that needs `threshold` of its keys. */
export interface SimulatedAccount {
  readonly name: string;
  readonly index: number;
  readonly address: string;
  readonly addressBytes: Buffer;
  readonly keys: readonly SimulatedKey[];
  readonly threshold: number;
  readonly openingBalance: bigint;
  /** The first sequence number it may use; 1 when not given. */
  readonly openingSequenceNumber?: bigint;
}

/** The key pair of a 32-byte seed. */
export const keyFrom = (seed: Uint8Array): SimulatedKey => {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: 'der', type: 'pkcs8' });
  const verifyKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');
  return { signKey: Buffer.from(seed).toString('hex'), verifyKey };
};

/** An account whose address and keys are derived from its name. They are public and the same on every machine. */
export const simulatedAccount = (
  name: string,
  index: number,
  openingBalance: bigint,
  { keys = 1, threshold = 1 }: { keys?: number; threshold?: number } = {},
): SimulatedAccount => {
  const addressBytes = sha256('simulated account ', name);
  return {
    name,
    index,
    address: toBase58Check(1, addressBytes),
    addressBytes,
    keys: Array.from({ length: keys }, (_, at) => keyFrom(sha256('simulated key ', name, String(at)))),
    threshold,
    openingBalance,
  };
};

/** The wallet export of the account, marked as a simulation. */
export const simulatedWallet = (account: SimulatedAccount): object => ({
  type: 'concordium-browser-wallet-account',
  v: 0,
  environment: 'simulation',
  note: 'SIMULATION: these keys are known to everyone. Never send anything of value to this account.',
  value: {
    accountKeys: {
      keys: { 0: { keys: Object.fromEntries(account.keys.map((key, at) => [at, key])), threshold: account.threshold } },
      threshold: 1,
    },
    credentials: { 0: credentialId(account).toString('hex') },
    address: account.address,
  },
});

/** 48 bytes used as the credential registration id. */
export const credentialId = (account: SimulatedAccount): Buffer =>
  Buffer.concat([sha256('credential', account.name), sha256('id', account.name)]).subarray(0, 48);

/** Whether the Ed25519 signature is valid, according to node:crypto. */
export const isSignatureOf = (verifyKey: string, digest: Uint8Array, signature: Uint8Array): boolean =>
  verify(
    null,
    digest,
    { key: Buffer.concat([SPKI_ED25519, Buffer.from(verifyKey, 'hex')]), format: 'der', type: 'spki' },
    signature,
  );
