import { datasets } from '../dataset-files/registry.ts';
import { datasetPaths } from '../domain/datasets/forms/paths.ts';
import { previewPages } from '../domain/vocabulary/service.ts';

export interface SiteLink {
  readonly href: string;
  readonly label: string;
  /** How much of the label the header shows where there is little room. */
  readonly brief?: string;
}

/** The page that shows the pack of the hash in its query. */
export const SHOWN_PACK_PAGE = `${previewPages.evidencePack}/pack`;

/** The page that shows the systems of the map named by `s` in its query beside one another. */
export const COMPARE_PAGE = '/agent-accountability-map/compare';

/** The page about running the service for another agent. */
export const RUN_PAGE = '/run-your-own';

/** The links of the header, on every page. */
export const mainLinks: readonly SiteLink[] = [
  { href: '/intake', label: 'Ask the agent', brief: 'Ask' },
  { href: '/receipts', label: 'Receipts' },
  ...datasets.map(({ id, label }) => ({ href: datasetPaths(id).page, label })),
  { href: '/verify', label: 'Verify' },
  { href: '/api-reference', label: 'API' },
];

/** The links of the footer to what the header does not lead to, by whom they are for. */
export const footerLinks: readonly { readonly title: string; readonly links: readonly SiteLink[] }[] = [
  {
    title: 'For people',
    links: [
      { href: '/agent', label: 'The agent' },
      { href: '/status', label: 'Status' },
      { href: previewPages.evidencePack, label: 'Evidence packs' },
      { href: previewPages.runner, label: 'Work order runner' },
      { href: previewPages.anchor, label: 'Anchors' },
      { href: previewPages.escrow, label: 'Agent escrow pull request' },
    ],
  },
  {
    title: 'For programmers',
    links: [
      { href: RUN_PAGE, label: 'Run your own' },
      { href: '/specification', label: 'Specification' },
      { href: '/errors', label: 'Error codes' },
      { href: '/openapi.json', label: 'OpenAPI' },
      { href: '/llms.txt', label: 'For language models' },
      { href: '/licences.md', label: 'Licences of scripts' },
    ],
  },
];
