import tokens from '../../styles/tokens.css?raw';

const colours = [...tokens.matchAll(/(--[\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)];

/** The colours of a scheme, by their tokens, for instance `--ink`. */
export const schemeColours = (scheme: 'light' | 'dark'): ReadonlyMap<string, string> =>
  new Map(colours.map(([, name, light, dark]) => [name!, scheme === 'light' ? light! : dark!]));

/**
 * The colour of a token in the light scheme, for a drawing outside of a page.
 * @throws Error when there is none of the name.
 */
export const tokenColour = (name: string): string => {
  const colour = schemeColours('light').get(name);
  if (colour === undefined) throw new Error(`styles/tokens.css has no colour ${name}`);
  return colour;
};
