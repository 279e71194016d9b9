/** How long a button shows its result, in milliseconds. */
const RESULT_MS = 2_000;

/** The text of an address, for a clipboard that has to be asked at once: some browsers let nobody write to it later. */
const itemFrom = (address: string): ClipboardItem => {
  const text = fetch(address).then((answer) => {
    if (!answer.ok) throw new Error(`${address} was answered with ${answer.status}`);
    return answer.blob();
  });
  return new ClipboardItem({ 'text/plain': text });
};

// Without a clipboard (browsers want a secure context) the buttons stay unseen.
if (navigator.clipboard)
  for (const button of document.querySelectorAll<HTMLButtonElement>('button.copy')) {
    const label = button.querySelector('[data-copy-label]')!;
    const usual = label.textContent;
    const show = (words: string): void => {
      label.textContent = words;
      setTimeout(() => (label.textContent = usual), RESULT_MS);
    };
    button.setAttribute('aria-live', 'polite');
    button.addEventListener('click', () => {
      const { copy = '', copyFrom } = button.dataset;
      const { clipboard } = navigator;
      (copyFrom === undefined ? clipboard.writeText(copy) : clipboard.write([itemFrom(copyFrom)])).then(
        () => show('Copied'),
        () => show('Not copied'),
      );
    });
  }
