import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { chainOf } from '../chain/concordium.ts';
import { ImportFile } from '../domain/anchors/anchor-request.ts';
import { anchorProblems } from '../domain/anchors/anchor-state.ts';
import { counted } from '../domain/vocabulary/words.ts';
import { anchorAgain } from '../services/anchoring/anchor-again.ts';
import { anchoring } from '../services/anchoring/anchoring.ts';
import { checkImported, importAnchor } from '../services/anchoring/import-anchors.ts';
import { anchoringSettings } from '../services/anchoring/settings.ts';
import { withLedger } from './configured-ledger.ts';
import { progress } from './progress.ts';
import { CommandError, printableInLine } from './terminal.ts';

const now = (): Date => new Date();

/** Compares unsettled and unchecked anchors with the chain. @throws CommandError without a node, or when a running service does it. */
export const reconcile = () =>
  withLedger(async (ledger, config) => {
    const chain = chainOf(config);
    if (!chain) throw new CommandError('No chain node is configured: set CONCORDIUM_GRPC_URL.');
    const before = await ledger.unsettled();
    const service = anchoring({
      ...anchoringSettings(config),
      ledger,
      chain,
      now,
      holder: randomBytes(16).toString('hex'),
      log: (_, { receipt_hash: hash, detail }) => {
        if (detail) process.stderr.write(`${hash ?? 'node'}: ${printableInLine(String(detail))}\n`);
      },
    });
    if (!(await service.reconcile())) {
      throw new CommandError('A running service already manages the anchors and holds the lease. Nothing was done.');
    }
    for (const { receiptHash, state } of before) {
      const after = (await ledger.find(receiptHash))!;
      const why = after.problem === null ? '' : ` (${anchorProblems[after.problem]})`;
      process.stdout.write(`${receiptHash}: ${state} → ${after.state}${why}\n`);
    }
    for (const { receiptHash, outcome, reason } of await checkImported(ledger, chain, now)) {
      process.stdout.write(`${receiptHash}: imported, ${outcome}: ${printableInLine(reason)}\n`);
    }
    process.stdout.write(`${counted(before.length, 'unsettled anchor')} compared with the chain.\n`);
  });

/** Makes an expired anchor one to be sent anew. @throws CommandError with the reason when it must not be. */
export const again = (receiptHash: string) =>
  withLedger(async (ledger, config) => {
    const chain = chainOf(config);
    const result = await anchorAgain(receiptHash, { ...anchoringSettings(config), ledger, chain, now });
    if ('refusal' in result) throw new CommandError(`${result.refusal} Nothing was done.`);
    process.stdout.write(
      `${receiptHash}: expired → prepared\nThe earlier transaction: ${result.proof}.\nThe running service signs and sends a new one; without a running service, \`npm run anchors -- reconcile\` does.\n`,
    );
  });

const readImport = async (file: string) => {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new CommandError(`The file cannot be read as JSON: ${printableInLine((error as Error).message)}`);
  }
  const parsed = ImportFile.safeParse(content);
  if (parsed.success) return parsed.data;
  throw new CommandError(
    'The file contains no anchors to import. Expected one object or a list; each needs receipt_hash_sha256, network and transaction_hash, as in an anchor record.',
  );
};

/** Imports anchors made elsewhere. @throws CommandError when the file has none, or the chain contradicts one. */
export const importFile = (file: string) =>
  withLedger(async (ledger, config) => {
    const anchors = await readImport(file);
    const chain = chainOf(config);
    const bar = await progress(anchors.length, 'Importing');
    const results = [];
    for (const anchor of anchors) {
      results.push(await importAnchor(anchor, { ledger, chain, now }));
      bar.add(1);
    }
    bar.stop();
    process.stdout.write(
      results
        .map(({ receiptHash, outcome, reason }) => `${receiptHash}: ${outcome}: ${printableInLine(reason)}\n`)
        .join(''),
    );
    if (results.some(({ outcome }) => outcome === 'refused'))
      throw new CommandError('Anchors that the chain contradicts were not imported.');
  });
