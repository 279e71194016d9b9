import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { runHere } from '../support/command-here.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
/** What people run. */
const programs = Object.values(scripts).flatMap((line) => /^node src\/(cli\/[\w-]+\.ts)$/.exec(line)?.[1] ?? []);

const helpOf = async (file: string, ...command: string[]): Promise<string> => {
  const { code, stdout } = await runHere(file, [...command, '--help']);
  expect(code).toBe(0);
  return stdout;
};

/** The names of the commands that a help lists. */
const commandsIn = (help: string): string[] => help.split('\nCommands:\n')[1]?.match(/(?<=^ {2})[a-z]\S*/gm) ?? [];

describe.each(programs)('the help of %s', (file) => {
  test('says about each default what a person would type or read', async () => {
    const own = await helpOf(file);
    const texts = [own];
    for (const command of commandsIn(own)) if (command !== 'help') texts.push(await helpOf(file, command));
    for (const text of texts) expect(text).not.toMatch(/\(default:\s+[[{]/);
  });
});
