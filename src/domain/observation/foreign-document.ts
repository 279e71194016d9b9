import { z } from 'zod';
import { isJsonObject } from '../json/pointer.ts';
import { inputProblems } from '../vocabulary/input-problems.ts';

const Text = z.string().min(1);
const Address = z
  .string()
  .min(1)
  .refine((text) => URL.canParse(text), 'expected an absolute address');
const Texts = z.array(Text).min(1);

const Skill = z.looseObject({ id: Text, name: Text, description: Text, tags: z.array(z.string()) });
const Provider = z.looseObject({ organization: Text });
const Signature = z.looseObject({ protected: Text, signature: Text, header: z.looseObject({}).optional() });

const commonCard = {
  name: Text,
  description: z.string(),
  version: Text,
  capabilities: z.looseObject({}),
  defaultInputModes: Texts,
  defaultOutputModes: Texts,
  skills: z.array(Skill),
  provider: Provider.optional(),
  signatures: z.array(Signature).optional(),
};

/**
 * The minimum that a card of someone else must contain. Unknown members are allowed:
 * a card is checked against its specification, not against the cards of this service.
 */
const a2a10 = z.looseObject({
  ...commonCard,
  supportedInterfaces: z.array(z.looseObject({ url: Address, protocolBinding: Text, protocolVersion: Text })).min(1),
});

const a2a03 = z.looseObject({ ...commonCard, url: Address, protocolVersion: Text.optional() });

const Service = z.looseObject({ name: Text, endpoint: Text });

const erc8004 = z
  .looseObject({
    type: z.literal('https://eips.ethereum.org/EIPS/eip-8004#registration-v1'),
    name: Text,
    description: z.string(),
    image: z.string().optional(),
    services: z.array(Service).optional(),
    endpoints: z.array(Service).optional(),
    registrations: z.array(z.looseObject({ agentId: z.union([z.int().min(0), Text]), agentRegistry: Text })).optional(),
    active: z.boolean().optional(),
    x402Support: z.boolean().optional(),
    supportedTrust: z.array(z.string()).optional(),
  })
  .refine(({ services, endpoints }) => services !== undefined || endpoints !== undefined, {
    path: ['services'],
    message: 'expected a list of services',
  });

const keySet = z.looseObject({ keys: z.array(z.looseObject({ kty: Text })).min(1) });

export type DocumentFormat = 'a2a-agent-card' | 'erc-8004-registration' | 'jwks';

/** The schema for a document of this format, and the name of the format and version. */
const schemaFor = (format: DocumentFormat, document: unknown): { name: string; schema: z.ZodType } => {
  if (format === 'jwks') return { name: 'jwks', schema: keySet };
  if (format === 'erc-8004-registration') return { name: 'erc-8004-registration-v1', schema: erc8004 };
  return isJsonObject(document) && 'supportedInterfaces' in document
    ? { name: 'a2a-agent-card-1.0', schema: a2a10 }
    : { name: 'a2a-agent-card-0.3', schema: a2a03 };
};

const MOST_LISTED = 20;

/** Where a document differs from its format. Only places in the document are repeated, nothing of its content. */
export interface FormatResult {
  readonly format: string;
  readonly problems: { pointer: string; expected: string }[];
}

/** Checks a foreign document against its format: A2A agent card 1.0 or 0.3, ERC-8004 registration, key set. */
export const checkFormat = (format: DocumentFormat, document: unknown): FormatResult => {
  const { name, schema } = schemaFor(format, document);
  const result = schema.safeParse(document);
  const problems = result.success ? [] : inputProblems(result.error.issues);
  return {
    format: name,
    problems: problems
      .slice(0, MOST_LISTED)
      .map(({ pointer, detail }) => ({ pointer: pointer.slice(0, 500), expected: detail.slice(0, 500) })),
  };
};

/** The secret members of a JWK (RFC 7518, section 6). */
const secretMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/** The keys of a key set; empty for any other document. */
export const keysOf = (document: unknown): Record<string, unknown>[] =>
  isJsonObject(document) && Array.isArray(document['keys']) ? document['keys'].filter(isJsonObject) : [];

/** Whether a key set contains secret members of a key. */
export const holdsSecretKey = (document: unknown): boolean =>
  keysOf(document).some((key) => secretMembers.some((member) => member in key));

/** Texts and numbers alone: what others write may be an object without a text. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** Whether a registration file names an entry of a registry (ERC-8004, `registrations`). */
export const namesRegistration = (document: unknown, registry: string, agentRef: string): boolean =>
  isJsonObject(document) &&
  Array.isArray(document['registrations']) &&
  document['registrations'].some(
    (one) =>
      isJsonObject(one) &&
      textOf(one['agentId']) === agentRef &&
      textOf(one['agentRegistry'])?.toLowerCase() === registry.toLowerCase(),
  );
