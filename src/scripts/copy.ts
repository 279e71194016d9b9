/** How long a button shows its result, in milliseconds. */
const RESULT_MS = 2_000;

const showResult = (button: HTMLButtonElement, words: string): void => {
  const label = button.querySelector('[data-copy-label]');
  if (!label) return;
  const before = (label as HTMLElement).dataset['copyLabel'] || label.textContent;
  (label as HTMLElement).dataset['copyLabel'] = before;
  label.textContent = words;
  setTimeout(() => (label.textContent = before), RESULT_MS);
};

/** Shows a button, and copies a text when it is pressed. Without a clipboard (browsers want a secure context) it stays hidden. */
export const copyOnClick = (button: HTMLButtonElement, textOf: () => string): void => {
  if (!navigator.clipboard) return;
  button.hidden = false;
  button.setAttribute('aria-live', 'polite');
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(textOf()).then(
      () => showResult(button, 'Copied'),
      () => showResult(button, 'Not copied'),
    );
  });
};

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]'))
  copyOnClick(button, () => button.dataset['copy'] ?? '');
