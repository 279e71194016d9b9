import { withCommas } from '../domain/vocabulary/words.ts';
/** The maximum size of a document in bytes, as on the command line. */
const MAX_BYTES = 4 * 1024 * 1024;

/** A file as it was chosen or dropped. */
export interface ReadFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Reads the one file that was chosen or dropped. @returns why it is not read, in a sentence; undefined where there is none */
export const readOne = async (files: FileList | null | undefined): Promise<ReadFile | string | undefined> => {
  const [file, ...others] = files ?? [];
  if (!file) return undefined;
  if (others.length > 0)
    return `These are ${withCommas(others.length + 1)} files. One is checked at a time: choose one.`;
  if (file.size > MAX_BYTES)
    return `The file has ${withCommas(file.size)} bytes; at most ${withCommas(MAX_BYTES)} are read.`;
  try {
    return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
  } catch {
    return 'This cannot be read. A folder cannot be checked, only one file: choose it again.';
  }
};

/**
 * Takes files that are dropped anywhere on the page; otherwise the browser would open a file that misses the box.
 * @param box is marked with `data-over` while files are above the page.
 */
export const takeDropped = (box: HTMLElement, take: (dropped: FileList) => void): void => {
  addEventListener('dragover', (event) => {
    event.preventDefault();
    box.dataset['over'] = '';
  });
  addEventListener('dragleave', () => delete box.dataset['over']);
  addEventListener('drop', (event) => {
    delete box.dataset['over'];
    const dropped = event.dataTransfer?.files;
    if (!dropped?.length) return;
    event.preventDefault();
    take(dropped);
  });
};
