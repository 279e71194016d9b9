/** Reads every YAML file of a folder and does nothing with it; `nothing` in place of a folder only starts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const folder = process.argv[2]!;
if (folder !== 'nothing') {
  for (const name of readdirSync(folder)) {
    if (name.endsWith('.yaml')) parse(readFileSync(join(folder, name), 'utf8'));
  }
}
