import { z } from 'zod';
import { checkedText } from '../../json/document-text.ts';
import { schemaPath } from '../../vocabulary/service.ts';
import { schemaId, SERVICE_NAME } from '../../vocabulary/service.ts';
import { enumOf } from '../../vocabulary/terms.ts';
import { Timestamp } from '../../vocabulary/timestamp.ts';
import { recordId } from '../record/record.ts';
import { type DatasetEvent, eventKindTerms } from './events.ts';
import { formPath, type Publisher, type WholeForm } from './form.ts';
import { datasetPaths } from './paths.ts';

/** The number of newest events in a feed; the documents under changes/ contain all events. */
export const FEED_LENGTH = 200;

/** /data/{dataset}/feed.json: JSON Feed 1.1, which allows members of its own only with an underscore. */
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
        tags: z.array(z.string()),
        _change: z
          .object({
            about: z.url().meta({ description: 'What the members of this extension mean.' }),
            record: recordId,
            kind: enumOf(eventKindTerms, 'Kind of change.'),
            address: z.url().meta({ description: 'The current record.' }),
          })
          .meta({ description: 'The event, for programs.' }),
      }),
    ),
  })
  .meta({
    id: schemaId('change-feed'),
    title: 'Change feed',
    description: `The newest ${FEED_LENGTH} changes of the records of a dataset, in the shape of JSON Feed 1.1.`,
  });
export type JsonFeed = z.infer<typeof JsonFeed>;

/** The time for a day in formats that require one. */
export const startOfDay = (day: string): string => `${day}T00:00:00Z`;

/** Permanent name of an event, a tag URI (RFC 4151): it does not change when the service moves to another host. */
export const eventId = (dataset: string, { record, number }: DatasetEvent, tagAuthority: string): string =>
  `tag:${tagAuthority}:${dataset}/${record}/event-${number}`;

export const eventTitle = ({ kind, name }: DatasetEvent): string => `${eventKindTerms[kind].label}: ${name}`;

/** The JSON Feed of the newest events. */
export const buildJsonFeed = (
  dataset: { readonly id: string; readonly title: string; readonly description: string },
  events: readonly DatasetEvent[],
  { siteUrl, tagAuthority }: Publisher,
): JsonFeed => {
  const paths = datasetPaths(dataset.id);
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title: `${dataset.title}: changes`,
    home_page_url: siteUrl + paths.page,
    feed_url: siteUrl + formPath(jsonFeedForm, dataset.id),
    description: dataset.description,
    language: 'en',
    authors: [{ name: SERVICE_NAME, url: siteUrl }],
    items: events.slice(0, FEED_LENGTH).map((event) => ({
      id: eventId(dataset.id, event, tagAuthority),
      url: siteUrl + paths.recordPage(event.record),
      title: eventTitle(event),
      content_text: event.note,
      date_published: startOfDay(event.on),
      tags: [event.kind],
      _change: {
        about: siteUrl + schemaPath(schemaId('change-feed')),
        record: event.record,
        kind: event.kind,
        address: siteUrl + paths.record(event.record),
      },
    })),
  };
};

export const jsonFeedForm: WholeForm = {
  format: 'json_feed',
  path: '/data/{dataset}/feed.json',
  mediaType: 'application/feed+json',
  label: 'Changes as a JSON Feed',
  holds: 'changes',
  listing: ({ title }) => ({
    name: 'Feed',
    summary: `${title}, changes as a JSON Feed`,
    description: 'The newest changes, in the shape of JSON Feed 1.1.',
    schema: JsonFeed,
  }),
  links: () => [],
  pieces: ({ dataset, events, ...publisher }) => [
    checkedText({ summary: `${dataset.title}: changes`, schema: JsonFeed }, buildJsonFeed(dataset, events, publisher)),
  ],
};
