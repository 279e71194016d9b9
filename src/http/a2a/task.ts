import { intakeReceiptPreimage } from '../../domain/accept-intake.ts';
import type { IntakeReceipt, IntakeStatus, IntakeStatusDocument } from '../../domain/intake.ts';

/** A part that is a JSON document. */
export interface DataPart {
  readonly data: unknown;
  readonly mediaType: 'application/json';
}

export const dataPart = (data: unknown): DataPart => ({ data, mediaType: 'application/json' });

/** A task of A2A 1.0 in its JSON form. */
export interface Task {
  readonly id: string;
  readonly contextId: string;
  readonly status: { readonly state: string; readonly timestamp: string };
  readonly artifacts: readonly {
    readonly artifactId: string;
    readonly name: string;
    readonly parts: readonly DataPart[];
  }[];
}

/** The state of a task by the status of its request (SPEC.md §18.3). */
export const taskStates: Readonly<Record<IntakeStatus, string>> = {
  received: 'TASK_STATE_SUBMITTED',
  in_review: 'TASK_STATE_WORKING',
  answered: 'TASK_STATE_COMPLETED',
  declined: 'TASK_STATE_REJECTED',
};

const receiptArtifact = (receipt: IntakeReceipt) => ({
  artifactId: 'intake-receipt',
  name: 'Intake receipt',
  parts: [dataPart(receipt)],
});

/** The task of a request that was stored at this moment. */
export const buildTask = (receipt: IntakeReceipt, contextId = receipt.id): Task => ({
  id: receipt.id,
  contextId,
  status: { state: taskStates.received, timestamp: receipt.received_at },
  artifacts: [receiptArtifact(receipt)],
});

/** The receipt that was handed out, without its signature; none once the text and its hash are deleted (SPEC.md §4.4). */
const receiptsOf = ({ body_sha256, ...status }: IntakeStatusDocument, siteUrl: string): IntakeReceipt[] =>
  body_sha256 === undefined
    ? []
    : [
        {
          ...intakeReceiptPreimage({ ...status, body_sha256 }, siteUrl),
          receipt_hash_sha256: status.receipt_hash_sha256,
        },
      ];

/** The task of a request with this status. */
export const buildTaskOfStatus = (status: IntakeStatusDocument, contextId: string, siteUrl: string): Task => ({
  id: status.id,
  contextId,
  status: { state: taskStates[status.status], timestamp: status.history.at(-1)!.at },
  artifacts: [
    ...receiptsOf(status, siteUrl).map(receiptArtifact),
    { artifactId: 'intake-status', name: 'Intake status', parts: [dataPart(status)] },
  ],
});
