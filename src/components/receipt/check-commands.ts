/**
 * The commands that verify a saved receipt with a program that this service publishes: one of the two is enough.
 * verify.py opens no connection, so that its keys are saved first.
 */
export const verifierCommands = (site: string): string => {
  const keys = `${site}/static/keys.json`;
  return [
    `curl -sfO ${site}/verify.mjs && node verify.mjs receipt.json --keys ${keys}`,
    `curl -sfO ${site}/verify.py && curl -sfo keys.json ${keys} && python3 verify.py receipt.json --keys keys.json`,
  ].join('\n');
};
