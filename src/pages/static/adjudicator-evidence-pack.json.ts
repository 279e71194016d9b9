import { descriptorDocument, descriptors } from '../../site/descriptors.ts';

export const GET = descriptorDocument(descriptors.evidencePack);
