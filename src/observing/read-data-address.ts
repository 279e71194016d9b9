import type { Fetched } from './fetch-document.ts';

/** Whether an address holds its document itself (RFC 2397). */
export const isDataAddress = (address: string): boolean => /^data:/i.test(address);

/** The document in a `data:` address. Nothing is requested. Never rejects. */
export const readDataAddress = async (address: string): Promise<Fetched> => {
  if (!isDataAddress(address)) return { ok: false, reason: 'scheme_refused' };
  try {
    const { href } = new URL(address);
    const answer = await fetch(href);
    const mediaType = answer.headers.get('content-type')?.split(';')[0]!.trim().toLowerCase();
    return { ok: true, bytes: await answer.bytes(), mediaType, finalAddress: href, headers: {} };
  } catch {
    return { ok: false, reason: 'broken_address' };
  }
};
