import { type CardSignature, checkSignature, readSignatures } from '../domain/observation/card-signature.ts';
import { keysOf } from '../domain/observation/foreign-document.ts';
import { findJson, unread } from '../domain/observation/judge-document.ts';
import { type CheckOutcome, keptText, type Look } from '../domain/observation/observation.ts';
import type { ObservationReason } from '../domain/observation/observation-terms.ts';
import type { FetchDocument } from './fetch-document.ts';

type SignedBy = NonNullable<NonNullable<Look['answer']>['signed_by']>;
type KeyResult = { readonly signedBy: SignedBy } | { readonly reason: ObservationReason };

/** The maximum number of signatures checked: each may cost a request to another host. */
const MOST_SIGNATURES = 4;

const checkAt = async (signature: CardSignature, address: string, fetch: FetchDocument): Promise<KeyResult> => {
  const fetched = await fetch(address);
  const keys = fetched.ok ? findJson(fetched.bytes) : undefined;
  if (keys === undefined) return { reason: 'key_unreachable' };
  const result = await checkSignature(signature, keysOf(keys.value));
  if (!result.holds) return { reason: result.reason };
  return {
    signedBy: {
      alg: signature.alg,
      kid: keptText(signature.kid),
      key_address: keptText(address),
      key_thumbprint_sha256: result.keyThumbprint,
    },
  };
};

/**
 * Checks the signatures of a card with keys at the addresses that the card or the record names. The
 * check passes when one signature is valid: a card may carry an old one beside a new one. Only a
 * signature that is invalid under its key is a mismatch.
 */
export const observeSignature = async (
  bytes: Uint8Array,
  keyAddresses: readonly string[],
  fetch: FetchDocument,
): Promise<{ check: CheckOutcome; signedBy?: SignedBy }> => {
  const card = findJson(bytes);
  if (card === undefined) return { check: unread('signature', 'not_json') };
  const readings = readSignatures(card.value).slice(0, MOST_SIGNATURES);
  if (readings.length === 0) return { check: { check: 'signature', result: 'never_checked', reason: 'not_signed' } };
  const reasons: ObservationReason[] = [];
  for (const reading of readings) {
    if (!reading.readable) {
      reasons.push(reading.reason);
      continue;
    }
    const { jku } = reading.signature;
    const addresses = [...new Set([...(jku === undefined ? [] : [jku]), ...keyAddresses])];
    if (addresses.length === 0) reasons.push('key_not_named');
    for (const address of addresses) {
      const result = await checkAt(reading.signature, address, fetch);
      if ('signedBy' in result) return { check: { check: 'signature', result: 'match' }, signedBy: result.signedBy };
      reasons.push(result.reason);
    }
  }
  const failed = reasons.find((reason) => reason === 'signature_invalid' || reason === 'signature_malformed');
  return {
    check: failed ? { check: 'signature', result: 'mismatch', reason: failed } : unread('signature', reasons[0]!),
  };
};
