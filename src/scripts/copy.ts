/** How long a button shows its result, in milliseconds. */
const RESULT_MS = 2_000;

// Without a clipboard (browsers want a secure context) the buttons stay hidden.
if (navigator.clipboard)
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    const label = button.querySelector('[data-copy-label]')!;
    const usual = label.textContent;
    const show = (words: string): void => {
      label.textContent = words;
      setTimeout(() => (label.textContent = usual), RESULT_MS);
    };
    button.hidden = false;
    button.setAttribute('aria-live', 'polite');
    button.addEventListener('click', () => {
      navigator.clipboard.writeText(button.dataset['copy'] ?? '').then(
        () => show('Copied'),
        () => show('Not copied'),
      );
    });
  }
