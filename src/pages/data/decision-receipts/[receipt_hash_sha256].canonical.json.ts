import { documentFiles } from '../../../http/document.ts';
import { getStaticPaths } from './canonical/[receipt_hash_sha256].json.ts';

// Not listed: a template of this form also matches the address of a receipt, and clients could not tell them apart.
const { GET } = documentFiles([], () => Promise.resolve([]));
export { GET, getStaticPaths };
