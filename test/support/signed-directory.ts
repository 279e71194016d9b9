import { generateKeyPairSync } from 'node:crypto';
import { component, createSignature, webcrypto } from 'http-message-sig';
import { calculateJwkThumbprint, importJWK, type JWK } from 'jose';

/**
 * A key directory with one key, its thumbprint, and the fields that sign an answer of it for this address, as Web Bot
 * Auth has it.
 */
export const signedDirectory = async (address: string, at: Date, tag = 'http-message-signatures-directory') => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const jwk = publicKey.export({ format: 'jwk' }) as JWK;
  const keyid = await calculateJwkThumbprint(jwk);
  const created = Math.floor(at.getTime() / 1000);
  const { signature, signatureInput } = await createSignature(
    {
      kind: 'response',
      status: 200,
      fields: [],
      request: { kind: 'request', method: 'GET', targetUri: address, fields: [] },
    },
    {
      components: [component('@authority', { req: true })],
      parameters: { created, expires: created + 3600, keyid, tag },
      signer: webcrypto.signer((await importJWK(privateKey.export({ format: 'jwk' }) as JWK, 'Ed25519')) as CryptoKey),
    },
  );
  return {
    body: JSON.stringify({ keys: [jwk] }),
    headers: { signature, 'signature-input': signatureInput },
    thumbprint: keyid,
  };
};
