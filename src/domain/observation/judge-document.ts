import { calculateJwkThumbprint } from 'jose';
import { z } from 'zod';
import type { Endpoint, IndexEntry } from '../datasets/observatory/endpoint.ts';
import { isJsonObject, valueAt } from '../json/pointer.ts';
import { findJson } from '../json/strict-json.ts';
import { WebAddress } from '../vocabulary/text.ts';
import { fail, notRun, type Outcome, passIf } from './outcome.ts';

const Text = z.string().min(1);
const Texts = z.array(Text).min(1);
const Address = Text.refine((text) => URL.canParse(text));

/** What A2A 1.0 and 0.3 have in common. A foreign card may have any further member. */
const a2aCard = z.looseObject({
  name: Text,
  description: z.string(),
  version: Text,
  capabilities: z.looseObject({}),
  defaultInputModes: Texts,
  defaultOutputModes: Texts,
  skills: z.array(z.looseObject({ id: Text, name: Text, description: Text, tags: z.array(z.string()) })),
});
const interfaces = z.looseObject({ url: Address, protocolBinding: Text, protocolVersion: Text });
const Service = z.looseObject({ name: Text, endpoint: Text });

/** The least that a card of others has, by its format. */
const formats = {
  'a2a-agent-card': z.union([
    a2aCard.extend({ supportedInterfaces: z.array(interfaces).min(1) }),
    a2aCard.extend({ supportedInterfaces: z.undefined().optional(), url: Address, protocolVersion: Text.optional() }),
  ]),
  'erc-8004-registration': z
    .looseObject({
      type: z.literal('https://eips.ethereum.org/EIPS/eip-8004#registration-v1'),
      name: Text,
      description: z.string(),
      services: z.array(Service).optional(),
      endpoints: z.array(Service).optional(),
    })
    .refine(({ services, endpoints }) => services !== undefined || endpoints !== undefined),
} as const;
export type CardFormat = keyof typeof formats;

/** Whether a document is a card of this format. */
export const judgeCard = (bytes: Uint8Array, format: CardFormat): Outcome => {
  const document = findJson(bytes);
  if (document === undefined) return fail('not_json');
  return passIf(formats[format].safeParse(document).success, 'schema_refused');
};

/** An entry of an ERC-8004 registry that a file should name. */
export interface Registration {
  readonly registry: string;
  readonly agentRef: string;
}

/** Texts and numbers alone: what others write may be an object without a text. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || Number.isSafeInteger(value) ? String(value) : undefined;

/** Whether a file names one of the entries (ERC-8004, `registrations`). */
export const judgeRegistrations = (bytes: Uint8Array, registrations: readonly Registration[]): Outcome => {
  const document = findJson(bytes);
  if (document === undefined) return fail('not_json');
  const named = valueAt(document, '/registrations');
  const isNamed = ({ registry, agentRef }: Registration) =>
    Array.isArray(named) &&
    named.some(
      (one) =>
        textOf(valueAt(one, '/agentId')) === agentRef &&
        textOf(valueAt(one, '/agentRegistry'))?.toLowerCase() === registry.toLowerCase(),
    );
  return passIf(registrations.some(isNamed), 'identity_not_named');
};

/** The keys of a key set; empty for any other document. */
export const keysOf = (bytes: Uint8Array): Record<string, unknown>[] => {
  const keys = valueAt(findJson(bytes), '/keys');
  return Array.isArray(keys) ? keys.filter(isJsonObject) : [];
};

/** Whether a key set has all the named keys, by `kid` or RFC 7638 thumbprint. A page about keys says nothing. */
export const judgeKeySet = async (bytes: Uint8Array, kids: readonly string[]): Promise<Outcome> => {
  if (findJson(bytes) === undefined) return notRun('not_json');
  const keys = keysOf(bytes);
  const thumbprints = await Promise.all(keys.map((key) => calculateJwkThumbprint(key).catch(() => undefined)));
  const listed = new Set<unknown>([...keys.map(({ kid }) => kid), ...thumbprints]);
  return passIf(
    kids.every((kid) => listed.has(kid)),
    'key_not_found',
  );
};

const McpEntry = z.looseObject({ server: z.looseObject({ name: z.string() }) });

/** Whether the MCP registry has an entry of this name that is not deleted. */
export const judgeMcpEntry = (bytes: Uint8Array, name: string): Outcome => {
  const document = findJson(bytes);
  const entry = McpEntry.safeParse(document).data;
  if (entry === undefined) return notRun('schema_refused');
  const status = valueAt(document, '/_meta/io.modelcontextprotocol.registry~1official/status');
  return passIf(entry.server.name === name && status !== 'deleted', 'not_listed');
};

/** An endpoint that a document of the subject names, with its protocol. */
export type OfferedEndpoint = Pick<Endpoint, 'url' | 'protocol'>;

const isWebAddress = (value: unknown): value is string => WebAddress.safeParse(value).success;

/**
 * The MCP servers and agent cards that a document offers: among the `services` of a registration file (ERC-8004), or the
 * remotes over Streamable HTTP of an entry in the MCP registry.
 */
export const offeredEndpoints = (bytes: Uint8Array): OfferedEndpoint[] => {
  const document = findJson(bytes);
  const [services, remotes] = ['/services', '/server/remotes'].map((place): unknown[] => {
    const list = valueAt(document, place);
    return Array.isArray(list) ? list : [];
  });
  const offered = [
    ...services!.map((one) => [textOf(valueAt(one, '/name'))?.toLowerCase(), valueAt(one, '/endpoint')]),
    ...remotes!.map((one) => [valueAt(one, '/type') === 'streamable-http' ? 'mcp' : '', valueAt(one, '/url')]),
  ];
  return offered.flatMap(([protocol, url]) =>
    (protocol === 'mcp' || protocol === 'a2a') && isWebAddress(url) ? [{ url, protocol }] : [],
  );
};

const isThere = (value: unknown): boolean => value !== undefined && value !== null;

/** Whether an endpoint answered as a source of the record states. MCP has a handshake of its own. */
export const judgeEndpoint = (
  bytes: Uint8Array,
  { protocol, has = [] }: Pick<Endpoint, 'protocol' | 'has'>,
): Outcome => {
  if (protocol === 'a2a') return judgeCard(bytes, 'a2a-agent-card');
  const document = findJson(bytes);
  if (document === undefined) return fail('not_json');
  return passIf(
    has.every((pointer) => isThere(valueAt(document, pointer))),
    'schema_refused',
  );
};

/** The id and the owner of an entry in the answer of an index, or why there are none. */
export const readIndexedEntry = (
  bytes: Uint8Array,
  { agent, owner: place }: IndexEntry,
): { readonly tokenId: string; readonly owner: string } | Outcome => {
  const document = findJson(bytes);
  if (document === undefined) return fail('not_json');
  const tokenId = textOf(valueAt(document, agent));
  const owner = textOf(valueAt(document, place));
  return tokenId !== undefined && /^\d{1,78}$/.test(tokenId) && owner !== undefined
    ? { tokenId, owner }
    : fail('schema_refused');
};
