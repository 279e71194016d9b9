import type { ErrorCode } from '../domain/vocabulary/errors.ts';

/** A request as pages and programs show it. */
export interface SentRequest {
  readonly method: string;
  /** Relative to the base address. */
  readonly address: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** An answer that the service gave while the page was built. */
export interface ExampleAnswer {
  readonly status: number;
  /** The code of a refusal. */
  readonly code?: ErrorCode;
  /** What draws a refusal, with code in `backticks`. */
  readonly cause?: string;
  /** What was sent, where anybody can send it again. */
  readonly sent?: SentRequest;
  readonly text: string;
  /** Whether something was left out. */
  readonly cut: boolean;
}

/** A request that an operation accepts, with its answer and the refusals of others. */
export interface OperationExample {
  readonly request: { readonly params: Readonly<Record<string, string>>; readonly body?: unknown };
  readonly answers: readonly ExampleAnswer[];
}
