import { join } from 'node:path';

/** Commands and services are started several hundred times: compiled once, a command takes half of the processor. */
export const compiledOnce = { NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/compiled') };
