import './zod-without-eval.ts';
import { WorkOrderRequest } from '../domain/adjudication/work-order.ts';
import type { InputProblem } from '../domain/vocabulary/errors.ts';
import { fullIssues, inputProblems } from '../domain/vocabulary/input-problems.ts';

/** Every problem of an order, as the service would name it; none for an order that it accepts. */
export const findOrderProblems = (order: unknown): InputProblem[] =>
  inputProblems(WorkOrderRequest.safeParse(order, fullIssues).error?.issues ?? []);
