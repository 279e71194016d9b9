/** The longest that a request may ask to wait, in seconds. */
const MOST_SECONDS = 30;

/**
 * The seconds that a Prefer header asks to wait (RFC 7240 §4.3), at most 30. Undefined without a
 * usable `wait`: a preference that cannot be understood is ignored, never refused.
 */
export const findWait = (prefer: string | undefined): number | undefined => {
  const seconds = /(?:^|,)\s*wait\s*=\s*"?(\d{1,9})"?\s*(?=[,;]|$)/i.exec(prefer ?? '')?.[1];
  return seconds === undefined ? undefined : Math.min(Number(seconds), MOST_SECONDS);
};
