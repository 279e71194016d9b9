import type { EvidencePack } from '../domain/adjudication/evidence-pack.ts';
import type { AnchorRecord } from '../domain/anchors/anchor-record.ts';
import { sinceByService } from '../domain/verification/answers.ts';
import type { Answer } from '../domain/verification/verification.ts';
import { find } from './page-elements.ts';
import { afterPatience } from './patience.ts';
import { renewAnswers } from './seal.ts';

const read = async <Document>(path: string): Promise<Document> => {
  const answer = await fetch(path, { signal: afterPatience(15_000), headers: { accept: 'application/json' } });
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
  return (await answer.json()) as Document;
};

/** Asks the pack first, which every published receipt has: a 404 for a missing anchor would be shown as an error. */
const lookUp = async ({ pack, record }: DOMStringMap): Promise<Answer> => {
  const { concordium_proofs: proofs } = await read<EvidencePack>(pack!);
  find('[data-anchored]').hidden = proofs.anchor === null;
  return sinceByService(proofs.anchor && (await read<AnchorRecord>(record!)));
};

const since_when = await lookUp(find('[data-pack]').dataset).catch((): Answer => ({
  result: 'unverified',
  words: 'Could not be looked up.',
  next_step: 'The service did not answer. An anchor on the chain is not affected; load this page again later.',
}));
renewAnswers({ since_when });
