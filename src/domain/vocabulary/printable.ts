/** What controls a terminal, begins a line unseen, or turns the direction of writing; all but tab and line feed. */
const unsafe =
  // eslint-disable-next-line no-control-regex -- these are the characters to find
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Replaces control characters, so that untrusted text cannot control the terminal. Its lines stay lines. */
export const printable = (text: string): string => text.replace(unsafe, '\ufffd');

/** Like {@link printable}, for text that stands within a line: it cannot begin one, and so forge what a command says. */
export const printableInLine = (text: string): string => printable(text).replaceAll(/[\t\n]/g, '\ufffd');

/** A value as JSON that cannot control the terminal: what could is escaped, so the value stays the same. */
export const printableJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, undefined, indent).replace(
    unsafe,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
