import { judgeOrigin } from '../../domain/keys/origin.ts';
import type { PublicKey } from '../../domain/keys/public-key.ts';
import type { Coverage } from '../../domain/receipts/mandate-scope.ts';
import type { JudgedByKey } from '../../domain/verification/check-signatures.ts';
import type { Answer } from './anchor-answers.ts';

/** The look of a badge for each bound of a mandate. */
export const boundLooks: Readonly<Record<Coverage, string>> = { covered: 'good', not_covered: 'bad', unknown: 'open' };

/** From whom the receipt is, by the keys that this service publishes. */
export const originAnswer = (judged: readonly JudgedByKey<PublicKey>[]): Answer => {
  const result = judgeOrigin(judged);
  if (judged.length === 0)
    return {
      result,
      headline: 'Not shown',
      detail: 'The receipt carries no signature, so nothing shows who issued it.',
    };
  if (result === 'fail')
    return { result, headline: 'Not as signed', detail: 'A signature does not hold: do not rely on this receipt.' };
  if (result === 'unverified')
    return { result, headline: 'Not shown', detail: 'No signature could be judged with the keys published here.' };
  const demonstrates = judged.every(({ key }) => key?.demonstration === true);
  return {
    result,
    headline: demonstrates ? 'Signed by a demonstration key' : 'Signed by a key that this service publishes',
    detail: demonstrates
      ? 'The signature holds. The key is published here for demonstrations only and proves nothing about a real agent.'
      : 'The signature holds, and the key was valid when it signed. This service vouches for the key; nobody else does here.',
  };
};

/** That a published receipt is intact: its address is made from its hash when the site is built. */
export const intactAnswer: Answer = {
  result: 'pass',
  headline: 'Intact',
  detail:
    'The SHA-256 of its canonical text is the hash in the address of its page. The build of this site computed it.',
};
