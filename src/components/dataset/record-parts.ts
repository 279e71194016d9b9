import { partsOfCaip10, partsOfCaip19 } from '../../domain/chains/caip.ts';
import type { ContractAddress } from '../../domain/chains/concordium-reference.ts';
import { findAccountPage, findChainName, findInstancePage } from '../../domain/chains/known-chains.ts';
import type { DatasetRecord } from '../../domain/datasets/record/record.ts';
import {
  archivedCopyTerms,
  type Citation,
  confidenceTerms,
  findCited,
  type Source,
  sourceAccessTerms,
  sourceKindTerms,
} from '../../domain/datasets/record/source.ts';
import { code, joined, link, list, type Said, type Section, strong, sub } from './said.ts';
import { labelOf, sourceTitle } from './text.ts';

/** A place on a chain, one of: the chain itself (CAIP-2), an account (CAIP-10), an asset (CAIP-19), an instance on Concordium. */
export const onChain = (place: {
  readonly chain?: string | undefined;
  readonly account?: string | undefined;
  readonly asset?: string | undefined;
  readonly instance?: ContractAddress | undefined;
}): Said => {
  const { chain, account, asset, instance } = place;
  const shown = (on: string | undefined, what?: string, page?: string): Said => [
    on !== undefined && (findChainName(on) ?? code(on)),
    what !== undefined && [' ', page === undefined ? code(what) : link(page, code(what))],
  ];
  if (account !== undefined) {
    const { chain: on, address } = partsOfCaip10(account);
    return shown(on, address, findAccountPage(account));
  }
  if (asset !== undefined) {
    const { chain: on, standard, reference, tokenId = '' } = partsOfCaip19(asset);
    const page = on.startsWith('eip155:') ? findAccountPage(`${on}:${reference}`) : undefined;
    return shown(on, `${standard} ${reference} ${tokenId}`.trimEnd(), page);
  }
  if (instance === undefined) return shown(chain);
  return shown(chain, `<${instance.index},${instance.subindex}>`, chain && findInstancePage(chain, instance));
};

/** The places that something rests on, by their source: each leads to where it stands. */
export const cited = (citations: readonly Citation[] | undefined, sources: readonly Source[]): Said => {
  if (citations === undefined) return undefined;
  const bySource = [...Map.groupBy(citations, (citation) => findCited(citation, sources))];
  const items = bySource.map(([source, places]): Said => {
    const links = places.map(({ url, locator }) => link(url, locator));
    return source !== undefined && [sourceTitle(source), ': ', joined(links, ' · ')];
  });
  return list(items, { class: 'plain sub' });
};

/** What is doubtful about a record. */
export const doubtsOf = ({ confidence, doubts }: DatasetRecord): Section => ({
  id: 'doubts',
  title: 'Doubts',
  paragraphs: [
    [
      strong(`Confidence: ${labelOf(confidenceTerms, confidence).toLowerCase()}.`),
      ` That stands for ${confidenceTerms[confidence].meaning}`,
      doubts.length === 0 && ' No doubts were noted when the record was compiled.',
    ],
  ],
  list: doubts,
});

const sourceItem = (source: Source): Said => {
  const { publisher, kind, commit, commit_date, stated_date, access, retrieved, excerpt_only, supports } = source;
  const parts = [
    publisher,
    labelOf(sourceKindTerms, kind),
    commit && `commit ${commit.slice(0, 10)}${commit_date ? ` of ${commit_date}` : ''}`,
    stated_date && `dated ${stated_date}`,
    `${labelOf(sourceAccessTerms, access).toLowerCase()}${access === 'cited_not_read' ? '' : ` read ${retrieved}`}${excerpt_only ? ', only a part' : ''}`,
  ];
  const copy = source.archived_copy && labelOf(archivedCopyTerms, source.archived_copy);
  return [
    link(source.url, sourceTitle(source)),
    sub(parts.filter(Boolean).join(' · ')),
    copy && sub(source.archived_url === undefined ? copy : link(source.archived_url, copy)),
    supports && sub(`Supports: ${supports.join(', ')}`),
  ];
};

/** What a record rests on. */
export const sourcesOf = ({ sources }: DatasetRecord): Section => ({
  id: 'sources',
  title: 'Sources',
  list: sources.map(sourceItem),
});
