import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const cache = join(import.meta.dirname, '../../node_modules/.cache/bench');

/**
 * Installs a package that only the benchmark needs, once, with its version.
 * @returns the folder of its modules.
 * @throws Error when it cannot be had.
 */
export const installed = (tool: string): string => {
  const folder = join(cache, tool.replaceAll(/[^\w.-]/g, '_'));
  const modules = join(folder, 'node_modules');
  if (!existsSync(modules)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }));
    execFileSync('npm', ['install', '--no-audit', '--no-fund', tool], {
      cwd: folder,
      stdio: 'ignore',
      timeout: 180_000,
    });
  }
  return modules;
};
