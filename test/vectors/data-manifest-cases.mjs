import { sealed, sha256 } from './canonical.mjs';
import { fail, open, pass, vector } from './case.mjs';
import { signature } from './keys.mjs';

const KIND = 'data_manifest';
const HASH = 'manifest_hash_sha256';
const SITE = 'https://service.example';
const DAY = '2026-11-10';
const SIGNED = `${DAY}T00:00:00Z`;

const file = (path, content) => ({ address: SITE + path, bytes: content.length, sha256: sha256(content) });

const manifest = (changes = {}) =>
  sealed(
    {
      ok: true,
      schema: 'service.data-manifest.v1',
      version: DAY,
      checksums: file('/data/SHA256SUMS', 'checksums of the vectors'),
      datasets: [{ ...file('/static/one.json', 'one'), id: 'one', version: DAY }],
      ...changes,
    },
    HASH,
  );

const plain = manifest();
const by = (name, at = SIGNED) => signature(plain, HASH, name, at);

const signed = (name, rule, signatures, results, { document = plain, ...options } = {}) =>
  vector(`manifest-${name}`, KIND, rule, { ...document, signatures }, results, { keys: 'keys', ...options });

const other = { checksums: file('/data/SHA256SUMS', 'other checksums') };

export const dataManifestCases = [
  vector('manifest-unsigned', KIND, 'a manifest without signature', plain, open, { keys: 'keys' }),
  vector('manifest-further-member', KIND, 'a manifest may have further members; the hash covers them', manifest({ further: 1 }), open),
  signed('signed', 'signed in the first second of its version', [by('card')], pass),
  signed('anchored', 'intact, signed and anchored', [by('card')], pass, { anchoredAt: '2026-11-10T09:00:00Z' }),
  signed('before-version', 'a manifest is not signed before its version', [by('card', '2026-11-09T23:59:59Z')], fail),
  signed('changed', 'a change breaks hash and signature', [by('card')], { ...fail, hash: 'fail' }, { document: { ...plain, ...other } }),
  signed('hash-recomputed', 'a recomputed hash does not mend a signature', [by('card')], fail, { document: manifest(other) }),
  signed('by-decisions-key', 'a decisions key signs no manifest', [by('decider')], fail),
  signed('by-service-key', 'a service key signs no manifest', [by('service')], fail),
  signed('superseded', 'what a superseded key signed before stays good', [by('card-superseded')], pass),
  signed('compromised', 'a lost key shows nothing by itself', [by('card-compromised')], open),
  signed('compromised-anchored', 'a lost key counts for what was anchored before', [by('card-compromised')], pass, { anchoredAt: '2026-11-19T23:59:59Z' }),
  signed('unknown-key', 'a key that is not at hand leaves the origin open', [by('stranger')], open),
  signed('asked-another', 'another hash than the one that was asked for', [by('card')], { ...pass, hash: 'fail' }, { asked: sha256('another') }),
  vector('manifest-no-day', KIND, 'the day of the version exists', manifest({ version: '2026-02-30' }), { schema: 'fail' }),
  vector('manifest-no-datasets', KIND, 'a manifest names at least one dataset', manifest({ datasets: [] }), { schema: 'fail' }),
]; // prettier-ignore
