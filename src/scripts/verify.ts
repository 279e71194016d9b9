import { coverageLooks, resultLooks } from '../components/graphics/seal.ts';
import type { ConstraintResult } from '../domain/receipts/mandate-scope.ts';
import { boundName, boundWords } from '../domain/receipts/mandate-words.ts';
import { nextStepOf, titleOf, worstFirst } from '../domain/verification/answers.ts';
import type { Check, Verification } from '../domain/verification/verification.ts';
import { readHeld } from '../domain/vocabulary/held.ts';
import { withCommas } from '../domain/vocabulary/words.ts';
import { find, findAll, problemIn, showHash } from './page-elements.ts';
import { type ReadFile, readOne, takeDocument, takeDropped } from './read-file.ts';
import { showFound } from './seal.ts';

const loadChecks = () => import('./document-checks.ts');

/** Where /verify shows what its checks found (pages/verify.astro). */
const result = find('[data-result]');
const template = find<HTMLTemplateElement>('template[data-check]');

const noticeLooks = { ...resultLooks, unusable: 'open' };

const buildRow = (row: Readonly<Record<'badge' | 'look' | 'title' | 'id' | 'reason', string>>): Node => {
  const item = template.content.cloneNode(true) as DocumentFragment;
  const badge = find('.badge', item);
  badge.textContent = row.badge;
  badge.classList.add(row.look);
  for (const part of ['title', 'id', 'reason'] as const) find(`[data-${part}]`, item).textContent = row[part];
  return item;
};

const boundRow = ({ result: found, type, reason }: ConstraintResult): Node =>
  buildRow({ badge: boundWords[found], look: coverageLooks[found], title: boundName(type), id: type, reason });

/** What is said below the title: what is wrong beside the signature, or what would help where nothing was understood. */
const wordsOf = ({ outcome, headline, checks, answers }: Verification): string => {
  if (outcome === 'unusable') return `${headline} ${nextStepOf(answers)}`;
  return checks.find(({ id, result: found }) => found === 'fail' && id !== 'signature')?.reason ?? '';
};

const results = ['fail', 'unverified', 'pass'] as const;
const countOf = (checks: readonly Check[]): string =>
  results
    .map((one) => [checks.filter(({ result: found }) => found === one).length, one] as const)
    .filter(([count]) => count > 0)
    .map(([count, one]) => `${count} ${one}`)
    .join(', ');

/** Shows a verification, and moves the focus to its title; the page moves only where not all of the verdict is in view. */
const showVerification = (found: Verification): void => {
  const { kind, hash_sha256: hash, outcome, mandate, checks } = found;
  const heading = find('[data-outcome]', result);
  heading.textContent = titleOf(found);
  const look = outcome === 'unverified' && mandate?.result === 'not_covered' ? 'bad' : noticeLooks[outcome];
  find('[data-summary]', result).className = `notice wide ${look}`;
  find('[data-words]', result).textContent = wordsOf(found);
  find('[data-kind]', result).textContent = kind?.replaceAll('_', ' ') ?? 'not recognised';
  find('[data-hash]', result).hidden = hash === null;
  showHash(find('[data-hash]', result), hash ?? '');
  find('[data-count]', result).textContent = `The checks: ${countOf(checks)}`;
  find('[data-checks]', result).replaceChildren(
    ...worstFirst(checks).map((check) => buildRow({ ...check, badge: check.result, look: resultLooks[check.result] })),
  );
  find('[data-bounds]', result).replaceChildren(...(mandate?.constraints.map(boundRow) ?? []));
  result.hidden = false;
  result.style.visibility = '';
  heading.focus({ preventScroll: true });
  showFound(found, result);
  find('[data-verdict]', result).scrollIntoView({ block: 'nearest' });
};

const form = find<HTMLFormElement>('form[data-verify]');
const box = find<HTMLTextAreaElement>('#document');
const file = find<HTMLInputElement>('#file');
const source = find('[data-source]');
const showProblem = problemIn(find('[data-problem]'));

/** The bytes of the chosen file until the text is edited: the text box would hide invalid bytes. */
let bytes: Uint8Array | undefined;
/** The hash in the name of the chosen file, which the document is expected to have. */
let expected: string | undefined;
/** Counts the inputs, so that the result for a replaced input is dropped. */
let turn = 0;
const submit = find('button[type=submit]', form);
const usual = submit.textContent;

/** Begins with another input, or with none. @param words what the button says while something is waited for */
const begin = (words = usual): number => {
  submit.textContent = words;
  return ++turn;
};

const verify = async (): Promise<void> => {
  if (box.value === '' && bytes === undefined) {
    showProblem('Paste a document, or choose its file.');
    box.focus();
    return;
  }
  showProblem(undefined);
  if (bytes === undefined && !['document', 'words'].includes(readHeld(box.value).kind)) {
    location.assign(`/find?${new URLSearchParams({ q: box.value.trim() })}`);
    return;
  }
  const mine = begin('Verifying …');
  const checks = await loadChecks().catch(() => undefined);
  if (!checks) {
    if (mine !== turn) return;
    begin();
    showProblem('The code that makes the checks could not be loaded. Load this page again when you are online.');
    return;
  }
  let areKeysLost = false;
  const found = await checks.verifyText(bytes ?? box.value, {
    keys: async () => {
      const keys = await checks.fetchKeys();
      areKeysLost = keys === undefined;
      return keys ?? [];
    },
    receiptHash: expected,
  });
  if (mine !== turn) return;
  begin();
  showVerification(found);
  if (areKeysLost)
    showProblem(
      'The keys of this service could not be fetched or read, so no signature was checked with them. Verify again.',
    );
};

/** Drops the result and the file of the previous input. */
const forget = (): void => {
  begin();
  bytes = expected = undefined;
  file.value = '';
  source.textContent = '';
  result.hidden = true;
  showProblem(undefined);
};

const show = (text: string, words: string): void => {
  const { hidden } = result;
  forget();
  // The place of a result is kept for the next, so that the form does not become wide while keys are fetched.
  result.hidden = hidden;
  result.style.visibility = 'hidden';
  box.value = text;
  source.textContent = words;
};

/** How a text was saved that begins with a byte order mark, which is no part of it; undefined where it has none. */
const markOf = ([one, two, three]: Uint8Array): 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | undefined => {
  if (one === 0xef && two === 0xbb && three === 0xbf) return 'UTF-8';
  return one === 0xff && two === 0xfe ? 'UTF-16LE' : one === 0xfe && two === 0xff ? 'UTF-16BE' : undefined;
};

const showFile = async ({ name, bytes: read }: ReadFile): Promise<void> => {
  const mark = markOf(read);
  const said = mark ? ` It was saved as ${mark} with a byte order mark, and is read without the mark.` : '';
  const text = new TextDecoder(mark).decode(read);
  // A picture is no text to look at.
  show(text.includes('\0') ? '' : text, `${name}, ${withCommas(read.length)} bytes.${said} It stays on this device.`);
  bytes = mark ? undefined : read;
  expected = /^([0-9a-f]{64})(?:\.json)?$/i.exec(name)?.[1]?.toLowerCase();
  await verify();
};

const openFile = async (chosen: FileList | null | undefined): Promise<void> => {
  const mine = begin();
  const read = await readOne(chosen);
  if (mine !== turn || read === undefined) return;
  if (typeof read === 'string') {
    forget();
    showProblem(read);
  } else await showFile(read);
};

const start = (): void => {
  form.addEventListener('focusin', () => void loadChecks().catch(() => {}), { once: true });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void verify();
  });
  box.addEventListener('input', forget);
  file.addEventListener('change', () => void openFile(file.files));
  form.addEventListener('reset', forget);
  for (const button of findAll<HTMLButtonElement>('button[data-example]')) {
    button.addEventListener('click', () => {
      show(
        button.dataset['example'] ?? '',
        `The ${button.textContent.trim()} from this page. Change a character and verify again.`,
      );
      void verify();
    });
  }
  takeDropped(box, (dropped) => void openFile(dropped));
  form.inert = false;
  const left = takeDocument();
  if (typeof left === 'object') void showFile(left);
  else if (left !== undefined) {
    show(left, 'The document from the page you came from.');
    void verify();
  } else if (location.hash.startsWith('#example-')) {
    document.getElementById(location.hash.slice(1))?.click();
  }
};

// Browsers provide WebCrypto only in a secure context: over HTTPS or on localhost.
if (globalThis.crypto?.subtle) start();
else find('[data-insecure]').hidden = false;
