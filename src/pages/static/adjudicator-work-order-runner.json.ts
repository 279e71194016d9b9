import { descriptorDocument } from '../../site/build-descriptors.ts';

export const GET = descriptorDocument('runner');
