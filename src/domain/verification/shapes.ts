/**
 * Reads the schemas of documents that can be verified, without zod. Where a verifier goes to other people, in /verify.mjs and in the
 * scripts of pages, the bundler puts this file in the place of zod: the schemas stay the one source, and people who read the verifier
 * read this file and not a library. It knows what these schemas use of zod, and finds what zod finds.
 */
import { isJsonObject } from '../json/pointer.ts';

/** What is wrong with a value: an issue of zod, as far as domain/vocabulary/input-problems.ts reads it. */
interface Issue {
  readonly code: string;
  readonly message: string;
  readonly path: readonly PropertyKey[];
  /** Whether the checks go on, of this value and of those around it. */
  readonly continue?: boolean;
  readonly [more: string]: unknown;
}

/** What was read of a value: open objects without the members that they do not know. */
interface Found {
  value: unknown;
  readonly issues: Issue[];
}

type Read = (found: Found) => void;

/** The words of a check, the member that they are about, and whether no check follows a failed one. */
interface Terms {
  readonly error?: string;
  readonly message?: string;
  readonly path?: readonly PropertyKey[];
  readonly abort?: boolean;
}

type Members = Readonly<Record<string, Shape>>;

/** What other schemas are made from. */
interface Facts {
  /** What has a length, which is counted in code points or entries. */
  readonly origin?: 'string' | 'array';
  readonly isOptional?: boolean;
  readonly values?: readonly unknown[];
  readonly members?: Members;
  readonly isClosed?: boolean;
}

const report = ({ issues }: Found, code: string, more: object): void =>
  void issues.push({ code, message: 'Invalid', path: [], ...more });

const reportType = (found: Found, expected: string): void => {
  const message = found.value === undefined ? 'Invalid: received undefined' : 'Invalid';
  report(found, 'invalid_type', { expected, message });
};

const sizeOf = (value: unknown): number =>
  typeof value === 'string' ? [...value].length : Array.isArray(value) ? value.length : Number(value);

/** One schema. As in zod, each method gives another one. */
class Shape {
  readonly read: Read;
  readonly facts: Facts;
  readonly checks: readonly Read[];

  constructor(read: Read, facts: Facts = {}, checks: readonly Read[] = []) {
    this.read = read;
    this.facts = facts;
    this.checks = checks;
  }

  safeParse(given: unknown) {
    const { value, issues } = this.run(given);
    return issues.length === 0 ? { success: true, data: value } : { success: false, error: { issues } };
  }
  run(value: unknown): Found {
    const found: Found = { value, issues: [] };
    this.read(found);
    for (const check of this.checks) if (found.issues.every((issue) => issue.continue)) check(found);
    return found;
  }
  /** Reads a part of the value of `around`. */
  take(part: unknown, at: readonly PropertyKey[], around: Found): unknown {
    const { value, issues } = this.run(part);
    for (const issue of issues) around.issues.push({ ...issue, path: [...at, ...issue.path] });
    return value;
  }

  check(check: Read): Shape {
    return new Shape(this.read, this.facts, [...this.checks, check]);
  }
  refine(passes: (value: never) => boolean, terms: string | Terms = {}, code = 'custom', more: object = {}): Shape {
    const given: Terms = typeof terms === 'string' ? { error: terms } : terms;
    const { error = 'Invalid', message = error, path = [], abort = false } = given;
    return this.check((found) => {
      if (!passes(found.value as never)) report(found, code, { message, path, continue: !abort, ...more });
    });
  }
  regex(pattern: RegExp, terms?: string | Terms): Shape {
    return this.refine((text) => pattern.test(text), terms, 'invalid_format');
  }
  min(minimum: number): Shape {
    return this.refine((value) => sizeOf(value) >= minimum, {}, 'too_small', { minimum, origin: this.facts.origin });
  }
  max(maximum: number): Shape {
    const { origin } = this.facts;
    const more = { maximum, origin };
    if (origin !== 'array') return this.refine((value) => sizeOf(value) <= maximum, {}, 'too_big', more);
    // The entries of a list that is too long are not looked at.
    const read: Read = (found) =>
      Array.isArray(found.value) && found.value.length > maximum ? report(found, 'too_big', more) : this.read(found);
    return new Shape(read, this.facts, this.checks);
  }

  optional(): Shape {
    return new Shape(unless(undefined, this), { ...this.facts, isOptional: true });
  }
  nullable(): Shape {
    return new Shape(unless(null, this), this.facts);
  }
  /** Descriptions are for documents of the interface. */
  meta(): this {
    return this;
  }
  extend(more: Members): Shape {
    return objectOf({ ...this.shape, ...more }, this.facts.isClosed);
  }
  get shape(): Members {
    return this.facts.members!;
  }
  get options(): readonly unknown[] {
    return this.facts.values!;
  }
  get value(): unknown {
    return this.options[0];
  }
}

const unless =
  (absent: null | undefined, shape: Shape): Read =>
  (found) => {
    if (found.value !== absent) found.value = shape.take(found.value, [], found);
  };

const typed = (name: string, origin?: Facts['origin']): Shape =>
  new Shape((found) => {
    if (typeof found.value !== name) reportType(found, name);
  }, origin && { origin });

const oneOf = (values: readonly unknown[]): Shape =>
  new Shape(
    (found) => {
      if (!values.includes(found.value)) report(found, 'invalid_value', { values });
    },
    { values },
  );

const objectOf = (members: Members, isClosed = false): Shape =>
  new Shape(
    (found) => {
      const given = found.value;
      if (!isJsonObject(given)) return reportType(found, 'object');
      const read = Object.entries(members)
        .filter(([name, { facts }]) => name in given || !facts.isOptional)
        .map(([name, shape]) => [name, shape.take(given[name], [name], found)]);
      found.value = Object.fromEntries(read);
      const keys = Object.keys(given).filter((name) => !Object.hasOwn(members, name));
      if (isClosed && keys.length > 0) report(found, 'unrecognized_keys', { keys, continue: true });
    },
    { members, isClosed },
  );

const isDay = (text: string): boolean => {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};

/** What the schemas of documents call: `z` of zod. */
export const z = {
  string: () => typed('string', 'string'),
  boolean: () => typed('boolean'),
  null: () => oneOf([null]),
  int: () =>
    typed('number')
      .check((found) => {
        if (!Number.isInteger(found.value)) reportType(found, 'int');
      })
      .min(Number.MIN_SAFE_INTEGER)
      .max(Number.MAX_SAFE_INTEGER),
  iso: { date: () => typed('string').refine(isDay, {}, 'invalid_format', { format: 'date' }) },
  literal: (value: unknown) => oneOf([value]),
  enum: oneOf,
  array: (entry: Shape) =>
    new Shape(
      (found) => {
        if (!Array.isArray(found.value)) return reportType(found, 'array');
        found.value = found.value.map((value, index) => entry.take(value, [index], found));
      },
      { origin: 'array' },
    ),
  unknown: () => new Shape(() => undefined),
  record: (_names: Shape, entry: Shape) =>
    new Shape((found) => {
      if (!isJsonObject(found.value)) return reportType(found, 'record');
      const entries = Object.entries(found.value).filter(([name]) => name !== '__proto__');
      found.value = Object.fromEntries(entries.map(([name, value]) => [name, entry.take(value, [name], found)]));
    }),
  object: (members: Members) => objectOf(members),
  strictObject: (members: Members) => objectOf(members, true),
  discriminatedUnion: (by: string, shapes: readonly Shape[]) =>
    new Shape((found) => {
      const given = found.value;
      if (!isJsonObject(given)) return reportType(found, 'object');
      const chosen = shapes.find(({ shape }) => shape[by]!.options.includes(given[by]));
      const options = shapes.map(({ shape }) => shape[by]!.value);
      if (chosen) found.value = chosen.take(given, [], found);
      else report(found, 'invalid_union', { errors: [], options, path: [by] });
    }),
};
