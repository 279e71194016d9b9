import type { WorkOrderRequest } from '../domain/adjudication/work-order.ts';
import { isSameJson } from '../domain/json/canonical-json.ts';
import { isJsonObject } from '../domain/json/json-object.ts';
import { parseStrictJson } from '../domain/json/strict-json.ts';
import { type InputProblem, isServiceError } from '../domain/vocabulary/errors.ts';
import { findOrderProblems } from './order-check.ts';

/** An order that was pasted as JSON. */
export interface PastedOrder {
  /** As the fields can hold it; undefined for what is no JSON object. */
  readonly order: WorkOrderRequest | undefined;
  /** Every problem of what was pasted, as the service would name it. */
  readonly problems: readonly InputProblem[];
  /** Whether an order that was read from the fields is the one that was pasted. */
  readonly isSame: (order: unknown) => boolean;
}

const object = (value: unknown): Record<string, unknown> => (isJsonObject(value) ? value : {});
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);

/** What is missing is empty, and what is no text is written as JSON, so that whoever pasted it sees it in its field. */
const heldByFields = (value: Record<string, unknown>): WorkOrderRequest => {
  const party = (name: string) => {
    const found = object(value[name]);
    return { name: text(found['name']), account: text(found['account']) };
  };
  const { amount_minor, currency, deadline } = object(value['escrow']);
  return {
    title: text(value['title']),
    description: text(value['description']),
    reference: text(value['reference']),
    client: party('client'),
    agent: party('agent'),
    escrow: {
      amount_minor: typeof amount_minor === 'number' ? amount_minor : (text(amount_minor) as unknown as number),
      currency: text(currency),
      deadline: text(deadline),
    },
    acceptance_criteria: list(value['acceptance_criteria']).map((each) => {
      const { id, text: words, must } = object(each);
      return { id: text(id), text: text(words), must: must === true };
    }),
    evidence_rules: list(value['evidence_rules']).map((each) => {
      const { criterion_id, accepted_kinds } = object(each);
      return { criterion_id: text(criterion_id), accepted_kinds: list(accepted_kinds).map(text) };
    }),
  };
};

/** Reads a pasted order. Never throws: what is wrong with it is listed. */
export const readPastedOrder = (pasted: string): PastedOrder => {
  try {
    const { value } = parseStrictJson(pasted, { numbers: 'integers' });
    return {
      order: isJsonObject(value) ? heldByFields(value) : undefined,
      problems: findOrderProblems(value),
      isSame: (order) => isSameJson(order, value),
    };
  } catch (thrown) {
    if (!isServiceError(thrown)) throw thrown;
    return { order: undefined, problems: thrown.errors, isSame: () => false };
  }
};
