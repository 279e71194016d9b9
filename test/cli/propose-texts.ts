/** Texts by path, as the real repositories had them on a day: their heads, and the words that are read. */
type Texts = Readonly<Record<string, string>>;

const cis = (id: string, title: string, rows: readonly (readonly [string, string])[]): Texts => {
  const line = '='.repeat(id.length + 2 + title.length);
  const table = rows.map(([head, cell]) => `   * - ${head}\n     - ${cell}\n`).join('');
  return {
    [`source/CIS/${id.toLowerCase()}.rst`]: `.. _${id}:

${line}
${id}: ${title}
${line}

.. list-table::
   :stub-columns: 1

${table}   * - Supported versions
     - | Smart contract version 1 or newer
       | (Protocol version 4 or newer)
   * - Standard identifier
     - \`\`${id}\`\`

Abstract
========
`,
  };
};
const cis1 = (...rows: (readonly [string, string])[]) =>
  cis('CIS-1', 'Concordium Token Standard', [['Created', 'Sep 22, 2021'], ...rows]);
const cis3 = (final: string) =>
  cis('CIS-3', 'Sponsored Transaction Standard', [
    ['Created', 'Apr 04, 2023'],
    ['Final', final],
  ]);
const cis4 = (...rows: (readonly [string, string])[]) =>
  cis('CIS-4', 'Credential Registry Standard', [['Created', 'May 1, 2023'], ...rows]);
const cis0 = (...row: readonly [string, string]) =>
  cis('CIS-0', 'Standard Detection', [['Created', 'Jul 14, 2022'], row]);
const cis7 = (final: string) =>
  cis('CIS-7', 'Protocol-level Tokens (PLTs)', [
    ['Created', 'Jun 25, 2025'],
    ['Final', final],
  ]);

const p2 = (name: string, testnet: string, mainnet: string) =>
  `| ${name} | Transaction Memos | ${testnet} | ${mainnet} | [P2.txt](../main/updates/P2.txt) |\n`;
const p8 = (testnet: string, mainnet: string) =>
  `| P8 | Suspension of inactive validators | ${testnet} | ${mainnet} | [P8.txt](../main/updates/P8.txt) |\n`;
const P1 = '| Alpha Centauri 1.0 (P1) | Initial protocol at launch of mainnet | - | Jun 09, 2021 | - |\n';
const P2 = p2('Alpha Centauri 2.0 (P2)', 'Sep 22, 2021', 'Oct 13, 2021');
const versions = (...rows: readonly string[]): Texts => ({
  'README.md': `# Concordium update proposals

## Overview

The table lists already effective as well as *planned/draft* protocol updates.

| Protocol Version | Protocol Update | Effective on Testnet | Effective on Mainnet | Protocol Specification |
| :---: | :--- | :--- | :--- | :--- |
${rows.join('')}
## Hosted front-end
`,
});

/** What Concordium/concordium-update-proposals had after a day, by days. */
export const concordium: readonly (readonly [day: string, texts: Texts])[] = [
  [
    '2021-08-23',
    versions(
      '| P1 | Initial protocol at launch of mainnet | - | Jun 09, 2021 | - |\n',
      p2('P2', '*planned  Sep 22, 2021*', '*planned  Oct 25, 2021*'),
    ),
  ],
  ['2021-10-05', cis1(['Final', 'planned Oct 13, 2021'])],
  ['2021-10-06', versions(P1, p2('Alpha Centauri 2.0 (P2)', 'Sep 22, 2021', '*planned  Oct 13, 2021*'))],
  ['2021-10-11', cis1(['Final', 'planned Nov 1, 2021'], ['Draft version', '2 (Oct 11, 2021)'])],
  ['2021-11-02', cis1(['Final', 'Nov 1, 2021'])],
  ['2021-11-08', versions(P1, P2)],
  ['2022-07-22', cis0('Draft version', '1')],
  ['2022-08-04', cis0('Final', 'Aug 3, 2022')],
  ['2023-04-19', cis3('Apr 19, 2023')],
  ['2023-08-22', cis4()],
  ['2023-08-23', cis3('Aug 22, 2023')],
  ['2023-08-24', cis4(['Status', 'Draft - Aug 23, 2023'])],
  ['2023-10-08', cis4(['Final', 'Oct 8, 2023'])],
  ['2025-01-06', versions(P1, P2, p8('-', '-'))],
  ['2025-02-07', versions(P1, P2, p8('Feb 24, 2025 (planned)', 'Mar 17, 2025 (planned)'))],
  ['2025-03-12', versions(P1, P2, p8('Feb 24, 2025', 'Mar 17, 2025'))],
  ['2025-08-15', cis7('TBD')],
  ['2025-09-09', cis7('Sep 9, 2025')],
];

/** `ERCS/erc-8001.md` of ethereum/ERCs. */
export const erc8001 = (status: string): Texts => ({
  'ERCS/erc-8001.md': `---
eip: 8001
title: Agent Coordination Framework
description: Minimal, single-chain, multi-party agent coordination using EIP-712 attestations
author: Kwame Bryan (@KBryan)
discussions-to: https://ethereum-magicians.org/t/erc-8001-secure-intents-a-cryptographic-framework-for-autonomous-agent-coordination-draft-erc-8001/24989
status: ${status}
type: Standards Track
category: ERC
created: 2025-08-02
requires: 712, 1271, 2098, 5267
---

## Abstract

[ERC-8001](./eip-8001.md) defines a minimal, single-chain primitive for **multi-party agent coordination**.

## Motivation

Agents in DeFi/MEV/Web3 Gaming and Agentic Commerce often need to act together without a trusted coordinator.

This ERC specifies:
- A canonicalised EIP-712 domain for agent coordination,
- Typed data structures (\`AgentIntent\`, \`CoordinationPayload\`, \`AcceptanceAttestation\`),
`,
});

/** `ERCS/erc-20.md` of ethereum/ERCs, which is not about agents. */
export const erc20: Texts = {
  'ERCS/erc-20.md': `---
eip: 20
title: Token Standard
author: Fabian Vogelsteller <fabian@ethereum.org>, Vitalik Buterin <vitalik.buterin@ethereum.org>
type: Standards Track
category: ERC
status: Final
created: 2015-11-19
---
`,
};

/** `seps/1850-pr-based-sep-workflow.md` of modelcontextprotocol/modelcontextprotocol. */
export const sep1850 = (status: string): Texts => ({
  'seps/1850-pr-based-sep-workflow.md': `# SEP-1850: PR-Based SEP Workflow

- **Status**: ${status}
- **Type**: Process
- **Created**: 2025-11-20
- **Author(s)**: Nick Cooper (@nickcoai), David Soria Parra (@davidsp)

## Abstract
`,
});

/** A text of the same repository that came in when it was final. */
export const sep1319: Texts = {
  'seps/1319-decouple-request-payload-from-rpc-methods-definiti.md': `# SEP-1319: Decouple Request Payload from RPC Methods Definition

- **Status**: Final
- **Type**: Standards Track
- **Created**: 2025-08-08
- **Author(s)**: @kurtisvg
- **Issue**: #1319

## Abstract
`,
};

/** `ensips/25.md` of ensdomains/ensips. */
export const ensip25: Texts = {
  'ensips/25.md': `---
description: A method for verifying ENS names for AI agent registries
contributors:
  - premm.eth
ensip:
  created: "2025-10-02"
  status: draft
---

# ENSIP-25: AI Agent Registry ENS Name Verification

## Abstract

This ENSIP defines a standardized method for directly verifying, using text records, the association between an ENS name and an AI agent identity registered in a specific on-chain AI agent registry.

## Motivation

With the introduction of on-chain AI agent identity registries, such as ERC-8004, in which agents may declare an associated ENS name, there is a need for a standardized verification method. This verification process is essential for establishing trust between an AI agent identity and the ENS name it claims to control. This ENSIP defines a direct lookup method using a parameterized text record key that includes a unique agent identifier.
`,
};
