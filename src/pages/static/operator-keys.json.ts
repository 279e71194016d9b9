import { loadKeys } from '../../dataset-files/load.ts';
import { buildKeysDocument, KeysDocument } from '../../domain/keys/keys-document.ts';
import { document } from '../../http/document.ts';

export const GET = document(
  {
    id: 'getOperatorKeys',
    tag: 'Keys',
    summary: 'Public keys of the operator',
    description: 'The keys that were published with this build. /static/keys.json adds those of the running service.',
    schema: KeysDocument,
  },
  () => buildKeysDocument(loadKeys()),
);
