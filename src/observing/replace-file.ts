import { open, rename } from 'node:fs/promises';

/** Writes a file whole or not at all: what stood there stays until the new bytes are on disk. */
export const replaceFile = async (path: string, text: string): Promise<void> => {
  const draft = `${path}.${process.pid}.tmp`;
  const file = await open(draft, 'w');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
};
