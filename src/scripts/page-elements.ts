/** The first matching element. @throws Error when the page has none. */
export const find = <E extends Element = HTMLElement>(selector: string, within: ParentNode = document): E => {
  const found = within.querySelector<E>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
};

/** All matching elements, in page order. */
export const findAll = <E extends Element = HTMLElement>(selector: string, within: ParentNode = document): E[] => [
  ...within.querySelectorAll<E>(selector),
];

/** Shows a hash in two halves of the same length, and copies it, as it is made by components/Hash.astro. */
export const showHash = (place: HTMLElement, hash: string): void => {
  find('code', place).replaceChildren(hash.slice(0, 32), document.createElement('wbr'), hash.slice(32));
  find('[data-copy]', place).dataset['copy'] = hash;
};

/** What says a problem at its place, and takes it away again without one. */
export const problemIn =
  (place: HTMLElement) =>
  (words: string | undefined): void => {
    place.textContent = words ?? '';
    place.hidden = words === undefined;
  };
