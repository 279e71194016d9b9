import { scenarioWords } from '../components/adjudication/words.ts';
import type { RunReceipt } from '../domain/adjudication/runner.ts';
import { offerDocument } from './offer-document.ts';
import { find, findAll } from './page-elements.ts';
import { leaveDocument } from './read-file.ts';

const result = find('[data-result]');
const steps = find('[data-steps]', result);
const template = find('[data-step]', steps).cloneNode(true) as HTMLElement;
/** The receipt as it was answered, for /verify. */
let receiptText = find('[data-json]', result).textContent;

const buildStep = (step: RunReceipt['steps'][number]): HTMLElement => {
  const item = template.cloneNode(true) as HTMLElement;
  const values: Readonly<Record<string, unknown>> = { ...step, number: step.index + 1 };
  for (const place of findAll('[data-field]', item)) {
    place.textContent = String(values[place.dataset['field'] ?? ''] ?? 'none');
  }
  return item;
};

/** The run that the page was made with. */
export const builtInRun = JSON.parse(receiptText) as RunReceipt;

/** Writes a run into the list of moves, the result and the buttons. @param text the receipt as it was answered. */
export const showReceipt = (receipt: RunReceipt, text: string): void => {
  receiptText = text;
  const whose = receipt.runner_receipt_hash === builtInRun.runner_receipt_hash ? 'The built-in example' : 'Your run';
  find('[data-heading]', result).textContent = `${whose}: ${scenarioWords(receipt.scenario ?? 'own evidence')}`;
  steps.replaceChildren(...receipt.steps.map(buildStep));
  const outcome: Readonly<Record<string, unknown>> = {
    ...receipt.verdict,
    action: receipt.prepared_outcome?.action,
    seed: receipt.seed,
  };
  for (const place of findAll('[data-out]', result)) {
    place.textContent = String(outcome[place.dataset['out'] ?? '']);
  }
  for (const place of findAll('[data-hash]', result)) {
    const value = String(receipt[place.dataset['hash'] as keyof RunReceipt]);
    find('code', place).textContent = value;
    find<HTMLButtonElement>('[data-copy]', place).dataset['copy'] = value;
  }
  const file = `runner-receipt-${receipt.runner_receipt_hash.slice(0, 12)}.json`;
  offerDocument(find('[data-receipt]', result), receipt, text, file);
};

/** Shows the last of the moves that are made, and none of the others. */
export const showMove = (made: number): void => {
  for (const [at, item] of findAll('[data-step]', steps).entries()) item.hidden = at !== made - 1;
  find('[data-before-moves]', result).hidden = made > 0;
};

find('[data-verify]', result).addEventListener('click', () => leaveDocument(receiptText));
