import type { App } from '../app.ts';

/** Where RFC 9116 looks for it. */
const SECURITY_TEXT_PATH = '/.well-known/security.txt';

/** How long after its start a service may still be believed to know its contact: 180 days, in milliseconds. */
const VALID_MS = 180 * 86_400_000;

/** security.txt (RFC 9116), or undefined where the operator has named no contact. */
export const buildSecurityText = ({ config, startedAt }: Pick<App, 'config' | 'startedAt'>): string | undefined =>
  config.securityContact === undefined
    ? undefined
    : [
        `Contact: ${config.securityContact}`,
        `Expires: ${new Date(startedAt.getTime() + VALID_MS).toISOString()}`,
        `Canonical: ${config.siteUrl}${SECURITY_TEXT_PATH}`,
        '',
      ].join('\n');
