import type { App } from '../../app.ts';
import { readHeld } from '../../domain/vocabulary/held.ts';
import { findPublishedHash } from '../held.ts';
import { inputSchema } from '../mcp/mcp-tools.ts';
import type { Queries } from '../queries/run-query.ts';
import { searchOf } from '../search.ts';

/** A part of a message or an artifact that is JSON. */
export const dataPart = (data: unknown) => ({ data, mediaType: 'application/json' }) as const;

/**
 * What answers a text at once, as parts of a message: where a request that it names is, or the data part to send for a receipt whose hash
 * it has, or for records that have all of its words.
 */
export const findAnswers = async (text: string, app: App): Promise<object[]> => {
  const ask = (operation: string, input: object, has = 'Published data may answer it'): object[] => [
    { text: `${has}: send a message with this data part.` },
    dataPart({ operation, input }),
  ];
  const held = text.split(/\s+/).map(readHeld);
  const hash = await findPublishedHash(held, app);
  if (hash !== undefined)
    return ask(/\b(evidence|pack)\b/i.test(text) ? 'getEvidencePack' : 'readReceipt', { receipt_hash_sha256: hash });
  const id = held.find(({ kind }) => kind === 'request')?.value;
  if (id !== undefined && (await app.intake.find(id)))
    return [{ text: `What became of the request ${id}: GetTask with this id, or ${app.config.siteUrl}/intake/${id}.` }];
  const query = [...text].slice(0, 200).join('');
  const { find } = await searchOf(app);
  const has = `Facts about this agent are at ${app.config.siteUrl}/agent. Records about others have these words`;
  return find({ query, kind: 'record', whole: true }).length === 0 ? [] : ask('searchRecords', { query }, has);
};

/** Whether a text asks what can be asked, and for nothing that people would have to answer. */
export const isHelp = (text: string): boolean => /^\s*(help|\?)[\s.!?]*$/i.test(text);

/** What can be asked of the agent, and how: the inputs are those of the tools of MCP. */
export const helpParts = (queries: Queries, siteUrl: string): object[] => [
  {
    text: 'A message of text becomes a request to the people who run this agent. A message with one data part {"operation": …, "input": {…}} is answered at once, by one of these operations.',
  },
  dataPart({
    operations: queries.map((operation) => ({
      operation: operation.id,
      use: operation.description,
      input: inputSchema(operation, siteUrl),
    })),
  }),
];
