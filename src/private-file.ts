import { open } from 'node:fs/promises';

/** Why a private file does not count, in words that follow its name and a colon. */
const problems = {
  missing: 'there is no such file.',
  unreadable: 'it cannot be read by the user that runs this.',
  not_a_file: 'it is not a file.',
  too_large: 'it is larger than such a file can be.',
  not_private: 'other users can read it: set its mode to 600.',
} as const;

/** The text of a private file, or why it does not count. */
export type PrivateFile =
  | { readonly text: string; readonly problem?: undefined }
  | { readonly problem: keyof typeof problems; readonly words: string };

const unusable = (problem: keyof typeof problems): PrivateFile => ({ problem, words: problems[problem] });

const OTHERS = 0o077;

/**
 * Reads a file that holds a secret, if it is a file of at most `mostBytes` bytes and nobody but its owner
 * has any right to it (not compared on Windows).
 */
export const readPrivateFile = async (path: string, mostBytes: number): Promise<PrivateFile> => {
  let file;
  try {
    file = await open(path, 'r');
  } catch (failure) {
    return unusable((failure as NodeJS.ErrnoException).code === 'ENOENT' ? 'missing' : 'unreadable');
  }
  try {
    // The mode is read from the open file, so that what is checked is what is read.
    const about = await file.stat();
    if (!about.isFile()) return unusable('not_a_file');
    if (about.size > mostBytes) return unusable('too_large');
    if (process.platform !== 'win32' && (about.mode & OTHERS) !== 0) return unusable('not_private');
    return { text: await file.readFile('utf8') };
  } finally {
    await file.close();
  }
};

/** The most that a private file of lines may hold. */
const LINES_MOST_BYTES = 65_536;

/**
 * The lines of a private file, such as one of headers, with their numbers, without empty ones and those that begin with #; or in
 * words why the file does not count.
 */
export const readPrivateLines = async (
  path: string,
): Promise<{ readonly lines: (readonly [number: number, line: string])[] } | { readonly problem: string }> => {
  const file = await readPrivateFile(path, LINES_MOST_BYTES);
  if (file.problem !== undefined) return { problem: file.words };
  const lines = file.text.split(/\r?\n/).map((line, at) => [at + 1, line] as const);
  return { lines: lines.filter(([, line]) => line.trim() !== '' && !line.startsWith('#')) };
};
