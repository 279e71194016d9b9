import { loadPublishedFiles } from '../../dataset-files/load-published-files.ts';
import { DataManifest } from '../../domain/datasets/forms/data-manifest.ts';
import { signedText } from '../../domain/keys/signature.ts';
import { document } from '../../http/document.ts';
import { signBuilt } from '../../site/sign-built.ts';

export const GET = document(
  {
    id: 'getDataManifest',
    tag: 'Datasets',
    summary: 'Manifest of the data',
    description:
      'The hash of the checksums of every file of the datasets. Where the operator has a key for it, the manifest is signed, and with it every file.',
    schema: DataManifest,
  },
  async () => {
    const { manifest } = loadPublishedFiles(import.meta.env.SITE);
    const text = signedText(manifest, 'manifest_hash_sha256');
    return { ...manifest, ...(await signBuilt(text, manifest.version)) };
  },
);
