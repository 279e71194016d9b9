import type { EvidenceItem, Provenance, SuppliedEvidenceItem } from './evidence-item.ts';
import type { PackEvidenceItem } from './evidence-pack.ts';
import { buildSuppliedText } from './party.ts';

/** What items of a known kind do and do not show, beyond what any hash shows. */
const meaningOfKind: Readonly<Record<string, { proves?: string; doesNotProve: string }>> = {
  delivery_artifact: { doesNotProve: 'That the artifact does what was agreed: that needs a look at it.' },
  test_report: { doesNotProve: 'That the tests were run as reported, or that they test what was agreed.' },
  log: { doesNotProve: 'That the log is complete: a log without an entry does not show that nothing happened.' },
  message: { doesNotProve: 'That the message was received, read or agreed to.' },
  screenshot: { doesNotProve: 'That what the picture shows was there, or when.' },
  checkout: { doesNotProve: 'That the checkout was paid or delivered.' },
  open_checkout_mandate: {
    proves: 'Which mandate is meant: its digest can be compared with the one in the mandate’s constraints.',
    doesNotProve: 'That the signature of the mandate is valid: that needs the mandate and its issuer’s key.',
  },
  payment_instrument: { doesNotProve: 'That the instrument was charged, or whose it is.' },
};

const general: Record<Provenance, { proves: string; doesNotProve: readonly string[] }> = {
  attested: {
    proves: 'Bytes with this hash are the ones that the receipt committed to, unchanged by a single bit.',
    doesNotProve: ['That what the bytes say is true.', 'Who made them, or when, beyond what they say themselves.'],
  },
  supplied_by_party: {
    proves: 'That a party names bytes with this hash; whoever has them can check that they are the ones meant.',
    doesNotProve: [
      'That what the bytes say is true.',
      'That they existed at the time of the decision, or that the agent had them.',
    ],
  },
};

/**
 * An item as a pack shows it, with what it does and does not prove.
 * @param trusted whether the document that names the item is one that the service publishes; if not,
 * everything in it counts as supplied by a party, whatever it says of itself.
 */
export const buildPackEvidenceItem = (
  item: EvidenceItem | SuppliedEvidenceItem,
  namedBy: PackEvidenceItem['named_by'],
  trusted: boolean,
): PackEvidenceItem => {
  const provenance = trusted ? (item.provenance ?? 'supplied_by_party') : 'supplied_by_party';
  const kind = Object.hasOwn(meaningOfKind, item.kind) ? meaningOfKind[item.kind] : undefined;
  const statement = 'statement' in item ? item.statement : undefined;
  return {
    id: item.id,
    kind: item.kind,
    sha256: item.sha256,
    media_type: item.media_type ?? null,
    uri: item.uri ?? null,
    provenance,
    named_by: namedBy,
    proves: [general[provenance].proves, ...(kind?.proves === undefined ? [] : [kind.proves])],
    does_not_prove: [...general[provenance].doesNotProve, ...(kind === undefined ? [] : [kind.doesNotProve])],
    statement: statement === undefined ? null : buildSuppliedText(statement),
  };
};
