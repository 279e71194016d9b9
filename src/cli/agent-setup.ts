import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { appendKey } from '../dataset-files/check-keys.ts';
import type { PublicKey } from '../domain/keys/public-key.ts';
import { newSigningKey, readKeyFile, writeKeyFile } from '../signing/key-file.ts';
import { writeNewFile } from '../whole-file.ts';

/** The files that `agent init` makes for an operator, in places that Git and images leave out. */
const fileOf = {
  decisions: 'data/decisions-key.json',
  card: 'data/card-key.json',
  settings: '.env',
  unit: 'data/agent-accountability-service.service',
} as const;

/** The template of the unit, whose hardening is kept. */
const UNIT = join(import.meta.dirname, '../../operations/agent-accountability-service.service');

/** A text as systemd takes it literally: `%` begins a specifier everywhere. */
const literally = (text: string): string => text.replaceAll('%', '%%');

/** A text as one word of a setting that takes several, in quotes where it needs them (systemd.syntax). */
const word = (text: string): string =>
  /^[\w%/.:=@+,-]+$/.test(text) ? literally(text) : `"${literally(text).replaceAll(/["\\]/g, '\\$&')}"`;

/** The unit for this machine: this folder, this Node, this user, and the store beside its key in `data/`. */
const unitText = (root: string): string => {
  const here: Readonly<Record<string, string>> = {
    User: userInfo().username,
    WorkingDirectory: literally(root),
    'Environment=DATABASE_URL': word(`DATABASE_URL=file:${root}/data/service.db`),
    'Environment=SERVICE_KEY_FILE': word(`SERVICE_KEY_FILE=${root}/data/service-key.json`),
    EnvironmentFile: `-${literally(root)}/.env`,
    // In a command, `$` begins a variable.
    ExecStart: `${word(process.execPath).replaceAll('$', '$$$$')} src/server/main.ts`,
    StateDirectory: '',
    StateDirectoryMode: '',
    ProtectHome: 'read-only',
  };
  const lines = readFileSync(UNIT, 'utf8')
    .split('\n')
    .map((line) => {
      const name = Object.keys(here).find((one) => line.startsWith(`${one}=`));
      return name === undefined ? line : here[name] && `${name.replace(/=.*/, '')}=${here[name]}`;
    });
  return lines
    .slice(lines.indexOf('[Unit]'))
    .join('\n')
    .replace('ProtectHome=', () => `ReadWritePaths=${word(`${root}/data`)}\nProtectHome=`);
};

/** What was made below the root beside the datasets; `undo` removes it again. */
export interface Setup {
  /** The text of the list of keys, with the public halves of the operator's own. */
  readonly keysText: string;
  readonly made: readonly string[];
  /** Lines for `.env` where the operator has one of their own, which is left alone. */
  readonly missingSettings: readonly string[];
  undo(): Promise<void>;
}

/**
 * Makes what an operator needs to run the service: a key for decisions and one for the card, settings, and a unit for systemd.
 * What is there already is kept.
 * @param keysText the list of public keys, and `listed` its keys.
 * @throws KeyFileError, or the error of the operating system; what was made is removed again.
 */
export const setUp = async (
  root: string,
  { keysText, listed }: { keysText: string; listed: readonly PublicKey[] },
  { siteUrl, unit }: { siteUrl: string | undefined; unit: boolean },
  now: Date,
): Promise<Setup> => {
  const made: string[] = [];
  const undo = async (): Promise<void> => {
    for (const file of made) await rm(join(root, file), { force: true });
  };
  const write = async (file: string, text: string): Promise<void> => {
    await writeNewFile(join(root, file), text, { file: 0o600, folder: 0o700 });
    made.push(file);
  };
  let text = keysText;
  // An address of this machine is that of the service itself.
  const port = /^http:\/\/(?:localhost|127\.0\.0\.1):(\d+)$/.exec(siteUrl ?? '')?.[1];
  const settings = [
    ...(siteUrl === undefined ? [] : [`SITE_URL=${siteUrl}`]),
    ...(port === undefined ? [] : [`PORT=${port}`]),
    ...(listed.some(({ use }) => use === 'card') ? [] : [`CARD_KEY_FILE=./${fileOf.card}`]),
  ];
  const hasSettings = existsSync(join(root, fileOf.settings));
  try {
    for (const use of ['decisions', 'card'] as const) {
      if (listed.some((key) => key.use === use && key.revoked_at === undefined)) continue;
      const path = join(root, fileOf[use]);
      const isThere = existsSync(path);
      const key = isThere ? await readKeyFile(path, use) : await newSigningKey(use);
      if (!isThere) {
        await writeKeyFile(path, key);
        made.push(fileOf[use]);
      }
      const valid_from = now.toISOString().replace(/\.\d+Z$/, 'Z');
      text = appendKey(text, { kid: key.kid, use, public_key: key.publicJwk, valid_from });
    }
    if (!hasSettings && settings.length > 0) await write(fileOf.settings, `${settings.join('\n')}\n`);
    if (unit && !existsSync(join(root, fileOf.unit))) await write(fileOf.unit, unitText(root));
  } catch (failure) {
    await undo();
    throw failure;
  }
  return { keysText: text, made, missingSettings: hasSettings ? settings : [], undo };
};

/** Who the unit runs as, where that is a choice to change. */
export const unitUser =
  userInfo().uid === 0 ? ', in which User=root is a choice to change: any user will do that owns this folder' : '';

/** How the unit comes to run, in commands. */
export const unitCommands = `npm run build
  sudo cp ${fileOf.unit} /etc/systemd/system/
  sudo systemctl enable --now agent-accountability-service`;
