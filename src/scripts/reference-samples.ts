import { copyOnClick } from './copy.ts';
import { find, findAll } from './page-elements.ts';
import { offerSending } from './reference-send.ts';

/** Where the browser keeps the chosen language of the requests. */
const KEPT = 'reference-language';

const choices = findAll<HTMLInputElement>('.request fieldset input');

const choose = (language: string): void => {
  for (const choice of choices) if (choice.value === language) choice.checked = true;
};

const remembered = (): string | null => {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null; // the browser keeps nothing for this site
  }
};

choose(remembered() ?? '');
for (const choice of choices) {
  choice.addEventListener('change', () => {
    // The text above the choice may change its height: what is looked at stays where it is.
    const before = choice.getBoundingClientRect().top;
    choose(choice.value);
    scrollBy(0, choice.getBoundingClientRect().top - before);
    try {
      localStorage.setItem(KEPT, choice.value);
    } catch {
      // Then the choice holds for this page.
    }
  });
}

for (const box of findAll('.request')) {
  const button = find<HTMLButtonElement>('[data-copy-shown]', box);
  copyOnClick(button, () => findAll('pre', box).find((one) => one.offsetParent !== null)?.textContent ?? '');
  offerSending(box, box.closest('section')?.id ?? '');
}
