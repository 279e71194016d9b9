import { isDemonstration } from '../../domain/receipts/decision-receipt.ts';
import { checkMandateScope, scopeWords } from '../../domain/receipts/mandate-scope.ts';
import type { PublishedReceipt } from '../../domain/receipts/published-receipt.ts';
import { nameSubject } from '../../domain/receipts/request-subject.ts';
import { capitalized, shortened } from '../../domain/vocabulary/words.ts';
import { drawPicture, pictureLine as line } from '../graphics/picture.ts';
import { drawSeal, SEAL_BOX } from '../graphics/seal.ts';
import { pictureInks, tokenColour } from '../graphics/token-inks.ts';
import { judgeReceipt } from './judged-receipt.ts';

/** The tokens of the meaning that each result has. */
const tokens = { pass: '--proven', fail: '--refuted', unverified: '--stated' } as const;

/** The picture of a receipt for link previews, as PNG. It says nothing of an anchor. */
export const buildReceiptPicture = async ({ hash, receipt }: PublishedReceipt): Promise<Uint8Array<ArrayBuffer>> => {
  const scope = checkMandateScope(receipt).result;
  const scopeInk = tokenColour({ covered: '--proven', not_covered: '--refuted', unknown: '--stated' }[scope]);
  const { origin, results } = await judgeReceipt(receipt);
  const seal = drawSeal(results, pictureInks());
  return drawPicture('Decision receipt', [
    line(222, capitalized(receipt.decision), { size: 100, serif: true }),
    line(296, shortened(nameSubject(receipt), 34), { size: 50 }),
    line(354, shortened(`${receipt.agent.name}, ${receipt.decided_at.slice(0, 10)}`, 52), { size: 36, soft: true }),
    line(436, capitalized(scopeWords[scope]), { size: 36, bold: true, ink: scopeInk }),
    line(486, `From whom: ${origin.headline}`, { size: 36, ink: tokenColour(tokens[origin.result]) }),
    ...(isDemonstration(receipt)
      ? [line(536, 'A made-up example: nothing of this took place.', { size: 36, ink: tokenColour('--stated') })]
      : []),
    line(588, hash, { size: 28, soft: true }),
    `<svg x="896" y="150" width="224" height="224" viewBox="0 0 ${SEAL_BOX} ${SEAL_BOX}">${seal}</svg>`,
  ]);
};
