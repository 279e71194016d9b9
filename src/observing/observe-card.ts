import type { ObservatoryRecord } from '../domain/datasets/observatory/record.ts';
import { type ExpectedHash, judgeCard, judgeHash, unread } from '../domain/observation/judge-document.ts';
import { isSameAddress } from '../domain/observation/judge-registry.ts';
import { type CheckOutcome, keptText, type Look, type NewLook } from '../domain/observation/observation.ts';
import { type CardTarget, cardTarget } from '../domain/observation/observation-targets.ts';
import type { ObservationCheck } from '../domain/observation/observation-terms.ts';
import { servicesOf } from '../domain/observation/offered-endpoints.ts';
import { checkedFetcher, findContent, isIpfsAddress } from './ipfs.ts';
import type { RegistryLook } from './observe-chain.ts';
import { type DocumentTarget, lookAtDocument, type ObserverTools } from './observe-document.ts';
import { observeSignature } from './observe-signature.ts';
import { isDataAddress, readDataAddress } from './read-data-address.ts';

/** The expected hash of a card, with the chain and block that it was read from. */
type AnchoredHash = ExpectedHash & { readonly where?: Pick<CheckOutcome, 'network' | 'block'> };

/**
 * The expected hash of a card: the one in its registry, or else the one in the record. Registry entries for cards at
 * other addresses do not count, and ERC-8004 registries hold no hash.
 * @param url the address of the card, which a record need not name.
 */
export const expectedHash = (
  { agent_card: card }: ObservatoryRecord,
  looks: readonly NewLook[],
  url = card?.url,
): AnchoredHash => {
  const registryLooks = looks.filter(({ address }) => !address.startsWith('eip155:')).map(({ look }) => look);
  const anchored = registryLooks.find(
    ({ entry }) =>
      entry &&
      (entry.card_address === undefined || (url !== undefined && isSameAddress(entry.card_address, keptText(url)))),
  );
  if (anchored?.entry?.card_sha256 !== undefined) {
    const { network, block } = anchored.checks[0]!;
    return { kind: 'known', hex: anchored.entry.card_sha256, alg: 'sha-256', where: { network, block } };
  }
  if (card?.hash !== undefined && card.hash_alg !== undefined) {
    return { kind: 'known', hex: card.hash, alg: card.hash_alg };
  }
  const unreadLook = registryLooks.find(({ entry }) => entry === undefined);
  if (unreadLook !== undefined) return { kind: 'unread', reason: unreadLook.checks[0]!.reason ?? 'no_reader' };
  const wasRead = registryLooks.length > 0;
  return card?.hash_anchored && !wasRead ? { kind: 'unread', reason: 'no_reader' } : { kind: 'none' };
};

/** Fetches a card and compares it with its format, the expected hash and its signatures. */
export const lookAtCard = (
  target: CardTarget & Pick<DocumentTarget, 'from'>,
  { where, ...expected }: AnchoredHash,
  tools: ObserverTools,
): Promise<NewLook> => {
  const { address, from, card, keyAddresses } = target;
  const isA2a = card.format === 'a2a-agent-card';
  const checks: ObservationCheck[] = ['schema', 'hash', ...(isA2a ? (['signature'] as const) : [])];
  return lookAtDocument({ target: 'agent_card', address, from: from ?? address, checks }, tools, async ({ bytes }) => {
    const judged = judgeCard(bytes, target);
    const signature = isA2a ? await observeSignature(bytes, keyAddresses, tools.fetch) : undefined;
    return {
      ...judged,
      checks: [...judged.checks, { ...judgeHash(bytes, expected), ...where }, ...(signature ? [signature.check] : [])],
      signed_by: signature?.signedBy,
      ...(card.format === 'erc-8004-registration' ? { offers: servicesOf(bytes) } : {}),
    };
  });
};

/** A look at a file that is named by its content, through the gateway that the maintainer names. */
const lookAtContent = async (target: CardTarget, tools: ObserverTools): Promise<NewLook> => {
  const { fetch, ipfsGateway, now } = tools;
  const content = findContent(target.card.url);
  if (ipfsGateway === undefined || content === undefined) {
    const reason = ipfsGateway === undefined ? 'no_gateway' : 'content_unchecked';
    const look: Look = { at: now().toISOString(), checks: [unread('schema', reason)] };
    return { target: 'agent_card', address: target.address, look, untried: ipfsGateway === undefined };
  }
  const { cid, sha256 } = content;
  const from = `${ipfsGateway}/ipfs/${cid}`;
  return lookAtCard({ ...target, from }, { kind: 'none' }, { ...tools, fetch: checkedFetcher(fetch, sha256) });
};

/** Whether a file that a registry names can be read: on Concordium, only at an address. */
const isReadable = ({ address, registered = '' }: RegistryLook): boolean =>
  /^https?:/i.test(registered) ||
  (address.startsWith('eip155:') && (isDataAddress(registered) || isIpfsAddress(registered)));

/**
 * A look at the file to which a registry points, for a record that names no card: a registration file of ERC-8004, or a card
 * on Concordium, which is compared with the hash in the registry alone. A file that is in the registry itself, or named by its
 * content, goes by the address of the entry.
 */
export const lookAtRegistered = async (
  record: ObservatoryRecord,
  looks: readonly RegistryLook[],
  tools: ObserverTools,
): Promise<NewLook[]> => {
  const entry = looks.find(isReadable);
  const url = entry?.registered;
  if (entry === undefined || url === undefined) return [];
  const isOnEvmChain = entry.address.startsWith('eip155:');
  const target = cardTarget(record, { url, format: isOnEvmChain ? 'erc-8004-registration' : 'other' });
  const within = { ...target, address: entry.address };
  const look = isDataAddress(url)
    ? await lookAtCard({ ...within, from: url }, { kind: 'none' }, { ...tools, fetch: readDataAddress })
    : isIpfsAddress(url)
      ? await lookAtContent(within, tools)
      : await lookAtCard(target, isOnEvmChain ? { kind: 'none' } : expectedHash(record, [entry], url), tools);
  return [{ ...look, namedBy: entry.address }];
};
