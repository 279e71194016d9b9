import { isEvmAddress } from '../chains/address-rules.ts';
import { isSameAccount } from '../chains/concordium-reference.ts';
import type { Timestamp } from '../vocabulary/timestamp.ts';
import type { RegistryAnswer } from './agent-registry.ts';
import { match, matchIf, neverChecked, unread } from './judge-document.ts';
import { type CheckOutcome, keptText, type Look } from './observation.ts';
import type { RegistryTarget } from './observation-targets.ts';

/** Accounts on Concordium have aliases; addresses of EVM chains differ in case alone. */
export const isSameOwner = (owner: string, account: string): boolean =>
  isEvmAddress(owner) ? owner.toLowerCase() === account.toLowerCase() : isSameAccount(owner, account);

/** Scheme and host of an address have no case (RFC 3986, section 6.2.2.1). */
export const isSameAddress = (one: string, other: string): boolean =>
  one === other || (URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href);

/** A file that is in the registry itself, or named by its content, is at no address that could be compared. */
const judgeCardAddress = (registered: string | undefined, named: string): CheckOutcome => {
  if (registered === undefined) return neverChecked('card_address', 'no_card_address');
  return /^https?:/i.test(registered)
    ? matchIf(isSameAddress(registered, named), 'card_address', 'other_address')
    : unread('card_address', 'scheme_refused');
};

/** Compares the entry of an agent in a registry with the record. */
export const judgeRegistryEntry = (
  answer: RegistryAnswer,
  target: RegistryTarget,
  cardAddress: string | undefined,
  at: Timestamp,
): Look => {
  if (!answer.read) return { at, checks: [unread('registry', answer.reason)] };
  const { agent, blockHash, blockHeight } = answer;
  const where = { network: target.chainId, block: blockHeight === undefined ? blockHash : String(blockHeight) };
  if (agent === undefined) {
    return {
      at,
      checks: [{ ...matchIf(false, 'registry', 'not_registered'), ...where }],
      entry: { status: 'not_registered', block_hash: blockHash },
    };
  }
  const { account, isCanonical } = target;
  const { owner, wallet, cardAddress: registeredCard } = agent;
  const checks = [
    matchIf(agent.status !== 'revoked', 'registry', 'revoked'),
    ...(account === undefined ? [] : [matchIf(isSameOwner(owner, account), 'owner', 'other_owner')]),
    ...(cardAddress === undefined ? [] : [judgeCardAddress(registeredCard, cardAddress)]),
    ...(wallet === undefined || !isCanonical
      ? []
      : [wallet === null ? neverChecked('wallet', 'no_wallet') : match('wallet')]),
  ];
  return {
    at,
    checks: checks.map((check) => ({ ...check, ...where })),
    entry: {
      status: agent.status,
      owner: keptText(owner),
      ...(wallet ? { wallet: keptText(wallet) } : {}),
      ...(registeredCard === undefined ? {} : { card_address: keptText(registeredCard) }),
      ...(agent.cardSha256 === undefined ? {} : { card_sha256: agent.cardSha256 }),
      block_hash: blockHash,
    },
  };
};
