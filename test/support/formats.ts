import type { Ajv2020 } from 'ajv/dist/2020.js';
import plugin from 'ajv-formats';

/** Teaches ajv the formats that the published schemas name. */
export const addFormats = (ajv: Ajv2020): void => {
  (plugin as unknown as (target: Ajv2020) => void)(ajv);
};
