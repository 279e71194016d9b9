/** Texts by path, as the real repositories had them on a day: their heads, and the words that are read. */
type Texts = Readonly<Record<string, string>>;

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
