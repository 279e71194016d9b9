import { hashOf, sha256 } from './canonical.mjs';
import { fail, open, pass, unusable, vector } from './case.mjs';
import { headerOf, signature } from './keys.mjs';

const KIND = 'agent_card';
const SIGNED = '2026-11-10T08:30:00Z';
const SITE = 'https://service.example';

const card = (changes = {}) => ({
  name: 'Vector agent',
  description: 'Answers for itself.',
  supportedInterfaces: [{ url: SITE, protocolBinding: `${SITE}/openapi.json`, protocolVersion: '1.0' }],
  provider: { organization: 'Vector service', url: SITE },
  version: '1.0.0',
  documentationUrl: `${SITE}/api-reference`,
  capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: false },
  defaultInputModes: ['application/json'],
  defaultOutputModes: ['application/json'],
  skills: [{ id: 'answer', name: 'Answer', description: 'Answers a question.', tags: ['questions'] }],
  ...changes,
});

const plain = card();
const by = (name, at = SIGNED, more = {}, of = plain) => signature(of, 'none', name, at, more);
const said = (jku) => ({ header: headerOf('card', SIGNED, { jku }) });
const refused = { schema: 'fail', signature: 'unverified' };

/** A card with these signatures, under the test keys. */
const signed = (name, rule, signatures, results, { document = plain, ...options } = {}) =>
  vector(`card-${name}`, KIND, rule, { ...document, signatures }, results, { keys: 'keys', ...options });
/** A card that its key signed, and that then was replaced by another one. */
const changed = (name, rule, document, results = fail) => signed(name, rule, [by('card')], results, { document });

const { capabilities: _, ...withoutCapabilities } = plain;

export const agentCardCases = [
  vector('card-unsigned', KIND, 'an agent card has no schema and is known by its interfaces', plain, open, { keys: 'keys' }),
  signed('signed', 'a card states no hash, so its signature alone shows that it is unchanged', [by('card')], pass),
  signed('signed-jku', 'the header may name the key set of the signer, which is not followed', [by('card', SIGNED, said(`${SITE}/.well-known/jwks.json`))], pass),
  signed('jku-elsewhere', 'a key set elsewhere brings no key in', [by('stranger', SIGNED, { header: headerOf('stranger', SIGNED, { jku: 'https://stranger.example/jwks.json' }) })], open),
  signed('jku-no-address', 'jku is an http or https address', [by('card', SIGNED, said('file:///jwks.json'))], fail),
  signed('jku-no-text', 'jku is a text', [by('card', SIGNED, said([`${SITE}/jwks.json`]))], fail),
  signed('jku-space', 'jku holds visible ASCII only', [by('card', SIGNED, said(`${SITE}/jwks json`))], fail),
  signed('asked', 'signed, anchored, and the hash that was asked for', [by('card')], { ...pass, hash: 'pass' }, { asked: hashOf(plain), anchoredAt: '2026-11-10T09:00:00Z' }),
  signed('asked-another', 'another hash than the one that was asked for', [by('card')], { ...pass, hash: 'fail' }, { asked: sha256('another') }),
  signed('unsigned-asked-signatures', 'the signatures are no part of the hash', [by('card'), by('card-superseded')], { ...pass, hash: 'pass' }, { asked: hashOf(plain) }),
  signed('superseded', 'what a superseded key signed before stays good', [by('card-superseded')], pass),
  signed('compromised', 'a lost key shows nothing by itself', [by('card-compromised')], open),
  signed('compromised-anchored', 'the anchor of the hash of the card counts', [by('card-compromised')], { ...pass, hash: 'pass' }, { asked: hashOf(plain), anchoredAt: '2026-11-10T09:00:00Z' }),
  signed('by-service-key', 'a service key signs no card', [by('service')], fail),
  signed('by-decisions-key', 'a decisions key signs no card', [by('decider')], fail),
  signed('before-first-second', 'a key does not sign before valid_from', [by('card', '2025-12-31T23:59:59Z')], fail),
  signed('rotated-one-bad', 'one bad signature spoils the origin', [by('card'), by('card-superseded', SIGNED, {}, card({ version: '2.0.0' }))], fail),
  changed('changed', 'a change of one letter breaks the signature', card({ name: 'Vector Agent' })),
  changed('changed-interface', 'another address breaks the signature', card({ supportedInterfaces: [{ ...plain.supportedInterfaces[0], url: 'https://stranger.example' }] })),
  changed('changed-skill-gone', 'a skill that is left out breaks the signature', card({ skills: [{ ...plain.skills[0], id: 'other' }] })),
  changed('streaming', 'the agent does not stream', card({ capabilities: { ...plain.capabilities, streaming: true } }), refused),
  changed('empty-text', 'no member is empty: A2A leaves such members out when it signs', card({ description: '' }), refused),
  changed('empty-list', 'no list is empty', card({ skills: [] }), refused),
  changed('further-member', 'a card has the members of A2A only', card({ url: SITE }), refused),
  changed('without-capabilities', 'capabilities are required', withoutCapabilities, refused),
  signed('signature-header', 'a signature has no unprotected header', [{ ...by('card'), header: {} }], refused),
  unusable('card-with-schema', 'a document that names a schema is no agent card', { schema: 'service.agent-card.v1', ...plain }),
  unusable('card-interfaces-object', 'supportedInterfaces of a card is an array', card({ supportedInterfaces: {} })),
]; // prettier-ignore
