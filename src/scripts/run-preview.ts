import type { RunReceipt, RunRequest } from '../domain/adjudication/runner.ts';

/** A refusal of the runner (RFC 9457): the members that the page shows. */
export interface Refusal {
  readonly code: string;
  readonly title: string;
  readonly detail: string;
}

/** The answer to a run: a receipt with its text, or a refusal. */
export type RunAnswer =
  | { readonly receipt: RunReceipt; readonly text: string; readonly refusal?: never }
  | { readonly refusal: Refusal; readonly receipt?: never; readonly text?: never };

const noAnswer: Refusal = {
  code: 'no_answer',
  title: 'The service could not be reached.',
  detail: 'Nothing was run. Check your connection and try again.',
};

/** Requests a run. Never throws: a failure is returned as a refusal. */
export const requestRun = async (address: string, request: RunRequest): Promise<RunAnswer> => {
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(request),
    });
    const text = await answer.text();
    if (answer.ok) return { receipt: JSON.parse(text) as RunReceipt, text };
    const refusal = JSON.parse(text) as Refusal;
    const wait = answer.headers.get('Retry-After');
    return {
      refusal: wait === null ? refusal : { ...refusal, detail: `${refusal.detail} Try again in ${wait} seconds.` },
    };
  } catch {
    return { refusal: noAnswer };
  }
};
