/** The value of a name in the address; an empty text where it is not there. */
export const inAddress = (name: string): string => new URLSearchParams(location.search).get(name) ?? '';

/** Puts values into the address, without those that are empty: as a step to which one can go back, or in place. */
export const putInAddress = (values: Iterable<readonly [string, string]>, isStep: boolean): void => {
  const asked = new URLSearchParams(location.search);
  for (const [name, value] of values) {
    if (value === '') asked.delete(name);
    else asked.set(name, value);
  }
  const query = asked.toString();
  const address = `${location.pathname}${query === '' ? '' : `?${query}`}`;
  if (address === location.pathname + location.search) return;
  if (isStep) history.pushState(null, '', address);
  else history.replaceState(history.state, '', address + location.hash);
};

/** Puts what was typed or chosen before the script ran into the address, so that it counts and is not wiped. */
export const keepTyped = (controls: readonly { readonly name: string; readonly value: string }[]): void =>
  putInAddress(
    controls.map(({ name, value }) => [name, value.trim()] as const).filter(([, value]) => value !== ''),
    false,
  );
