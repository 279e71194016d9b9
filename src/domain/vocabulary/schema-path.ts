/** Address of a published schema, relative to the base address. */
export const schemaPath = (id: string): string => `/schemas/${id}.json`;
