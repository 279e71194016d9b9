import { descriptorDocument, descriptors } from '../_descriptors.ts';

export const GET = descriptorDocument(descriptors.evidencePack);
