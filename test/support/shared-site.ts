import type { TestProject } from 'vitest/node';
import { startServer } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The base address of a built service that runs for all test files. Tests only read from it. */
    site: string;
  }
}

/** Starts one service for the tests that only read what is built, after it was built. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<unknown>> {
  const server = await startServer();
  provide('site', server.url);
  return () => server.stop();
}
