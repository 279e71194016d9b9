import { describe, expect, test } from 'vitest';
import {
  allowedEvents,
  findTransition,
  INITIAL_STATE,
  parseTransition,
  transitions,
} from '../../../src/domain/adjudication/moves.ts';
import {
  conceptualContract,
  effectOf,
  WorkOrderEvent,
  WorkOrderState,
} from '../../../src/domain/adjudication/state-machine.ts';
import { isServiceError } from '../../../src/domain/vocabulary/errors.ts';
import { conceptualContract as printedContract, runnerStates } from '../../support/interface.ts';

/** The table of SPEC.md §9.2, written down a second time. */
const printedMoves = [
  ['draft_preview', 'prepare_commitment', 'pre_work_commitment_prepared', 'openWorkOrder'],
  ['pre_work_commitment_prepared', 'accept_and_start', 'work_started_after_acceptance', null],
  ['work_started_after_acceptance', 'submit_evidence', 'evidence_submitted', 'submitEvidence'],
  ['evidence_submitted', 'simulate_verdict', 'verdict_simulated', 'adjudicate'],
  ['verdict_simulated', 'prepare_outcome', 'release_refund_or_escalation_prepared_not_executed', 'releaseOrRefund'],
];

describe('the state machine', () => {
  test('has the states of the interface in their order and the moves of the contract', () => {
    expect(WorkOrderState.options).toEqual(runnerStates);
    expect(transitions.map(({ from, event, to, contract_method }) => [from, event, to, contract_method])).toEqual(
      printedMoves,
    );
  });

  const allowed = new Set(printedMoves.map(([from, event]) => `${from} ${event}`));
  const pairs = WorkOrderState.options.flatMap((state) =>
    WorkOrderEvent.options.map((event) => [state, event] as const),
  );

  test.each(pairs.filter(([state, event]) => !allowed.has(`${state} ${event}`)))(
    'in %s the event %s is refused by name',
    (state, event) => {
      expect(findTransition(state, event)).toBeUndefined();
      try {
        parseTransition(state, event);
        expect.unreachable();
      } catch (error) {
        if (!isServiceError(error)) throw error;
        expect(error.code).toBe('illegal_transition');
        expect(error.members).toEqual({ state, event, allowed_events: allowedEvents(state) });
        expect(error.message).toContain(state);
      }
    },
  );

  test('passes every state once from the first to the last, which has no way out', () => {
    const passed: WorkOrderState[] = [INITIAL_STATE];
    for (let state = INITIAL_STATE; allowedEvents(state).length > 0; passed.push(state)) {
      state = parseTransition(state, allowedEvents(state)[0]!).to;
    }
    expect(passed).toEqual(runnerStates);
    expect(allowedEvents('release_refund_or_escalation_prepared_not_executed')).toEqual([]);
  });
});

test('the conceptual contract is the one that the interface prints, and is not deployed', () => {
  expect(conceptualContract.deployed).toBe(false);
  expect({
    name: conceptualContract.name,
    methods: conceptualContract.methods.map(({ effect_in_preview: effect, ...method }) => ({ ...method, effect })),
  }).toEqual(printedContract);
  for (const { method, effect } of printedContract.methods) expect(effectOf(method as 'openWorkOrder')).toBe(effect);
});
