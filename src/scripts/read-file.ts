import { VERIFIED_BYTES_MAX } from '../domain/vocabulary/service.ts';
import { withCommas } from '../domain/vocabulary/words.ts';
import { keepText, keptText } from './kept-text.ts';

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
  if (file.size > VERIFIED_BYTES_MAX)
    return `The file has ${withCommas(file.size)} bytes; at most ${withCommas(VERIFIED_BYTES_MAX)} are read.`;
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

/** The key under which a page leaves a document for /verify in the same tab. It stays in the browser. */
const KEY = 'document-to-verify';
/** The name of the file that the document is, where it is one. */
const NAME_KEY = `${KEY}-name`;
/** How many characters are made at once: a call takes only so many arguments. */
const PIECE = 8_192;

/** The bytes as characters up to U+00FF: storage holds texts only, and reading bytes as UTF-8 would change some of them. */
const toText = (bytes: Uint8Array): string => {
  let text = '';
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return text;
};

const forget = (): void => {
  for (const key of [KEY, NAME_KEY]) keepText(key, '');
};

/**
 * Leaves a document for /verify: a text, or a file byte for byte, with its name.
 * @returns false where the storage is switched off or full; it can still be pasted or chosen there
 */
export const leaveDocument = (document: string | ReadFile): boolean => {
  // One that was left before and not taken would keep its room.
  forget();
  const isKept =
    typeof document === 'string'
      ? keepText(KEY, document)
      : keepText(KEY, toText(document.bytes)) && keepText(NAME_KEY, document.name);
  if (!isKept) forget();
  return isKept;
};

/** Takes the document that was left; a second call returns undefined. */
export const takeDocument = (): string | ReadFile | undefined => {
  const [text, name] = [keptText(KEY), keptText(NAME_KEY)];
  forget();
  if (!name) return text || undefined;
  return { name, bytes: Uint8Array.from(text ?? '', (character) => character.charCodeAt(0)) };
};
