import tokens from '../../styles/tokens.css?raw';
import type { Inks } from './seal.ts';

/** The colours of the light scheme, which come first in their file, and those that the dark scheme sets anew. */
const schemes = tokens
  .split('@media (prefers-color-scheme: dark)')
  .map(
    (part) => new Map([...part.matchAll(/(--[\w-]+):\s*(#[0-9a-f]{6});/g)].map(([, name, value]) => [name!, value!])),
  );

/**
 * The colours of a scheme, by their tokens, for instance `--ink`.
 * @throws Error when styles/tokens.css has no such scheme.
 */
export const schemeColours = (scheme: 'light' | 'dark'): ReadonlyMap<string, string> => {
  const colours = schemes[scheme === 'light' ? 0 : 1];
  if (colours === undefined) throw new Error(`styles/tokens.css has no ${scheme} scheme`);
  return colours;
};

/**
 * The colour of a token in the light scheme, for a drawing outside of a page.
 * @throws Error when there is none of the name.
 */
export const tokenColour = (name: string): string => {
  const colour = schemeColours('light').get(name);
  if (colour === undefined) throw new Error(`styles/tokens.css has no colour ${name}`);
  return colour;
};

/** The inks of a seal in the light scheme, as colours. */
export const pictureInks = (): Inks => ({
  proven: tokenColour('--proven'),
  stated: tokenColour('--stated'),
  refuted: tokenColour('--refuted'),
});
