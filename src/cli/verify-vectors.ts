import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkTestVector, TestVectorIndex } from '../domain/verification/test-vector.ts';
import { webSha256 } from '../domain/verification/web-digest.ts';
import { CommandError, printableInLine, printableJson } from './terminal.ts';
import { print } from './verify-report.ts';

const openVectors = async (folder: string): Promise<TestVectorIndex> => {
  let index: unknown;
  try {
    index = JSON.parse(await readFile(join(folder, 'index.json'), 'utf8'));
  } catch {
    throw new CommandError(`${folder} contains no readable index.json.`);
  }
  const parsed = TestVectorIndex.safeParse(index);
  if (!parsed.success) throw new CommandError(`The index.json of ${folder} is not an index of test vectors.`);
  return parsed.data;
};

/** Runs every test vector of a folder and prints what it came to, and sets the exit code. */
export const runVectors = async (folder: string, { json }: { json?: true | undefined }): Promise<void> => {
  const { vectors } = await openVectors(folder);
  const results = [];
  for (const vector of vectors) {
    const read = (file: string) =>
      readFile(join(folder, file)).catch(() => {
        throw new CommandError(`${folder} lacks the file ${file}.`);
      });
    results.push({
      name: vector.name,
      rule: vector.rule,
      differences: await checkTestVector(vector, read, webSha256),
    });
  }
  const wrong = results.filter(({ differences }) => differences.length > 0);
  process.exitCode = wrong.length === 0 ? 0 : 1;
  if (json) print(printableJson(results, 2));
  else {
    for (const { name, rule, differences } of results) {
      print(
        differences.length === 0
          ? `as expected  ${printableInLine(name)}`
          : `UNEXPECTED   ${printableInLine(`${name}: ${rule}`)}\n    ${differences.map(printableInLine).join('\n    ')}`,
      );
    }
    print(`\n${results.length - wrong.length} of ${results.length} vectors as expected.`);
  }
};
