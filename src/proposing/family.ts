import type { DecisionRecord } from '../domain/datasets/governance/record.ts';
import { type ProposalState, readDraftHistory, readEntered, readFrontMatter, readSep } from './read-proposal.ts';

/** The members that all records of a family have. */
type FamilyMembers = Pick<DecisionRecord, 'ecosystem' | 'body' | 'body_kind' | 'decision_type'> & {
  readonly subject_kind: DecisionRecord['subject']['kind'];
};

/** Proposals whose steps are read from one place. What counts, in words, is in `datasets/families.yaml`. */
export interface Family {
  readonly id: string;
  /** A repository as owner/name: where the addresses of the sources lead. For saved files, their address, with {name}. */
  readonly place: string;
  /** Which files are read, by their paths in the repository or their names in the folder. */
  readonly path: RegExp;
  /** For pages with the history of a document: what each says about how it began. One without it was cut. */
  readonly beginning?: RegExp;
  readonly members: FamilyMembers;
  /** Which proposals count, beside those that a record names: those about agents, or texts of systems of the map. Without it, all. */
  readonly about?: 'agents' | 'map';
  /** The statuses that count; without it, all. */
  readonly statuses?: RegExp;
  readonly read: (text: string, path: RegExpExecArray) => ProposalState | readonly ProposalState[] | undefined;
}

const status = { decision_type: 'standard_status_change', subject_kind: 'standard' } as const;
const ofEthereum = { ecosystem: 'ethereum', body_kind: 'standards_editor', ...status } as const;
/** The stages of a specification of W3C, as its files are named. */
const stages: Readonly<Record<string, string>> = { cr: 'Candidate Recommendation', pr: 'Proposed Recommendation', rec: 'Recommendation' }; // prettier-ignore
const steering = { body_kind: 'project_steering' } as const;

/** The families that can be read. To add one: an entry here, and one in `datasets/families.yaml`. */
export const families: readonly Family[] = [
  {
    id: 'erc',
    place: 'ethereum/ERCs',
    path: /^ERCS\/erc-(\d+)\.md$/,
    members: { body: 'ERC editors (ethereum/ERCs)', ...ofEthereum },
    about: 'agents',
    read: (text, [, number]) => readFrontMatter(text, `ERC-${number}`),
  },
  {
    id: 'eip',
    place: 'ethereum/EIPs',
    path: /^EIPS\/eip-(\d+)\.md$/,
    members: { body: 'EIP editors', ...ofEthereum },
    about: 'agents',
    read: (text, [, number]) => readFrontMatter(text, `EIP-${number}`),
  },
  {
    id: 'sep',
    place: 'modelcontextprotocol/modelcontextprotocol',
    path: /^seps\/(\d+)-[^/]*\.md$/,
    members: { ecosystem: 'mcp', body: 'MCP core maintainers', ...steering, ...status, subject_kind: 'proposal' },
    statuses: /^final$/i,
    read: (text, [, number]) => readSep(text, `SEP-${Number(number)}`),
  },
  {
    id: 'ietf',
    place: 'https://datatracker.ietf.org/doc/{name}/history/',
    path: /^(draft-ietf-[a-z0-9-]+)\./,
    beginning: /\bdraft-ietf-\S+-00\.txt/,
    members: { ecosystem: 'ietf', body: 'IETF', body_kind: 'standards_body', ...status },
    about: 'map',
    read: (text, [, name]) => readDraftHistory(text, name!),
  },
  {
    id: 'w3c',
    place: 'https://github.com/relaton/relaton-data-w3c/blob/main/data/{name}.yaml',
    path: /^(cr|pr|rec)-(.+)-(\d{4})(\d\d)(\d\d)\.yaml$/,
    members: { ecosystem: 'w3c', body: 'W3C', body_kind: 'standards_body', ...status },
    about: 'map',
    read: (text, [, stage, name, ...day]) => readEntered(text, name!, stages[stage!]!, day.join('-')),
  },
  {
    id: 'openid',
    place: 'openid/publication',
    path: /^sync\/specs\/(.+)-final\.html$/,
    members: { ecosystem: 'openid', body: 'OpenID Foundation', body_kind: 'standards_body', ...status },
    about: 'map',
    read: (text, [, name]) => readEntered(text, name!, 'Final Specification'),
  },
  {
    id: 'a2a',
    place: 'a2aproject/A2A',
    path: /^CHANGELOG\.md$/,
    members: { ecosystem: 'a2a', body: 'A2A Technical Steering Committee', ...steering, decision_type: 'release', subject_kind: 'spec_version' }, // prettier-ignore
    read: (text) => {
      const version = /^## \[(0\.\d+\.0|[1-9]\d*\.\d+\.\d+)\]/m.exec(text)?.[1];
      return version === undefined ? undefined : readEntered(text, `A2A v${version}`, 'Released');
    },
  },
  {
    id: 'x402',
    place: 'x402-foundation/x402',
    path: /^specs\/(?:schemes\/([^/]+)\/.+|extensions\/(?:extension-)?([^/]+))\.md$/,
    members: { ecosystem: 'x402', body: 'x402 maintainers', ...steering, decision_type: 'standard_adopted', subject_kind: 'spec_feature' }, // prettier-ignore
    read: (text, [, scheme, extension]) => readEntered(text, scheme ?? extension!.replaceAll('_', '-'), 'Merged'),
  },
  {
    id: 'dif',
    place: 'decentralized-identity/decentralized-identity.github.io',
    path: /^docs\/working-groups\/([^/]+-agents)\.html$/,
    members: { ecosystem: 'web', body: 'Decentralized Identity Foundation', body_kind: 'foundation', decision_type: 'governance_rule', subject_kind: 'body' }, // prettier-ignore
    read: (text, [, name]) => readEntered(text, name!, 'Chartered'),
  },
];
