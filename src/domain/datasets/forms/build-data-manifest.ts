import { hashOf } from '../../json/hash.ts';
import { schemaId } from '../../vocabulary/service.ts';
import type { IndexedDataset } from './data-index.ts';
import type { DataManifest } from './data-manifest.ts';
import type { PublishedFile } from './published-file.ts';

/** The manifest of these datasets without signatures (SPEC.md §6.14). */
export const buildDataManifest = (
  datasets: readonly IndexedDataset[],
  { path, bytes, sha256 }: PublishedFile,
  siteUrl: string,
): DataManifest => {
  const manifest = {
    ok: true,
    schema: schemaId('data-manifest'),
    version: datasets
      .map(({ version }) => version)
      .toSorted()
      .at(-1)!,
    checksums: { address: siteUrl + path, bytes, sha256 },
    datasets: datasets.map(({ id, version, forms }) => {
      const form = forms.find(({ format }) => format === 'json')!;
      return { address: form.address, bytes: form.bytes, sha256: form.sha256, id, version };
    }),
  } as const;
  return { ...manifest, manifest_hash_sha256: hashOf(manifest) };
};
