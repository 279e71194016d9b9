import { Caip2, partsOfCaip10, partsOfCaip19 } from '../../domain/chains/caip.ts';
import type { ContractAddress } from '../../domain/chains/concordium-reference.ts';
import {
  findAccountPage,
  findChainName,
  findInstancePage,
  KnownCaip10,
  KnownCaip19,
} from '../../domain/chains/known-chains.ts';
import type { layerNames, MapRecord } from '../../domain/datasets/accountability-map/record.ts';
import { facetNames, layerFacetTerms, layerLevelTerms } from '../../domain/datasets/accountability-map/terms.ts';
import {
  type Citation,
  findCited,
  type Source,
  sourceAccessTerms,
  sourceKindTerms,
} from '../../domain/datasets/record/source.ts';
import { code, element, joined, link, list, type Said, sub } from './said.ts';
import { labelOf, sourceTitle } from './text.ts';

// Loaded by the service as well, for the page that compares systems: it reads no files of the datasets.

/** A value of a record for people: what it names on a chain, in CAIP or as an instance of Concordium, leads to its page. */
export const valueSaid = (value: unknown, chain = ''): Said => {
  const placed = (on: string, what: string, page: string | undefined): Said => [
    findChainName(on) ?? code(on),
    ' ',
    page === undefined ? code(what) : link(page, code(what)),
  ];
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value !== 'string') {
    const instance = value as ContractAddress;
    return placed(chain, `<${instance.index},${instance.subindex}>`, findInstancePage(chain, instance));
  }
  if (Caip2.safeParse(value).success) return findChainName(value) ?? code(value);
  if (KnownCaip10.safeParse(value).success) {
    const { chain: on, address } = partsOfCaip10(value);
    return placed(on, address, findAccountPage(value));
  }
  if (KnownCaip19.safeParse(value).success) {
    const { chain: on, standard, reference, tokenId = '' } = partsOfCaip19(value);
    const page = on.startsWith('eip155:') ? findAccountPage(`${on}:${reference}`) : undefined;
    return placed(on, `${standard} ${reference} ${tokenId}`.trimEnd(), page);
  }
  return /^https?:[^{]+$/.test(value) ? link(value, value) : value.includes(' ') ? value : code(value);
};

/** Members of a group, a line each. @param labels for people, by the names of the members. */
export const linesOf = (group: object, labels: Readonly<Record<string, string>>): Said =>
  Object.entries(labels).map(([name, label]) => {
    const { [name]: value, chain_id: chain } = group as Readonly<Record<string, unknown>>;
    return value !== undefined && sub(`${label} `, valueSaid(value, chain as string | undefined));
  });

/** A source, with what became of it since it was read where that is known. */
type NotedSource = Source & { readonly note?: string };

/** The places that something rests on, by their source: each leads to where it stands. */
export const cited = (citations: readonly Citation[] | undefined, sources: readonly NotedSource[]): Said => {
  if (citations === undefined) return undefined;
  const bySource = [...Map.groupBy(citations, (citation) => findCited(citation, sources))];
  const items = bySource.map(([source, places]): Said => {
    const links = places.map(({ url, locator }) => link(url, locator));
    return (
      source !== undefined && [sourceTitle(source), source.note && ` (${source.note})`, ': ', joined(links, ' · ')]
    );
  });
  return list(items, { class: 'plain sub' });
};

/** What a record rests on: one source, with how it was read. */
export const sourceSaid = (source: NotedSource): Said => {
  const { publisher, kind, commit, commit_date, stated_date, access, retrieved, excerpt_only } = source;
  const parts = [
    publisher,
    labelOf(sourceKindTerms, kind),
    commit && `commit ${commit.slice(0, 10)}${commit_date ? ` of ${commit_date}` : ''}`,
    stated_date && `dated ${stated_date}`,
    `${labelOf(sourceAccessTerms, access).toLowerCase()}${access === 'cited_not_read' ? '' : ` read ${retrieved}`}${excerpt_only ? ', only a part' : ''}`,
    source.note,
  ];
  return [link(source.url, sourceTitle(source)), sub(parts.filter(Boolean).join(' · '))];
};

/** What stands in place of the mechanism of a layer that has none. */
export const absenceOf = (level: keyof typeof layerLevelTerms): string =>
  level === 'unknown' ? 'Not examined.' : 'The whole text was read for this question, and nothing answers it.';

/** A layer of a system: its level, which leads somewhere, and how the system has it. */
export const layerCells = (
  { layers, sources: all }: MapRecord,
  name: (typeof layerNames)[number],
  href: string,
  says?: string,
): Said[] => {
  const { level, mechanism, sources, ...facets } = layers[name];
  const words = facetNames.flatMap((name) => (facets[name] ? labelOf(layerFacetTerms[name], facets[name]) : []));
  return [
    element('a', { class: `cover ${level}`, href, 'aria-label': says }, labelOf(layerLevelTerms, level)),
    [
      mechanism ?? element('span', { class: 'dash' }, absenceOf(level)),
      words.length > 0 && sub(words.join(' · ')),
      cited(sources, all),
    ],
  ];
};
