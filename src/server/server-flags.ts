/**
 * What the server runs Node with. Most of the memory of the service is garbage from requests: a small young generation
 * keeps it small.
 */
export const serverFlags: readonly string[] = ['--max-semi-space-size=2', '--heap-growing-percent=15'];
