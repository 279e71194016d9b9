/** What all datasets are about, for catalogues. */
export const DATA_KEYWORDS = ['agents', 'accountability', 'identity', 'governance', 'registries'] as const;
