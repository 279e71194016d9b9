/** A name that a pointer may repeat (SPEC.md §3.2). */
const plainName = /^[A-Za-z0-9_.-]{1,64}$/;

/** RFC 6901 pointer of a path. A name that is not a plain word ends it, so that it never repeats free text of the sender. */
export const jsonPointer = (path: readonly PropertyKey[]): string => {
  const parts = path.map(String);
  const end = parts.findIndex((part) => !plainName.test(part));
  return (end === -1 ? parts : parts.slice(0, end)).map((part) => `/${part}`).join('');
};
