import { expect, test } from 'vitest';
import { nameOfEcosystem } from '../../../../src/domain/datasets/record/ecosystems.ts';

test.each([
  ['mcp', 'MCP'],
  ['bnb-chain', 'BNB Chain'],
  ['x402', 'x402'],
  ['ethereum', 'Ethereum'],
  ['agent-community', 'Agent community'],
  ['constructor', 'Constructor'],
])('the ecosystem %s is written %s', (id, name) => {
  expect(nameOfEcosystem(id)).toBe(name);
});
