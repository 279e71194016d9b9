/** The first element that matches. Throws when the page has none: its markup and its script do not fit. */
export const find = <E extends Element = HTMLElement>(selector: string, within: ParentNode = document): E => {
  const found = within.querySelector<E>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
};

/** Every element that matches, in the order of the page. */
export const findAll = <E extends Element = HTMLElement>(selector: string, within: ParentNode = document): E[] => [
  ...within.querySelectorAll<E>(selector),
];
