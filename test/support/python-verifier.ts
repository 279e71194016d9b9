import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { readKeys } from '../../src/domain/keys/keys-document.ts';
import { type KnownKey, knownKeys } from '../../src/domain/keys/public-key.ts';
import { verifyText } from '../../src/domain/verification/verify.ts';

/** What a verifier is given. */
export interface VerifierInput {
  readonly data: Uint8Array;
  readonly expectedHash?: string | undefined;
  /** The bytes of a list of keys. */
  readonly keys?: Uint8Array | undefined;
  readonly anchoredAt?: string | undefined;
  /** The bytes of further receipts. */
  readonly receipts?: readonly Uint8Array[] | undefined;
}

/** The verifier of the service, and what of it the file /verify.mjs exports. */
export const service = { knownKeys, readKeys, verifyText };

/** Gives what a verifier finds for an input. It reads each list of keys once. */
export const verifierBy = (by: typeof service) => {
  const lists = new Map<string, Promise<KnownKey[]>>();
  const read = async (text: string) =>
    by.knownKeys((await by.readKeys(JSON.parse(text))).keys, { by: 'file', name: 'keys' });
  return async ({ data, expectedHash, keys, anchoredAt, receipts }: VerifierInput) => {
    const text = keys && Buffer.from(keys).toString();
    if (text !== undefined && !lists.has(text)) lists.set(text, read(text));
    const known = text === undefined ? [] : await lists.get(text)!;
    return by.verifyText(data, { receiptHash: expectedHash, keys: known, anchoredAt, receipts });
  };
};

/** The part of `service.verification.v1` on which verifiers agree; words are their own. */
export interface VerifierOutcome {
  readonly kind: string | null;
  readonly hash_sha256: string | null;
  readonly outcome: string;
  readonly checks: Readonly<Record<string, string>>;
  readonly answers: Readonly<Record<string, string>>;
  /** What to do about an origin and an age that are not shown. */
  readonly nextSteps: readonly string[];
  /** What the mandate comes to, bound by bound, and which receipts count. */
  readonly mandate: readonly string[] | null;
}

interface Stated {
  readonly kind: string | null;
  readonly hash_sha256: string | null;
  readonly outcome: string;
  readonly checks: readonly { readonly id: string; readonly result: string }[];
  readonly answers: Readonly<Record<string, { readonly result: string; readonly next_step: string }>>;
  readonly mandate: {
    readonly result: string;
    readonly constraints: readonly { readonly pointer: string; readonly type: string; readonly result: string }[];
    readonly receipts: readonly { readonly hash_sha256: string | null; readonly counts: boolean }[];
  } | null;
}

export const outcomeOf = ({ kind, hash_sha256, outcome, checks, answers, mandate }: Stated): VerifierOutcome => ({
  kind,
  hash_sha256,
  outcome,
  checks: Object.fromEntries(checks.map(({ id, result }) => [id, result])),
  answers: Object.fromEntries(Object.entries(answers).map(([question, { result }]) => [question, result])),
  nextSteps: [answers['from_whom'], answers['since_when']].flatMap((answer) =>
    kind !== null && answer?.result === 'unverified' ? answer.next_step : [],
  ),
  mandate: mandate && [
    mandate.result,
    ...mandate.constraints.map(({ pointer, type, result }) => `${pointer} ${type} ${result}`),
    ...mandate.receipts.map(({ hash_sha256: hash, counts }) => `${hash} ${counts}`),
  ],
});

/** The program behind `python3`, which may be a script that looks for it each time; empty without 3.8 or later. */
export const python =
  spawnSync('python3', ['-c', 'import sys; print(sys.executable if sys.version_info >= (3, 8) else "")'], {
    encoding: 'utf8',
  }).stdout?.trim() ?? '';

/** Why a test with Python cannot run; undefined if it can. */
export const pythonMissing = python === '' ? 'there is no python3 of version 3.8 or later' : undefined;

export const hasCryptography =
  pythonMissing === undefined && spawnSync(python, ['-c', 'import cryptography']).status === 0;

export const verifierFile = join(import.meta.dirname, '../../public/verify.py');

const driver = join(import.meta.dirname, '../verify-py/driver.py');
const base64 = (bytes: Uint8Array | undefined): string | undefined =>
  bytes === undefined ? undefined : Buffer.from(bytes).toString('base64');

/** What a run of verify.py wrote, and its exit code. */
interface PythonRun {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line of verify.py many times in one process, in this folder. @throws Error with what Python said. */
export const openPython = (cwd: string) => {
  const start = () => {
    const { stdin, stdout } = spawn(python, ['-B', driver], { cwd, stdio: ['pipe', 'pipe', 'inherit'] });
    return { stdin, lines: createInterface(stdout)[Symbol.asyncIterator]() };
  };
  let started: ReturnType<typeof start> | undefined;
  return {
    run: async (args: readonly string[], input: string | Buffer = ''): Promise<PythonRun> => {
      started ??= start();
      started.stdin.write(`${JSON.stringify({ args, input: base64(Buffer.from(input)) })}\n`);
      const found = JSON.parse(String((await started.lines.next()).value)) as PythonRun & { readonly crash?: string };
      if (found.crash !== undefined) throw new Error(found.crash);
      return found;
    },
    close: () => started?.stdin.end(),
  };
};

/** What verify.py finds for each input, all of them in one process. @throws Error with what Python said, if it stops. */
export const verifyInPython = (
  inputs: readonly VerifierInput[],
  { cryptography }: { readonly cryptography: boolean },
): VerifierOutcome[] => {
  const lines = inputs.map(({ data, expectedHash, keys, anchoredAt, receipts }) =>
    JSON.stringify({
      data: base64(data),
      asked: expectedHash,
      keys: base64(keys),
      anchored_at: anchoredAt,
      receipts: receipts?.map(base64),
    }),
  );
  const { status, stdout, stderr } = spawnSync(
    python,
    ['-B', driver, ...(cryptography ? [] : ['--without-cryptography'])],
    { input: lines.join('\n'), encoding: 'utf8', maxBuffer: 2 ** 30 },
  );
  if (status !== 0) throw new Error(stderr);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => {
      const found = JSON.parse(line) as Stated & { readonly crash?: string };
      if (found.crash !== undefined) throw new Error(found.crash);
      return outcomeOf(found);
    });
};
