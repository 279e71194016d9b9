import { setFlagsFromString } from 'node:v8';

/**
 * What the server runs Node with. Most of the memory of the service is garbage from requests: a small young generation
 * keeps it small. WebAssembly is compiled once and not optimised: a picture takes as long, and the renderer 30 MB less.
 */
export const serverFlags: readonly string[] = ['--max-semi-space-size=2', '--liftoff-only'];

/** Collects what requests leave early. Only once the server runs: it would take a quarter more of the processor to start. */
export const keepHeapSmall = (): void => setFlagsFromString('--heap-growing-percent=15');

/**
 * What a build runs Node with. With 10,000 records it makes garbage faster than the young generation of 32 MB is cleared: twice as
 * much saves a seventh of the processor time.
 */
export const buildFlags: readonly string[] = ['--max-semi-space-size=64'];
