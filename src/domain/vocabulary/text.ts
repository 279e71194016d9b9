import { z } from 'zod';

// eslint-disable-next-line no-control-regex -- these are the characters to find
const hasNoControls = (text: string) => text.isWellFormed() && !/[\u0000-\u001f\u007f-\u009f]/.test(text);

const line = (maximum: number) =>
  z
    .string()
    .min(1)
    .max(maximum)
    .regex(/^\S(.*\S)?$/, 'expected one line of text without spaces at its ends')
    .refine(hasNoControls, 'expected text without control characters or lone surrogates');

/** A sentence or a short paragraph on one line, at most 2000 characters. */
export const Sentence = line(2000);

/** A name or a token on one line, at most 300 characters. */
export const Name = line(300);

/** Permanent name of a record: lower-case letters and digits in groups joined by single hyphens. */
export const Slug = z
  .string()
  .max(80)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'expected lower-case letters and digits joined by single hyphens');

/** An http or https address. */
export const WebAddress = z
  .string()
  .max(2000)
  .regex(/^https?:\/\/[^\s<>"{}|\\^`]+$/, {
    error: 'expected an address without spaces that begins with https:// or http://',
    abort: true,
  })
  .refine((text) => URL.canParse(text), 'expected an address whose host and port can be read')
  .meta({ format: 'uri' });

/** The address of somebody's website, which is published: a name and a password in it would be, too. */
export const Website = WebAddress.refine((text) => {
  const url = URL.parse(text);
  return url === null || (url.username === '' && url.password === '');
}, 'expected an address without a name and a password');

/** Whether a text is a domain, and no IP address: no top-level domain begins with a digit. */
export const isDomain = (text: string): boolean =>
  /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(text);

/**
 * An http or https address in visible ASCII, in a document that can be verified: one pattern decides, so that every
 * verifier decides alike (SPEC.md §3.7).
 */
export const DocumentAddress = z
  .string()
  .regex(/^https?:\/\/[!-~]+$/, 'expected an http or https address in visible ASCII')
  .meta({ format: 'uri' });

/** An http or https address in which `{name}` stands for a value to fill in (RFC 6570, level 1). */
export const WebAddressTemplate = z
  .string()
  .max(2000)
  .regex(/^https?:\/\/([^\s<>"{}|\\^`]|\{[A-Za-z0-9_]+\})+$/, 'expected an address, with {name} for a value to fill in')
  .meta({ format: 'uri-template' });

/** A licence expression in SPDX form, for instance `MIT OR Apache-2.0`. */
export const SpdxExpression = z
  .string()
  .max(200)
  .regex(
    /^[A-Za-z0-9.+-]+( (AND|OR|WITH) [A-Za-z0-9.+-]+)*$/,
    'expected an SPDX licence expression, for instance MIT or Apache-2.0 OR MIT',
  );

/** A name that a document gives to one of its parts. Plain characters only, because it is repeated in errors and pointers. */
export const Identifier = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/, 'expected 1 to 64 letters, digits, dots, dashes or underscores')
  .meta({ description: 'A name used within this document: 1 to 64 letters, digits, dots, dashes or underscores.' });
export type Identifier = z.infer<typeof Identifier>;

/** A kind of thing, as a lower-case word. */
export const KindWord = z
  .string()
  .regex(
    /^[a-z][a-z0-9_.-]{0,63}$/,
    'expected a lower-case word of at most 64 letters, digits, dots, dashes or underscores',
  )
  .meta({ description: 'Its kind: one lower-case word, for instance `delivery_artifact`.' });
export type KindWord = z.infer<typeof KindWord>;

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** The random bytes that {@link randomId} needs: five bits of each are used. */
export const RANDOM_ID_BYTES = 24;

/**
 * An identifier that no one can guess: 24 characters of Crockford's base 32, 120 random bits
 * (SPEC.md §4.2). Letters that look like digits are not used.
 */
export const randomId = (random: Uint8Array): string => {
  let id = '';
  for (let at = 0; at < RANDOM_ID_BYTES; at++) id += alphabet[random[at]! & 31];
  return id;
};

/** The form of an identifier made by {@link randomId}. */
export const RANDOM_ID_PATTERN = /^[0-9a-hjkmnp-tv-z]{24}$/;
