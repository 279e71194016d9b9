import { find, findAll } from './page-elements.ts';

/** The page compares no more systems than fit beside one another. */
const MOST = 4;

/** Lets the boxes of a list choose what the form compares, and says how many are chosen. */
export const openCompare = (form: HTMLFormElement): void => {
  const boxes = findAll<HTMLInputElement>(`input[form=${form.id}]`);
  const chosen = find<HTMLOutputElement>('[data-chosen]', form);
  const button = find<HTMLButtonElement>('button', form);
  const usual = chosen.textContent;

  const apply = (): void => {
    const count = boxes.filter(({ checked }) => checked).length;
    for (const box of boxes) box.disabled = count >= MOST && !box.checked;
    chosen.textContent =
      count === 0 ? usual : `${count} of at most ${MOST} systems chosen${count === 1 ? ': choose another' : ''}.`;
    button.disabled = count < 2;
  };

  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && boxes.includes(target)) apply();
  });
  // Whoever comes back finds the boxes as they were.
  addEventListener('pageshow', apply);
  apply();
};
