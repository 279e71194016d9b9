import { z } from 'zod';
import { checkedText } from '../../json/document-text.ts';
import { schemaId, SERVICE_NAME } from '../../vocabulary/service.ts';
import { enumOf } from '../../vocabulary/terms.ts';
import { Timestamp } from '../../vocabulary/timestamp.ts';
import { xmlText } from '../../vocabulary/words.ts';
import { DATA_LICENSE, DATA_LICENSE_URL, type Dataset } from '../record/dataset.ts';
import { saidOf } from '../record/record.ts';
import { type DatasetEvent, eventKindTerms } from './changes.ts';
import { datasetPaths, filePath } from './paths.ts';

/** The number of newest events in a feed; the documents under changes/ contain all events. */
export const FEED_LENGTH = 200;

/** /data/{dataset}/feed.json: JSON Feed 1.1. */
export const JsonFeed = z
  .object({
    version: z.literal('https://jsonfeed.org/version/1.1'),
    title: z.string(),
    home_page_url: z.url(),
    feed_url: z.url(),
    description: z.string(),
    language: z.literal('en'),
    authors: z.array(z.object({ name: z.string(), url: z.url() })).min(1),
    items: z.array(
      z.object({
        id: z.url().meta({ description: 'Permanent name of the event: the record and its place in the history.' }),
        url: z.url().meta({ description: 'Page of the record.' }),
        title: z.string(),
        content_text: z.string().meta({ description: 'What changed, or why it was withdrawn.' }),
        date_published: Timestamp.meta({
          description: 'The day of the event. The history records only days, so the time is 0:00.',
        }),
        tags: z.array(enumOf(eventKindTerms, 'Kind of change.')),
      }),
    ),
  })
  .meta({
    id: schemaId('change-feed'),
    title: 'Change feed',
    description: `The newest ${FEED_LENGTH} changes of the records of a dataset, in the shape of JSON Feed 1.1.`,
  });
export type JsonFeed = z.infer<typeof JsonFeed>;

/** Where a feed is served, and in whose name its events are named. */
export interface Publisher {
  readonly siteUrl: string;
  /** A domain that the operator held on a day, as RFC 4151 writes it; it stays when the service moves. */
  readonly tagAuthority: string;
}

type FeedDataset = Pick<Dataset, 'id' | 'title' | 'description'>;

/** The JSON Feed of the newest events. Their ids are tag URIs (RFC 4151), which stay when the service moves to another host. */
export const buildJsonFeed = (
  { id, title, description }: FeedDataset,
  events: readonly DatasetEvent[],
  { siteUrl, tagAuthority }: Publisher,
): JsonFeed => {
  const paths = datasetPaths(id);
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title: `${title}: changes`,
    home_page_url: siteUrl + paths.page,
    feed_url: siteUrl + filePath('json_feed', id),
    description,
    language: 'en',
    authors: [{ name: SERVICE_NAME, url: siteUrl }],
    items: events.slice(0, FEED_LENGTH).map(({ record, number, name, ...event }) => ({
      id: `tag:${tagAuthority}:${id}/${record}/event-${number}`,
      url: siteUrl + paths.recordPage(record),
      title: `${eventKindTerms[event.kind].label}: ${name}`,
      content_text: saidOf(event),
      date_published: `${event.on}T00:00:00Z`,
      tags: [event.kind],
    })),
  };
};

const element = (name: string, text: string): string => `<${name}>${xmlText(text)}</${name}>`;

const link = (rel: string, href: string): string => `<link rel="${rel}" href="${xmlText(href)}"/>`;

/** The Atom feed (RFC 4287) of the same events. */
export const buildAtomFeed = (
  dataset: FeedDataset,
  events: readonly DatasetEvent[],
  { siteUrl, tagAuthority }: Publisher,
): string => {
  const feed = buildJsonFeed(dataset, events, { siteUrl, tagAuthority });
  const entries = feed.items.map((item) =>
    [
      '  <entry>',
      `    ${element('id', item.id)}`,
      `    ${element('title', item.title)}`,
      `    ${element('updated', item.date_published)}`,
      `    ${link('alternate', item.url)}`,
      ...item.tags.map((tag) => `    <category term="${tag}"/>`),
      `    ${element('summary', item.content_text)}`,
      '  </entry>',
    ].join('\n'),
  );
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `  ${element('id', `tag:${tagAuthority}:${dataset.id}/changes`)}`,
    `  ${element('title', feed.title)}`,
    `  ${element('subtitle', feed.description)}`,
    `  ${element('updated', feed.items[0]!.date_published)}`,
    `  ${link('self', siteUrl + filePath('atom', dataset.id))}`,
    `  ${link('alternate', feed.home_page_url)}`,
    `  <author>${element('name', SERVICE_NAME)}${element('uri', siteUrl)}</author>`,
    `  ${element('rights', `${DATA_LICENSE} (${DATA_LICENSE_URL})`)}`,
    `  ${link('license', DATA_LICENSE_URL)}`,
    ...entries,
    '</feed>',
    '',
  ].join('\n');
};

/** The text of the JSON Feed, checked against its schema. */
export const jsonFeedText = (dataset: FeedDataset, events: readonly DatasetEvent[], publisher: Publisher): string =>
  checkedText({ summary: `${dataset.title}: changes`, schema: JsonFeed }, buildJsonFeed(dataset, events, publisher));
