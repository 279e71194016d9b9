/** How long a button shows what it did, in milliseconds. */
const SAID_MS = 2_000;

const say = (button: HTMLButtonElement, words: string): void => {
  const label = button.querySelector('[data-copy-label]');
  if (!label) return;
  label.textContent = words;
  setTimeout(() => (label.textContent = 'Copy'), SAID_MS);
};

// Browsers provide the clipboard only in a secure context; without it, the buttons stay hidden.
if (navigator.clipboard) {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    button.hidden = false;
    button.setAttribute('aria-live', 'polite');
    button.addEventListener('click', () => {
      navigator.clipboard.writeText(button.dataset['copy'] ?? '').then(
        () => say(button, 'Copied'),
        () => say(button, 'Not copied'),
      );
    });
  }
}
