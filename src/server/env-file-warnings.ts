import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { settings } from '../config.ts';
import { isNodeSetting } from '../config/chain-nodes.ts';
import { findMeantWord } from '../domain/vocabulary/words.ts';

/** What Node, npm and the tools of a build read. */
const ofTools = /^(NODE_|npm_|UV_|ASTRO_|VITE_|SSL_CERT_|(https?|no|all)_proxy$|TZ$|LANG$|LC_|NO_COLOR$|FORCE_COLOR$)/i;
/** A name that is written like a setting. Others may be part of a secret with broken lines, so they are not shown. */
const settingLike = /^([A-Z]{1,16}|[A-Z][A-Z0-9]{0,20}(_[A-Z0-9]{1,20}){1,6}|OBSERVE_RPC_\w{1,60})$/;
/** So many names are warned of; a file with more is none of settings. */
const WARNED_MOST = 20;

const known: readonly string[] = Object.values(settings).map(({ name }) => name);

const warnings = (text: string): string[] =>
  Object.keys(parseEnv(text))
    .filter((name) => !known.includes(name) && !isNodeSetting(name) && !ofTools.test(name))
    .slice(0, WARNED_MOST)
    .map((name) => {
      if (!settingLike.test(name)) return 'A line begins with what is not a setting.';
      const meant = findMeantWord(name, known);
      return `${name} is not a setting${meant === undefined ? '' : `; ${meant} may be meant`}.`;
    });

/** A sentence for each name in the text of a file `.env` that is no setting, with the one that may be meant, and no value. */
export const envFileWarnings = (text: string): string[] =>
  text.startsWith('\ufeff')
    ? ['It begins with a byte order mark, so its first line is not read: save it as UTF-8 without one.']
    : warnings(text);

/** The same for the file in the current folder; none where it cannot be read, of which the settings tell. */
export const warningsOfEnvFile = (): string[] => {
  try {
    return envFileWarnings(readFileSync('.env', 'utf8'));
  } catch {
    return [];
  }
};
