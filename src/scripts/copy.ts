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

// Browsers provide the clipboard only in a secure context; without it, the buttons stay hidden.
if (navigator.clipboard) {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    button.hidden = false;
    button.setAttribute('aria-live', 'polite');
    button.addEventListener('click', () => {
      navigator.clipboard.writeText(button.dataset['copy'] ?? '').then(
        () => showResult(button, 'Copied'),
        () => showResult(button, 'Not copied'),
      );
    });
  }
}
