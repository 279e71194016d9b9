import { z } from 'zod';
import { SERVICE_NAME } from '../../vocabulary/service.ts';
import { DATA_LICENSE, DATA_LICENSE_URL } from '../record/dataset.ts';
import type { DatasetEvent } from './events.ts';
import { formPath, type Publisher, type WholeForm } from './form.ts';
import { eventId, eventTitle, FEED_LENGTH, jsonFeedForm, startOfDay } from './json-feed.ts';
import { datasetPaths } from './paths.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text for XML 1.0; a character that XML does not allow becomes U+FFFD. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll(/[&<>"]/g, (character) => entities[character]!);

const element = (name: string, text: string): string => `<${name}>${xmlText(text)}</${name}>`;

const link = (rel: string, type: string, href: string): string =>
  `<link rel="${rel}" type="${type}" href="${xmlText(href)}"/>`;

/** The Atom feed (RFC 4287) of the newest events: the same as in the JSON feed. */
export const buildAtomFeed = (
  dataset: { readonly id: string; readonly title: string; readonly description: string },
  events: readonly DatasetEvent[],
  { siteUrl, tagAuthority }: Publisher,
): string => {
  const paths = datasetPaths(dataset.id);
  const own = siteUrl + formPath(atomForm, dataset.id);
  const entries = events
    .slice(0, FEED_LENGTH)
    .map((event) =>
      [
        '  <entry>',
        `    ${element('id', eventId(dataset.id, event, tagAuthority))}`,
        `    ${element('title', eventTitle(event))}`,
        `    ${element('updated', startOfDay(event.on))}`,
        `    ${link('alternate', 'text/html', siteUrl + paths.recordPage(event.record))}`,
        `    ${link('related', 'application/json', siteUrl + paths.record(event.record))}`,
        `    <category term="${event.kind}"/>`,
        `    ${element('summary', event.note)}`,
        '  </entry>',
      ].join('\n'),
    );
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `  ${element('id', `tag:${tagAuthority}:${dataset.id}/changes`)}`,
    `  ${element('title', `${dataset.title}: changes`)}`,
    `  ${element('subtitle', dataset.description)}`,
    `  ${element('updated', startOfDay(events[0]!.on))}`,
    `  ${link('self', 'application/atom+xml', own)}`,
    `  ${link('alternate', 'text/html', siteUrl + paths.page)}`,
    `  ${link('alternate', 'application/feed+json', siteUrl + formPath(jsonFeedForm, dataset.id))}`,
    `  <author>${element('name', SERVICE_NAME)}${element('uri', siteUrl)}</author>`,
    `  ${element('rights', `${DATA_LICENSE} (${DATA_LICENSE_URL})`)}`,
    `  ${link('license', 'text/html', DATA_LICENSE_URL)}`,
    ...entries,
    '</feed>',
    '',
  ].join('\n');
};

export const atomForm: WholeForm = {
  format: 'atom',
  path: '/data/{dataset}/feed.xml',
  mediaType: 'application/atom+xml',
  label: 'Changes as an Atom feed',
  holds: 'changes',
  listing: ({ title }) => ({
    name: 'AtomFeed',
    summary: `${title}, changes as Atom`,
    description: 'The newest changes as an Atom feed (RFC 4287).',
    schema: z.string(),
  }),
  links: () => [],
  pieces: ({ dataset, events, ...publisher }) => [buildAtomFeed(dataset, events, publisher)],
};
