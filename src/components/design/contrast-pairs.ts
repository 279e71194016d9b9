/** The tokens that are read or seen on another, and the contrast that they need: 4.5 for text, 3 for shapes. */
export const contrastPairs: readonly { readonly token: string; readonly on: string; readonly least: number }[] = [
  ...['--ink', '--ink-soft', '--accent', '--proven', '--stated', '--refuted', '--unknown'].flatMap((token) =>
    ['--paper', '--sheet'].map((on) => ({ token, on, least: 4.5 })),
  ),
  ...['--proven', '--stated', '--refuted', '--unknown'].map((token) => ({ token, on: `${token}-wash`, least: 4.5 })),
  { token: '--on-accent', on: '--accent', least: 4.5 },
  ...[1, 2, 3].map((step) => ({ token: `--on-step-${step}`, on: `--step-${step}`, least: 4.5 })),
  { token: '--edge', on: '--paper', least: 3 },
  { token: '--focus', on: '--paper', least: 3 },
];
