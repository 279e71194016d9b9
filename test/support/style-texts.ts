import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Imports of the text of a style sheet, which the bundler resolves and Node does not know. */
const RAW = '.css?raw';

registerHooks({
  load: (url, context, next) =>
    url.endsWith(RAW)
      ? {
          format: 'module',
          source: `export default ${JSON.stringify(readFileSync(fileURLToPath(url), 'utf8'))}`,
          shortCircuit: true,
        }
      : next(url, context),
});
