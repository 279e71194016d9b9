import type { WorkOrderPack } from '../../domain/adjudication/work-order-pack.ts';

/** A scenario in words: `criterion_failed` is read as “criterion failed”. */
export const scenarioWords = (scenario: string): string => scenario.replaceAll('_', ' ');

/** The currencies whose minor unit is not a hundredth, by its decimal digits (ISO 4217). */
const digitsOf: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

/** An amount of minor units in whole ones, such as `25.00 EUR`. Exact: no digit passes through a floating-point number. */
const amountWords = (minor: number, currency: string): string => {
  const digits = Number(Object.entries(digitsOf).find(([, codes]) => codes.split(' ').includes(currency))?.[0] ?? 2);
  const text = String(minor).padStart(digits + 1, '0');
  return `${text.slice(0, text.length - digits)}${digits === 0 ? '' : `.${text.slice(-digits)}`} ${currency}`;
};

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
    terms: `${amountWords(amount_minor, currency)}, until ${deadline.slice(0, 16).replace('T', ' ')} UTC.`,
  } as const;
};

/** Whether the first move of the order would be allowed. */
export const nextMoveWords = ({ state_machine: { next_move: next } }: WorkOrderPack): string =>
  `The first move, ${next.event}, would be ${next.would_be_allowed ? 'allowed' : 'refused'}.`;
