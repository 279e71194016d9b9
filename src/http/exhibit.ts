import { z } from 'zod';
import type { App } from '../app.ts';
import { EvidencePack } from '../domain/adjudication/evidence-pack.ts';
import { type CourtForm, courtForms } from '../domain/adjudication/exhibit.ts';
import { buildExhibit, exhibitBytes } from '../domain/adjudication/exhibit.ts';
import { parseStrictJson } from '../domain/json/strict-json.ts';
import { ServiceError } from '../domain/vocabulary/errors.ts';
import type { Input, Operation, Parameter, Reply } from './operation.ts';
import { verifyWithOwnKeys } from './queries/verify-document.ts';

const { least, most, usual } = exhibitBytes;

/** What may be asked of an exhibit (SPEC.md §8.12). */
export const exhibitParameters: Readonly<Record<string, Parameter>> = {
  limit: {
    schema: z
      .string()
      .regex(/^[0-9]{1,6}$/, { error: `expected a whole number, ${least} to ${most}`, abort: true })
      .refine((digits) => Number(digits) >= least && Number(digits) <= most, `expected ${least} to ${most}`),
    description: `The most bytes of UTF-8 that the exhibit may have, ${least} to ${most}; ${usual} where it is left out.`,
  },
  as: {
    schema: z.enum(Object.keys(courtForms) as CourtForm[]),
    description:
      'The exhibit alone (`text`, the default), or in what a court takes: evidence of Kleros v2 (`kleros`), a question of Reality.eth for its template 2 (`reality`), a claim for UMA (`uma`). The limit counts the exhibit in it.',
  },
};

/** What an operation that answers with an exhibit declares of its answers. */
export const exhibitResponses = {
  mediaType: 'text/plain',
  responses: { 200: { description: 'The exhibit.', schema: z.string() } },
} as const satisfies Partial<Operation>;

/**
 * The exhibit of a pack. @param text the pack as it came: it is hashed with every member that it has.
 * @throws ServiceError `invalid_request` for a pack that is not intact, or with a limit below its facts.
 */
export const exhibitReply = async (text: string, query: Input<unknown>['query'], app: App): Promise<Reply> => {
  const { checks } = await verifyWithOwnKeys(text, undefined, app);
  const failing = checks.filter(({ id, result }) => result === 'fail' && id !== 'signature');
  if (failing.length > 0)
    throw new ServiceError('invalid_request', 'The pack is not intact; `errors` says what is wrong.', {
      errors: failing.map(({ reason }) => ({
        pointer: '',
        code: 'rule',
        detail: `expected an intact pack: ${reason.replace(/\.$/, '')}`,
      })),
    });
  const pack = EvidencePack.parse(parseStrictJson(text).value);
  const { receipt, anchor } = await app.evidence.find(pack.adjudication_question.receipt_hash_sha256);
  const signatures = checks.find(({ id }) => id === 'signature')!;
  const input = { pack, isPublished: receipt !== undefined, anchor, signatures, baseUrl: app.config.siteUrl };
  const exhibit = buildExhibit(input, query['limit'] === undefined ? undefined : Number(query['limit']));
  return { status: 200, text: courtForms[(query['as'] ?? 'text') as CourtForm].make({ ...input, exhibit }) };
};
