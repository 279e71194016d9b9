import type { KnownKey } from '../domain/keys/public-key.ts';
import { titleOf } from '../domain/verification/answers.ts';
import type { Verification } from '../domain/verification/verification.ts';
import { find, findAll } from './page-elements.ts';
import { showFound } from './seal.ts';

/** Lets people change a receipt on its page, and shows which answer turns (components/receipt/BreakIt.astro). */
const place = find<HTMLDetailsElement>('[data-break]');
const members = findAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>('[data-member]', place);
const rehash = find<HTMLInputElement>('[data-rehash]', place);
let keys: Promise<readonly KnownKey[] | undefined> | undefined;
/** Counts the changes, so that the result of an earlier one is dropped. */
let turn = 0;

interface Receipt {
  [name: string]: unknown;
}

/** The receipt with what stands in the form, each value at the place that its pointer names. */
const changedReceipt = (): Receipt => {
  const receipt = JSON.parse(place.dataset['break']!) as Receipt;
  for (const { value, dataset } of members) {
    const [last = '', ...outer] = dataset['member']!.split('/').slice(1).toReversed();
    const holder = outer.toReversed().reduce((part, name) => part[name] as Receipt, receipt);
    holder[last] = typeof holder[last] === 'number' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  }
  return receipt;
};

const judge = async (receipt: Receipt): Promise<Verification> => {
  const { fetchKeys, verifyText } = await import('./document-checks.ts');
  const verify = (document: Receipt) =>
    verifyText(JSON.stringify(document), { keys: async () => (await (keys ??= fetchKeys())) ?? [] });
  const found = await verify(receipt);
  return rehash.checked && found.hash_sha256 ? verify({ ...receipt, receipt_hash_sha256: found.hash_sha256 }) : found;
};

/** @param found what the receipt came to as it now stands in the form; nothing where the checks could not be loaded. */
const show = (found: Verification | undefined): void => {
  find('[data-title]', place).textContent = found
    ? titleOf(found)
    : 'The checks could not be loaded. Load this page again when you are online.';
  if (found) showFound(found, place);
};

const renew = async (): Promise<void> => {
  const mine = ++turn;
  for (const { value, dataset, labels } of members) find('mark', labels![0]!).hidden = value === dataset['original'];
  const found = await judge(changedReceipt()).catch(() => undefined);
  if (mine === turn) show(found);
};

// Some browsers keep what was in a form when its page is loaded again: what is shown then is no longer what is published.
const form = find<HTMLFormElement>('form', place);
form.reset();
form.addEventListener('submit', (event) => event.preventDefault());
form.addEventListener('input', () => void renew());
form.addEventListener('reset', () => setTimeout(() => void renew()));
if (place.open) void renew();
place.addEventListener('toggle', () => void renew(), { once: true });
