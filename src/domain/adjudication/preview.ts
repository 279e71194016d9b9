/** The side effects of every preview adapter (SPEC.md §1.2). */
export const SIDE_EFFECTS = 'none';

/** The consumer for which the packs are built (SPEC.md §1.2). */
export const INTENDED_CONSUMER =
  'An external adjudication layer of the intelligent-contract kind. None is connected: no live call to one is made.';

/** What the service supplies and what it leaves to others. */
export const BOUNDARY =
  'The service supplies identity, authority, anchor and settlement evidence. Judging it is left to the adjudication layer.';

const everyAdapter = [
  'No contract is deployed, no validator is called and no chain transaction is sent.',
  'No escrow is locked, no funds are moved and no fulfilment is started.',
  'No custody signing takes part, and no operator instructions are disclosed.',
  'No payment, settlement, checkout or wallet connection takes part, and no raw identity is disclosed.',
  'The service takes part in an ecosystem: nothing here is official output of the foundation of a chain or of a vendor of an adjudication layer, and no partnership or deployed integration is claimed.',
];

export const evidencePackBoundaries: readonly string[] = [
  'The pack is evidence and not a verdict: no adjudication layer has been asked.',
  'Hashes show that something is unchanged. They do not show that it is true.',
  ...everyAdapter,
];

export const workOrderPackBoundaries: readonly string[] = [
  'The pack is a preview of an order: nothing is agreed, reserved or stored by making it.',
  ...everyAdapter,
];

export const runnerBoundaries: readonly string[] = [
  'The run is simulated: its verdict comes from fixed rules and from no validator.',
  'Release, refund or escalation is prepared and never executed.',
  ...everyAdapter,
];
