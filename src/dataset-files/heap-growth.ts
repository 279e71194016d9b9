import { setFlagsFromString } from 'node:v8';

/** Below this, the records are a small part of the memory that a build needs. */
const MANY_FILES = 20_000;

/**
 * From many record files on, has garbage collected whenever the heap has grown by a quarter. Left alone, V8 lets it double
 * before it looks, and the records then take twice their memory.
 */
export const limitHeapGrowth = (files: number): void => {
  if (files > MANY_FILES) setFlagsFromString('--heap-growing-percent=25');
};
