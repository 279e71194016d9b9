import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { datasets } from '../../src/dataset-files/registry.ts';
import type { JsonFeed } from '../../src/domain/datasets/forms/feeds.ts';
import { addFormats } from '../support/formats.ts';
import { publishedData, SITE } from '../support/published-data.ts';

const fixture = (name: string): string => readFileSync(join(import.meta.dirname, '../fixtures/feeds', name), 'utf8');
const { get, json } = publishedData();

const grammar = fixture('atom-rfc4287.rng');
const xmlFile = (contents: string) => [{ fileName: 'feed.xml', contents }];

/** What the grammar of RFC 4287 says against a document. */
const faultsOf = async (text: string): Promise<string[]> => {
  const { errors } = await validateXML({ xml: xmlFile(text), schema: [grammar], extension: 'relaxng' });
  return errors.map(({ rawMessage }) => rawMessage);
};

/** The value of an expression of XPath 1.0 in a document. */
const valueOf = async (text: string, expression: string): Promise<string> => {
  const { normalized } = await validateXML({
    xml: xmlFile(text),
    normalization: 'format',
    modifyArguments: () => ['--xpath', expression, 'feed.xml'],
  });
  return normalized.trim();
};
/** The elements of this name, in XPath. */
const elements = (name: string): string => `*[local-name()="${name}"]`;

const ajv = new Ajv2020({ allErrors: true });
addFormats(ajv);
const isJsonFeed = ajv.compile<JsonFeed>(JSON.parse(fixture('json-feed-1.1.json')) as object);

describe.each(datasets.map(({ id }) => id))('the feeds of %s', (id) => {
  test('are Atom by the grammar of RFC 4287, which finds a spoilt one', async () => {
    const { text } = await get(`/data/${id}/feed.xml`);
    expect(await faultsOf(text)).toEqual([]);
    for (const spoilt of [
      text.replace(/<id>.*?<\/id>/, ''),
      text.replace('T00:00:00Z</updated>', '</updated>'),
      text.replace('</entry>', '<comment/></entry>'),
      text.replace('<category term=', '<category name='),
    ])
      expect(await faultsOf(spoilt)).not.toEqual([]);
  });

  test('keep what RFC 4287 demands beyond its grammar (4.1.1, 4.1.2, 4.2.15)', async () => {
    const { text } = await get(`/data/${id}/feed.xml`);
    const [link, entry] = [elements('link'), elements('entry')];
    const alternate = `${link}[@rel="alternate"]`;
    const count = (path: string): Promise<string> => valueOf(text, `count(${path})`);
    expect(await count(`/*/${elements('author')}`)).toBe('1');
    const faults = {
      'entries that neither link a page nor have content': `//${entry}[not(${alternate} or ${elements('content')})]`,
      'links to a second page of one type': `//${alternate}[@type=preceding-sibling::${alternate}/@type]`,
      'ids that are not the first of their kind': `//${elements('id')}[.=preceding::${elements('id')}]`,
    };
    for (const [what, path] of Object.entries(faults)) expect(await count(path), what).toBe('0');
    expect(await valueOf(text, `string(/*/${link}[@rel="self"]/@href)`)).toBe(`${SITE}/data/${id}/feed.xml`);
    const times = [...text.matchAll(/<updated>(.*?)<\/updated>/g)].map(([, time]) => time!);
    expect(times[0]).toBe(times.slice(1).toSorted().at(-1));
  });

  test('are JSON Feed by the rules of its version 1.1, with extensions that say what they are', async () => {
    const feed = await json<JsonFeed>(`/data/${id}/feed.json`);
    isJsonFeed(feed);
    expect(isJsonFeed.errors ?? []).toEqual([]);
    expect(feed.feed_url).toBe(`${SITE}/data/${id}/feed.json`);
    expect(isJsonFeed({ ...feed, changes: 1 })).toBe(false);
    expect(isJsonFeed({ ...feed, items: [{ ...feed.items[0], content_text: undefined }] })).toBe(false);
    expect(isJsonFeed({ ...feed, items: [{ ...feed.items[0], date_published: '2026-11-22' }] })).toBe(false);
  });
});
