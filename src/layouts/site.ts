import { datasets } from '../dataset-files/registry.ts';
import { datasetPaths } from '../domain/datasets/forms/paths.ts';

export interface SiteLink {
  readonly href: string;
  readonly label: string;
  /** How much of the label the header shows where there is little room. */
  readonly brief?: string;
}

/** The page about evidence packs. */
export const EVIDENCE_PACK_PAGE = '/adjudicator-evidence-pack';
/** The page that shows the pack of the hash in its query. */
export const SHOWN_PACK_PAGE = `${EVIDENCE_PACK_PAGE}/pack`;

/** The page that shows the systems of the map named by `s` in its query beside one another. */
export const COMPARE_PAGE = '/agent-accountability-map/compare';

/** The links of the header, on every page. */
export const mainLinks: readonly SiteLink[] = [
  { href: '/intake', label: 'Ask the agent', brief: 'Ask' },
  { href: '/receipts', label: 'Receipts' },
  ...datasets.map(({ id, label }) => ({ href: datasetPaths(id).page, label })),
  { href: '/verify', label: 'Verify' },
  { href: '/api-reference', label: 'API' },
];

/** The links of the footer, by group. */
export const footerLinks: readonly { readonly title: string; readonly links: readonly SiteLink[] }[] = [
  {
    title: 'Use',
    links: [
      { href: '/agent', label: 'The agent' },
      { href: '/intake', label: 'Ask the agent' },
      { href: '/status', label: 'Open requests' },
      { href: '/receipts', label: 'Decision receipts' },
      { href: '/verify', label: 'Verify a receipt or a pack' },
      { href: '/api-reference', label: 'API reference' },
      { href: '/specification', label: 'Specification' },
      { href: '/errors', label: 'Error codes' },
    ],
  },
  {
    title: 'Data',
    links: [
      ...datasets.map(({ id, shortTitle }) => ({ href: datasetPaths(id).page, label: shortTitle })),
      { href: '/find', label: 'Search everything' },
    ],
  },
  {
    title: 'Previews',
    links: [
      { href: EVIDENCE_PACK_PAGE, label: 'Evidence packs' },
      { href: '/adjudicator-work-order-pack', label: 'Work order packs' },
      { href: '/adjudicator-work-order-runner', label: 'Work order runner' },
      { href: '/adjudicator-agent-escrow-pr', label: 'Agent escrow pull request' },
      { href: '/agent-acceptance-anchor', label: 'Anchors' },
    ],
  },
  {
    title: 'For programs',
    links: [
      { href: '/openapi.json', label: 'OpenAPI 3.1' },
      { href: '/.well-known/service-agent-card.json', label: 'Agent card' },
      { href: '/static/status.json', label: 'Status' },
      { href: '/static/capabilities.json', label: 'Capabilities' },
      { href: '/llms.txt', label: 'For language models' },
      { href: '/licences.md', label: 'Licences of scripts' },
    ],
  },
];
