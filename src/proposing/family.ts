import type { DecisionRecord } from '../domain/datasets/governance/record.ts';
import { type ProposalState, readFrontMatter, readSep } from './read-proposal.ts';

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
  /** Whether only proposals about agents, and those that records name, are proposed. */
  readonly aboutAgents: boolean;
  readonly read: (text: string, path: RegExpExecArray) => ProposalState | undefined;
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
];
