import type { TestProject } from 'vitest/node';
import { startServer } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The base address of a built service that runs for all test files. Other files send to it, too. */
    site: string;
  }
}

/** Starts one service for the tests that need no other settings, count nothing and read no log, after it was built. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<unknown>> {
  const server = await startServer();
  provide('site', server.url);
  return () => server.end();
}
