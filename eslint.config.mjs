import eslint from '@eslint/js';
import astro from 'eslint-plugin-astro';
import importSort from 'eslint-plugin-simple-import-sort';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/', 'data/', '.astro/', 'test/fixtures/', 'datasets/'] },
  eslint.configs.recommended,
  ...tseslint.configs.recommended,
  ...astro.configs.recommended,
  {
    plugins: { 'import-sort': importSort },
    rules: {
      // One block: what has side effects, Node, packages, then our own files from far to near.
      'import-sort/imports': ['error', { groups: [['^\\u0000', '^node:', '^@?\\w', '^\\.']] }],
      'import-sort/exports': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/no-non-null-assertion': 'off',
      // Vitest reads from the first parameter of a fixture which others it needs.
      'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
    },
  },
  { files: ['test/bench/**', 'test/vectors/**'], rules: { 'no-console': 'off' } },
  // TypeScript, and Node itself, know the names that exist.
  { files: ['**/*.{ts,mjs,astro}'], rules: { 'no-undef': 'off' } },
);
