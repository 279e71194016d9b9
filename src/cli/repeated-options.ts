import { InvalidArgumentError, Option } from 'commander';

/**
 * An option that may be given several times; its value is the list of what was given.
 * @param parse makes the value of what was given.
 */
export const repeatedOption = (
  flags: string,
  description: string,
  parse: (text: string) => string = (text) => text,
): Option =>
  new Option(flags, `${description}; may be given several times`)
    .argParser((text, before: readonly string[]) => [...before, parse(text)])
    .default([], 'none');

/** `--set member=value`: answers given in advance, by member. */
export const answerOption = (example: string): Option =>
  new Option('--set <member=value>', `an answer given in advance, for instance ${example}`)
    .argParser((text, before: ReadonlyMap<string, string>) => {
      const [, member, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
      if (member === undefined || value === undefined) throw new InvalidArgumentError('expected member=value');
      return new Map([...before, [member, value]]);
    })
    .default(new Map(), 'none');
