import { documentFiles } from '../../../http/document.ts';
import { GET as canonical } from './canonical/[receipt_hash_sha256].json.ts';

// Not listed: a template of this form also matches the address of a receipt, and clients could not tell them apart.
export const { GET, getStaticPaths } = documentFiles([], canonical.files);
