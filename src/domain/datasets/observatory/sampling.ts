/** How the sample differs from what the registries hold, in one sentence. */
export const samplingSummary =
  'It is a hand-picked sample, not a census: more than half of the records come from one curated list that takes entries from operators, and most of the ERC-8004 registrations in it are on Base, while a scan of twelve chains on 10 August 2026 found 67 % of 392,258 registrations on BNB Chain and 16 % on Base. Its counts say nothing about the share of agents that are active, signed or verified.';

/** What others measured of the whole population, each with its source. */
export const populationFacts: readonly { readonly text: string; readonly url: string }[] = [
  {
    text: 'A scan of twelve chains counted 392,258 ERC-8004 registrations on 10 August 2026: 67 % on BNB Chain, 16 % on Base, 13 % on Ethereum and 2 % on Celo. Of all, 21.3 % declared an endpoint that can be reached. Of those that were probed, 47.6 % completed the handshake of their protocol twice, 48 hours apart; weighted by host, 38.6 %.',
    url: 'https://github.com/yaojin0609/erc-8004-liveness/blob/df93fc7e87032d494f58b1e8fa1aa087708c6869/data/export/report-2026-08-10.md',
  },
  {
    text: 'Two hosts hold 42.9 % of the endpoints, so such shares turn on a few operators. On 16 August 2026 three indexes showed 236,197, 416,188 and 443,242 agents, because each counts other chains and other things.',
    url: 'https://github.com/yaojin0609/erc-8004-liveness/blob/1cddf1ce6121d0752f98d3ba185676cb8bc924ce/README.md',
  },
  {
    text: 'Feedback does not correct this: 93 % of 486,196 entries on three chains are on Base, and identities with feedback answered less often than all that were probed (39.7 % against 47.6 %).',
    url: 'https://github.com/yaojin0609/erc-8004-liveness/blob/462f2d71c746decfa848ffba934f17170a6adcb1/REPORT.md',
  },
  {
    text: 'A field report of 2 April 2026 counted 119,675 registrations: about 50 with sustained activity, about 500 with some metadata, the rest with neither.',
    url: 'https://github.com/erc-8004/erc-8004-contracts/issues/73',
  },
  {
    text: 'The Concordium registry numbers its tokens in sequence, and an example badge has number 5120; the sample holds two tokens.',
    url: 'https://docs.concordium.com/en/mainnet/technical-reference/agent-registry/cis-8004.html',
  },
];
