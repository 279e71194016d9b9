import type { WorkOrderPack } from '../../domain/adjudication/work-order-pack.ts';

/** A scenario in words: `criterion_failed` is read as “criterion failed”. */
export const scenarioWords = (scenario: string): string => scenario.replaceAll('_', ' ');

/** What a work order pack says of its order, for people. */
export const orderWords = ({
  work_order,
  parties,
  escrow_terms: { amount_minor, currency, deadline },
}: WorkOrderPack) => {
  const party = (role: string): string => {
    const { name, account } = parties.find((each) => each.role === role)!;
    return `${name}, ${account}`;
  };
  return {
    title: work_order.supplied_by_party.title,
    client: party('client'),
    agent: party('agent'),
    terms: `${(amount_minor / 100).toFixed(2)} ${currency}, until ${deadline.slice(0, 16).replace('T', ' ')} UTC.`,
  } as const;
};

/** Whether the first move of the order would be allowed. */
export const nextMoveWords = ({ state_machine: { next_move: next } }: WorkOrderPack): string =>
  `The first move, ${next.event}, would be ${next.would_be_allowed ? 'allowed' : 'refused'}.`;
