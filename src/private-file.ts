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
