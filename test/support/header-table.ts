interface Rule {
  readonly matches: RegExp;
  readonly takenBack: readonly string[];
  readonly fields: readonly (readonly [string, string])[];
}

/** The blocks of a `_headers` file, read as Cloudflare reads them. */
export const readRules = (table: string): Rule[] =>
  table
    .trim()
    .split('\n\n')
    .map((block) => {
      const [pattern, ...lines] = block.split('\n');
      const escaped = pattern!.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
      const source = escaped.replaceAll('*', '(?<splat>.*)').replaceAll(/:([a-z]\w*)/gi, '(?<$1>[^/]+)');
      const isTakenBack = (line: string): boolean => line.startsWith('  ! ');
      return {
        matches: new RegExp(`^${source}$`),
        takenBack: lines.filter(isTakenBack).map((line) => line.slice('  ! '.length).toLowerCase()),
        fields: lines
          .filter((line) => !isTakenBack(line))
          .map((line) => {
            const [, name, value] = /^ {2}([\w-]+): (.*)$/.exec(line)!;
            return [name!.toLowerCase(), value!] as const;
          }),
      };
    });

/**
 * What a CDN sends for an address: the fields of every block that matches, in order, joined where two give the same,
 * without those that a later block takes back.
 */
export const fieldsFor = (rules: readonly Rule[], address: string): Record<string, string> => {
  const fields: Record<string, string> = {};
  for (const { matches, takenBack, fields: own } of rules) {
    const found = matches.exec(address);
    if (!found) continue;
    for (const name of takenBack) Reflect.deleteProperty(fields, name);
    for (const [name, value] of own) {
      let filled = value;
      for (const [key, part] of Object.entries(found.groups ?? {})) filled = filled.replaceAll(`:${key}`, part);
      fields[name] = fields[name] === undefined ? filled : `${fields[name]}, ${filled}`;
    }
  }
  return fields;
};
