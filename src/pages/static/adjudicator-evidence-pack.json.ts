import { adapters } from '../../domain/adjudication/adapter-descriptors.ts';
import { descriptorDocument } from '../../site/descriptors.ts';

export const GET = descriptorDocument('getEvidencePackDescriptor', adapters.evidencePack);
