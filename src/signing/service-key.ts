import { existsSync } from 'node:fs';
import { KeyFileError, newSigningKey, readKeyFile, type SigningKey, writeKeyFile } from './key-file.ts';

/**
 * The key of the running service, from its file; where there is no file, one is made (SPEC.md §14.1).
 * @throws KeyFileError when the file cannot be used or made.
 */
export const openServiceKey = async (path: string): Promise<{ key: SigningKey; made: boolean }> => {
  if (!existsSync(path)) {
    const key = await newSigningKey('service');
    try {
      await writeKeyFile(path, key);
      return { key, made: true };
    } catch (thrown) {
      // Another process that starts at the same time may have made the file since.
      if (!(thrown instanceof KeyFileError) || !existsSync(path)) throw thrown;
    }
  }
  return { key: await readKeyFile(path, 'service'), made: false };
};
