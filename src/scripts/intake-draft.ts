import type { IntakeField } from '../domain/intake-form.ts';

/** The key of the draft. There is one in a tab, and it stays in the browser. */
const KEY = 'intake-draft';

/** A request as it was sent: sent again under the same key, it is not stored twice (SPEC.md §4.3). */
export interface SentText {
  readonly text: string;
  readonly key: string;
}

/** What was typed into the form and not acknowledged yet. */
export interface Draft {
  readonly values: Readonly<Record<IntakeField, string>>;
  /** The last text that was sent and whose answer was lost. */
  readonly sent?: SentText | undefined;
}

/** A draft belongs to the address of its form: one that names another subject starts anew. */
const address = (): string => location.pathname + location.search;

/** Whether the browser keeps anything: storage may be switched off or full. */
export const canKeep = (): boolean => {
  try {
    sessionStorage.setItem(`${KEY}-probe`, '');
    sessionStorage.removeItem(`${KEY}-probe`);
    return true;
  } catch {
    return false;
  }
};

/** Keeps the draft for a reload, where the browser keeps anything. */
export const keepDraft = (draft: Draft): void => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ address: address(), ...draft }));
  } catch {
    // Storage may be switched off, or too full for it.
  }
};

/** The draft of this form, if one is kept. */
export const findDraft = (): Draft | undefined => {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Draft> & { readonly address?: string };
    return kept.address === address() && kept.values ? { values: kept.values, sent: kept.sent } : undefined;
  } catch {
    return undefined;
  }
};

/** Drops the draft. */
export const dropDraft = (): void => {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is switched off, so there is none.
  }
};
