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

/** Files of the repositories of openid, a2aproject, x402-foundation and decentralized-identity; some are no decision. */
export const committed: Texts = {
  'sync/specs/authorization-api-1_0-final.html': '<title>Authorization API 1.0</title>',
  'sync/specs/openid-federation-1_1-final.html': '<title>OpenID Federation 1.1</title>',
  'CHANGELOG.md':
    '# Changelog\n\n## [0.2.6](https://example.org) (2025-07-17)\n\n## [1.0.0](https://example.org) (2026-03-12)\n',
  'specs/extensions/extension-offer-and-receipt.md': '# Offer and Receipt Extension\n',
  'specs/schemes/upto/scheme_upto.md': '# Scheme: `upto`\n',
  'specs/schemes/upto/scheme_upto_evm.md': '# Scheme: `upto` for EVM\n',
  'specs/scheme_template.md': '# Scheme: `x`\n',
  'docs/working-groups/trusted-agents.html': '<title>DIF - Trusted AI Agents Working Group</title>',
  'docs/working-groups/keri.html': '<title>DIF - KERI Working Group</title>',
};

/** The history of a draft, the newest entry first, as the Datatracker shows it. */
export const httpsigHistory = `<h1>HTTP Message Signatures for automated traffic<br>
<small>draft-ietf-webbotauth-httpsig-protocol-01</small></h1><table>
<tr><td>2026-11-15</td><td></td><td>(System)</td><td>RFC published</td></tr>
<tr><td>2026-10-30</td><td>01</td><td>A Secretary</td><td>IESG has approved the document</td></tr>
<tr><td>2026-10-20</td><td>01</td><td>A Secretary</td><td>IESG state changed to <b>In Last Call</b> from AD Evaluation</td></tr>
<tr><td>2026-09-01</td><td>00</td><td>A Chair</td><td>New version available: <b>draft-ietf-webbotauth-httpsig-protocol-00.txt</b></td></tr>
</table>`;

const dataModel = 'title:\n- language: en\n  content: Verifiable Credentials Data Model v2.0\n';
/** Saved files by name: a page of the Datatracker, and files of relaton/relaton-data-w3c. */
export const saved: Texts = {
  'draft-ietf-webbotauth-httpsig-protocol.html': httpsigHistory,
  'pr-vc-data-model-2.0-20250320.yaml': dataModel,
  'rec-vc-data-model-2.0-20250515.yaml': dataModel,
  'rec-css-color-3-20220118.yaml': dataModel,
};
