import { open } from 'node:fs/promises';

/**
 * The text of a private file, or why it does not count: `unreadable` carries the code of the system, `not_private` the text,
 * by which a file that holds no secret can be told from one that is exposed.
 */
export type PrivateFile =
  | { readonly text: string; readonly problem?: undefined }
  | { readonly problem: 'missing' | 'not_a_file' | 'too_large' }
  | { readonly problem: 'not_private'; readonly text: string }
  | { readonly problem: 'unreadable'; readonly code: string };

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
    const { code = 'unknown error' } = failure as NodeJS.ErrnoException;
    return code === 'ENOENT' ? { problem: 'missing' } : { problem: 'unreadable', code };
  }
  try {
    // The mode is read from the open file, so that what is checked is what is read.
    const about = await file.stat();
    if (!about.isFile()) return { problem: 'not_a_file' };
    if (about.size > mostBytes) return { problem: 'too_large' };
    if (process.platform !== 'win32' && (about.mode & OTHERS) !== 0)
      return { problem: 'not_private', text: await file.readFile('utf8') };
    return { text: await file.readFile('utf8') };
  } finally {
    await file.close();
  }
};

/** The most that a private file of lines may hold. */
const LINES_MOST_BYTES = 65_536;
const lineProblems = {
  missing: 'there is no such file.',
  unreadable: 'it cannot be read by the user that runs this.',
  not_a_file: 'it is not a file.',
  too_large: `it is larger than ${LINES_MOST_BYTES} bytes.`,
  not_private: 'other users can read it: set its mode to 600.',
} as const satisfies Record<NonNullable<PrivateFile['problem']>, string>;

/**
 * The lines of a private file, such as one of headers, with their numbers, without empty ones and those that begin with #; or in
 * words why the file does not count.
 */
export const readPrivateLines = async (
  path: string,
): Promise<{ readonly lines: (readonly [number: number, line: string])[] } | { readonly problem: string }> => {
  const file = await readPrivateFile(path, LINES_MOST_BYTES);
  if (file.problem !== undefined) return { problem: lineProblems[file.problem] };
  const lines = file.text.split(/\r?\n/).map((line, at) => [at + 1, line] as const);
  return { lines: lines.filter(([, line]) => line.trim() !== '' && !line.startsWith('#')) };
};
