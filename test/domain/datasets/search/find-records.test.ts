import { describe, expect, test } from 'vitest';
import { openSearch, type Search } from '../../../../src/domain/datasets/search/find-records.ts';
import { buildSearchIndex, type SearchEntry } from '../../../../src/domain/datasets/search/search-index.ts';

const entry = (id: string, name: string, more: Partial<SearchEntry> = {}): SearchEntry => ({
  dataset: 'agent-accountability-map',
  id,
  name,
  about: '',
  confidence: 'high',
  ...more,
});

const find = openSearch(
  buildSearchIndex([
    { entry: entry('actions', 'Activation of actions'), texts: ['Activation of actions', 'It aims at active agents'] },
    { entry: entry('eu-ai-act', 'EU AI Act'), texts: ['EU AI Act', 'Article 50, an act of the Union'] },
    { entry: entry('uses', 'Some registry'), texts: ['Some registry', 'An ERC-8004 registry', 'eip155:8453 Base'] },
    {
      entry: entry('erc-8004', 'ERC-8004 Trustless Agents', { ecosystem: 'ethereum', chains: ['eip155:1'] }),
      texts: ['ERC-8004 Trustless Agents', 'eip155:1:0x8004A169FB4a3325136EB29fA0ceB6D2e539a432', 'eip155:1 Ethereum'],
    },
    {
      entry: entry('op', 'Optimistic', { dataset: 'verified-agent-observatory', checks: ['pass'], confidence: 'low' }),
      texts: [
        'Optimistic',
        'eip155:10 OP Mainnet',
        'a based naïve key_directory',
        'see erc20 and 0x8004A169',
        '5fdab1e5',
      ],
    },
  ]),
);
const ids = (query: string, more: Partial<Search> = {}) => find({ query, ...more }).map(({ id }) => id);

describe('a search finds', () => {
  test.each([
    ['whole words, not letters inside of words', 'AI Act', ['eu-ai-act']],
    ['a short word only whole when somebody has it', 'act', ['eu-ai-act']],
    ['the beginning of a word', 'optim', ['op']],
    ['a short beginning when nobody has it as a word', 'opt', ['op']],
    ['words in the plural by the singular', 'agent', ['erc-8004', 'actions']],
    ['a name with a hyphen by the name without', 'erc8004', ['erc-8004', 'uses']],
    ['a name with a hyphen by two words', 'erc 8004', ['erc-8004', 'uses']],
    ['a name without a hyphen by one with it', 'erc-20', ['op']],
    ['two words by a name with a hyphen', 'ai-act', ['eu-ai-act']],
    ['a name with an underscore', 'key directory', ['op']],
    ['a word without its accents', 'naive', ['op']],
    ['a chain by its identifier', 'eip155:8453', ['uses']],
    ['a chain by its number', '8453', ['uses']],
    ['a chain by its name, before words that begin like it', 'base', ['uses', 'op']],
    ['no chain whose identifier only begins so', 'eip155:1', ['erc-8004']],
    ['an address in any case', '0X8004a169fb4a3325136eb29fa0ceb6d2e539a432', ['erc-8004']],
    ['an address with its chain', 'eip155:1:0x8004A169FB4a3325136EB29fA0ceB6D2e539a432', ['erc-8004']],
    ['an address by its beginning', '0x8004A1', ['erc-8004', 'op']],
    ['an address without its 0x', '8004A169FB4a3325136EB29fA0ceB6D2e539a432', ['erc-8004']],
    ['such a beginning as a word where somebody has the word', '8004', ['erc-8004', 'uses']],
    ['a hash that stands without 0x by the hash with it', '0x5FDA', ['op']],
    ['the permanent name of a record', 'eu-ai-act', ['eu-ai-act']],
    ['nothing for a word that nobody has', 'erc-8004 nowhere', []],
    ['everything without a word', ' –… ', ['actions', 'eu-ai-act', 'uses', 'erc-8004', 'op']],
  ])('%s', (_, query, expected) => {
    expect(ids(query)).toEqual(expected);
  });
});

test.each([
  [{ dataset: 'verified-agent-observatory' }, ['op']],
  [{ chain: 'eip155:1' }, ['erc-8004']],
  [{ ecosystem: 'ethereum' }, ['erc-8004']],
  [{ confidence: 'low' }, ['op']],
  [{ check: 'pass' }, ['op']],
  [{ check: 'pass', chain: 'eip155:1' }, []],
  [{ chain: '', confidence: '' }, ['actions', 'eu-ai-act', 'uses', 'erc-8004', 'op']],
])('a search keeps to the values asked for: %o', (asked, expected) => {
  expect(ids('', asked)).toEqual(expected);
});

test('a name that has the words comes before a text that has them', () => {
  expect(ids('registry')).toEqual(['uses']);
  expect(ids('erc-8004 registry')[0]).toBe('uses');
  expect(ids('8004')[0]).toBe('erc-8004');
});
