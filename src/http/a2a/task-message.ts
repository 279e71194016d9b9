import type { App } from '../../app.ts';
import type { IntakeStatus } from '../../domain/intake.ts';
import type { Queries } from '../queries/run-query.ts';
import { searchOf } from '../search.ts';
import type { Part } from './params.ts';

/** What becomes of a request, in words for the model or person that reads the task (SPEC.md §18.3). */
const words: Readonly<Record<IntakeStatus, string>> = {
  received: 'Stored as a request to the people who run this agent; no program answers it.',
  in_review: 'People are looking at this request.',
  answered: 'The people who run this agent have dealt with this request.',
  declined: 'The people who run this agent declined this request.',
};

/** The sentence about a task with this id and status. */
export const taskWords = (id: string, status: IntakeStatus, siteUrl: string): string =>
  `${words[status]} Its id is ${id}: ask for it with GetTask, or look at ${siteUrl}/intake/${id}.`;

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
export const helpParts = (queries: Queries): Part[] => [
  {
    text: 'A message of text becomes a request to the people who run this agent. A message with one data part {"operation": …, "input": {…}} is answered at once, by one of these operations.',
  },
  {
    data: { operations: Object.values(queries).map(({ id, description }) => ({ operation: id, use: description })) },
    mediaType: 'application/json',
  },
];
