/** How long a button shows its result, in milliseconds. */
const RESULT_MS = 2_000;

/** Shows a button, and copies a text when it is pressed. Without a clipboard (browsers want a secure context) it stays hidden. */
export const copyOnClick = (button: HTMLButtonElement, textOf: () => string): void => {
  if (!navigator.clipboard) return;
  const label = button.querySelector('[data-copy-label]')!;
  const usual = label.textContent;
  const show = (words: string): void => {
    label.textContent = words;
    setTimeout(() => (label.textContent = usual), RESULT_MS);
  };
  button.hidden = false;
  button.setAttribute('aria-live', 'polite');
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(textOf()).then(
      () => show('Copied'),
      () => show('Not copied'),
    );
  });
};

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]'))
  copyOnClick(button, () => button.dataset['copy'] ?? '');
