import type { App } from '../../app.ts';
import type { Queries } from '../queries/run-query.ts';
import { searchOf } from '../search.ts';

/** A part that asks for data at once, where a text has what that needs: a receipt hash, or words that a search finds. */
export const findQuestion = async (text: string, app: App): Promise<object | undefined> => {
  const hash = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/i.exec(text)?.[0].toLowerCase();
  if (hash !== undefined) {
    const operation = /\b(evidence|pack)\b/i.test(text) ? 'getEvidencePack' : 'readReceipt';
    return { operation, input: { receipt_hash_sha256: hash } };
  }
  const query = text.slice(0, 200);
  const { find } = await searchOf(app);
  return find({ query, kind: 'record' }).length === 0 ? undefined : { operation: 'searchRecords', input: { query } };
};

/** Whether a text asks what can be asked, and for nothing that people would have to answer. */
export const isHelp = (text: string): boolean => /^\s*(help|\?)[\s.!?]*$/i.test(text);

/** What can be asked of the agent, and how. */
export const helpParts = (queries: Queries): object[] => [
  {
    text: 'A message of text becomes a request to the people who run this agent. A message with one data part {"operation": …, "input": {…}} is answered at once, by one of these operations.',
  },
  {
    data: { operations: Object.values(queries).map(({ id, description }) => ({ operation: id, use: description })) },
    mediaType: 'application/json',
  },
];
