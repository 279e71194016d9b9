import type { DecisionRecord } from '../domain/datasets/governance/record.ts';
import { readConcordiumStandard, readProtocolTable } from './read-concordium.ts';
import { type ProposalState, readEnsip, readFrontMatter, readSep } from './read-proposal.ts';

/** The members that all records of a family have. */
export type FamilyMembers = Pick<DecisionRecord, 'ecosystem' | 'body' | 'body_kind' | 'decision_type'> & {
  readonly subject_kind: DecisionRecord['subject']['kind'];
};

/** Proposals whose steps are read from one repository. */
export interface Family {
  readonly id: string;
  /** As owner/name: where the addresses of the sources lead. */
  readonly repository: string;
  /** What git is asked for. */
  readonly pathspec: string;
  readonly path: RegExp;
  readonly idPrefix: string;
  readonly members: FamilyMembers;
  /** What differs for a status. */
  readonly membersOf?: Readonly<Record<string, Partial<FamilyMembers>>>;
  /** Whether only proposals about agents, and those that records name, are proposed. */
  readonly aboutAgents: boolean;
  readonly read: (text: string, path: RegExpExecArray) => readonly ProposalState[];
}

const editors = {
  body_kind: 'standards_editor',
  decision_type: 'standard_status_change',
  subject_kind: 'standard',
} as const;

/** The families that are read from a git history. To add one: an entry here. */
export const families: readonly Family[] = [
  {
    id: 'erc',
    repository: 'ethereum/ERCs',
    pathspec: 'ERCS',
    path: /^ERCS\/erc-(\d+)\.md$/,
    idPrefix: '',
    members: { ecosystem: 'ethereum', body: 'ERC editors (ethereum/ERCs)', ...editors },
    aboutAgents: true,
    read: (text, [, number]) => readFrontMatter(text, `ERC-${number}`),
  },
  {
    id: 'eip',
    repository: 'ethereum/EIPs',
    pathspec: 'EIPS',
    path: /^EIPS\/eip-(\d+)\.md$/,
    idPrefix: '',
    members: { ecosystem: 'ethereum', body: 'EIP editors', ...editors },
    aboutAgents: true,
    read: (text, [, number]) => readFrontMatter(text, `EIP-${number}`),
  },
  {
    id: 'sep',
    repository: 'modelcontextprotocol/modelcontextprotocol',
    pathspec: 'seps',
    path: /^seps\/(\d+)-[^/]*\.md$/,
    idPrefix: 'mcp-',
    members: {
      ecosystem: 'mcp',
      body: 'MCP core maintainers',
      body_kind: 'project_steering',
      decision_type: 'standard_status_change',
      subject_kind: 'proposal',
    },
    aboutAgents: false,
    read: (text, [, number]) => readSep(text, `SEP-${Number(number)}`),
  },
  {
    id: 'ensip',
    repository: 'ensdomains/ensips',
    pathspec: 'ensips',
    path: /^ensips\/(\d+)\.md$/,
    idPrefix: '',
    members: { ecosystem: 'ens', body: 'ENSIP editors', ...editors },
    aboutAgents: true,
    read: (text, [, number]) => readEnsip(text, `ENSIP-${number}`),
  },
  {
    id: 'concordium-standards',
    repository: 'Concordium/concordium-update-proposals',
    pathspec: 'source/CIS',
    path: /^source\/CIS\/cis-(\d+)\.rst$/,
    idPrefix: 'concordium-',
    members: { ecosystem: 'concordium', body: 'Concordium (interoperability specifications)', ...editors },
    aboutAgents: false,
    read: (text, [, number]) => readConcordiumStandard(text, `CIS-${number}`),
  },
  {
    id: 'concordium-protocol',
    repository: 'Concordium/concordium-update-proposals',
    pathspec: 'README.md',
    path: /^README\.md$/,
    idPrefix: 'concordium-',
    members: {
      ecosystem: 'concordium',
      body: 'Concordium chain governance',
      body_kind: 'chain_governance',
      decision_type: 'protocol_upgrade',
      subject_kind: 'protocol_version',
    },
    membersOf: {
      proposed: {
        body: 'Concordium core development',
        body_kind: 'project_steering',
        decision_type: 'work_in_progress',
      },
    },
    aboutAgents: false,
    read: readProtocolTable,
  },
];
