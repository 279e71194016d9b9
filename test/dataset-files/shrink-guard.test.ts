import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { checkDatasets, parseDatasets } from '../../src/dataset-files/check.ts';
import { problemReport } from '../../src/dataset-files/problem-report.ts';
import { planVersion, readVersions, textOfVersion } from '../../src/dataset-files/published-versions.ts';
import { type FileTexts, readDatasetTexts } from '../../src/dataset-files/read-files.ts';
import { datasets } from '../../src/dataset-files/registry.ts';
import { documentText } from '../../src/domain/json/document-text.ts';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import { smallDatasets } from '../support/small-datasets.ts';

interface Editable {
  name: string;
  compiled_on: string;
  changes: { on: string; kind: string; note: string }[];
  withdrawn_on?: string;
  withdrawn_reason?: string;
}

const OBSERVATORY = 'verified-agent-observatory';
const file = `datasets/${OBSERVATORY}/example-agent.yaml`;
const other = `datasets/${OBSERVATORY}/other-agent.yaml`;
const elsewhere = 'datasets/governance-decision-memory/example-decision.yaml';
const versionFile = (number: number): string => `datasets/published/${OBSERVATORY}/000${number}.ndjson`;

const editedIn = (texts: FileTexts, name: string, edit: (record: Editable) => void): FileTexts => {
  const record = parse(texts[name]!) as Editable;
  edit(record);
  return { ...texts, [name]: stringify(record) };
};
const edited = (texts: FileTexts, edit: (record: Editable) => void) => editedIn(texts, file, edit);
const without = (texts: FileTexts, ...files: string[]): FileTexts =>
  Object.fromEntries(Object.entries(texts).filter(([name]) => !files.includes(name)));
const messages = (texts: FileTexts) =>
  checkDatasets(texts).problems.map((one) => `${one.file}: ${one.field}: ${one.message}`);

/** The files that a publication of these files would add. */
const planned = (texts: FileTexts): FileTexts => {
  const { records } = parseDatasets(texts);
  const plans = datasets.flatMap((dataset) => planVersion(dataset.id, dataset.build(records[dataset.id]), texts) ?? []);
  return Object.fromEntries(plans.map((plan) => [plan.file, plan.text]));
};
const publish = (texts: FileTexts): FileTexts => ({ ...texts, ...planned(texts) });

const one = readDatasetTexts(smallDatasets());
/** A second record, without checks whose results age. */
const second = {
  ...(parse(one[file]!) as Editable),
  id: 'other-agent',
  name: 'Other agent',
  verifiable: [{ check: 'card_served', how: 'Fetch it.' }],
};
const published = publish({ ...one, [other]: stringify(second) });

/** The day of the last version, the first on which a new event can be. */
const day = readVersions(OBSERVATORY, published).at(-1)!.version;
const changedOn = (on: string) => (record: Editable) => {
  record.name = 'Another name';
  record.compiled_on = on;
  record.changes.push({ on, kind: 'changed', note: 'Renamed.' });
};
const changed = changedOn(day);
const withdrawn = (record: Editable): void => {
  record.compiled_on = day;
  record.withdrawn_on = day;
  record.withdrawn_reason = 'For this test.';
};

describe('published records are protected', () => {
  test('records that vanish are named, all of them, and nothing is published', () => {
    const texts = without(published, file, elsewhere);
    const gone = messages(texts).filter((message) => message.includes('is gone'));
    expect(gone.toSorted()).toEqual(
      [elsewhere, file].map(
        (name) =>
          `${name}: : is gone, but the record was published; expected the file, with withdrawn_on and withdrawn_reason`,
      ),
    );
    expect(() => parseDatasets(texts)).toThrow(problemReport(checkDatasets(texts).problems));
  });

  test('a withdrawn record that stays as a tombstone and a change with its entry are fine', () => {
    expect(messages(edited(published, withdrawn))).toEqual([]);
    expect(messages(edited(published, changed))).toEqual([]);
  });

  const later = publish(edited(published, changedOn('2099-01-31')));
  const note = 'For this test.';
  const before = '2099-01-30 is before the version of 2099-01-31, which was published without it; expected 2099-01-31';
  const ofOther = parse(published[other]!) as Editable;
  test.each<[string, FileTexts, string]>([
    [
      'a record that changes without an entry in its history',
      edited(published, (record) => (record.name = 'Another name')),
      `example-agent.yaml: changes: does not say what changed since the version of ${day} was published`,
    ],
    [
      'a closed word that changes without an entry that names it',
      edited(published, (record) => Object.assign(record, { kind: 'registry' }) && changed(record)),
      'example-agent.yaml: changes: do not say that kind was published as agent and is registry; expected an entry',
    ],
    [
      'an added record dated before the last version',
      {
        ...later,
        [other.replace('other-agent', 'another')]: stringify({
          ...ofOther,
          id: 'another',
          compiled_on: '2099-01-30',
          changes: [{ on: '2099-01-30', kind: 'added', note }],
        }),
      },
      `another.yaml: changes[0].on: ${before}`,
    ],
    [
      'a change dated before the last version',
      editedIn(later, other, changedOn('2099-01-30')),
      `other-agent.yaml: changes[${ofOther.changes.length}].on: ${before}`,
    ],
    [
      'a withdrawal dated before the last version',
      editedIn(later, other, (record) =>
        Object.assign(record, { compiled_on: '2099-01-30', withdrawn_on: '2099-01-30', withdrawn_reason: note }),
      ),
      `other-agent.yaml: withdrawn_on: ${before}`,
    ],
    [
      'a tombstone that comes back',
      { ...publish(edited(published, withdrawn)), [file]: published[file]! },
      'example-agent.yaml: : was published as withdrawn',
    ],
    [
      'an entry of a history that is taken back',
      { ...publish(edited(published, changed)), [file]: published[file]! },
      `example-agent.yaml: changes[${ofOther.changes.length}]: was published as "changed" on ${day}`,
    ],
    [
      'a broken file, not as a record that vanished',
      { ...published, [file]: 'null' },
      'example-agent.yaml: : is null; expected an object',
    ],
  ])('%s is named', (_, texts, expected) => {
    expect(messages(texts)).toEqual([expect.stringContaining(expected)]);
  });
});

describe('the store of published versions', () => {
  test('takes nothing when nothing changed', () => {
    expect(planned(published)).toEqual({});
  });

  const versions = (texts: FileTexts) =>
    readVersions(OBSERVATORY, texts).map((version) => ({ ...version, text: textOfVersion(version) }));

  test('keeps every version to the byte, each file only what is new in it', () => {
    const documents: string[] = [];
    let texts = published;
    for (const on of ['2099-01-31', '2099-02-01', '2099-02-02']) {
      texts = edited(texts, changedOn(on));
      const { records } = checkDatasets(texts);
      documents.push(documentText(datasets[0]!.build(records[OBSERVATORY])));
      const files = planned(texts);
      expect(Object.keys(files)).toEqual([expect.stringContaining(`datasets/published/${OBSERVATORY}/`)]);
      // Its head and the one record.
      expect(Object.values(files)[0]!.trimEnd().split('\n')).toHaveLength(2);
      texts = { ...texts, ...files };
    }
    const kept = versions(texts);
    expect(kept[0]!.text).toBe(versions(published)[0]!.text);
    expect(kept.slice(-3).map(({ text }) => text)).toEqual(documents);
    for (const { sha256, bytes, text } of kept)
      expect({ sha256, bytes }).toEqual({ sha256: sha256Hex(text), bytes: Buffer.byteLength(text) });
  });

  test('a version of a dataset with one changed record adds at most 60 kB', () => {
    const shipped = publish(readDatasetTexts(process.cwd()));
    // The largest record costs most.
    const texts = datasets.reduce((before, { id }) => {
      const files = Object.keys(shipped).filter((name) => name.startsWith(`datasets/${id}/`));
      const [largest] = files.toSorted((a, b) => shipped[b]!.length - shipped[a]!.length);
      const [today] = readVersions(id, shipped)
        .map(({ version }) => version)
        .toReversed();
      return editedIn(before, largest!, (record) => {
        record.compiled_on = today!;
        record.changes.push({ on: today!, kind: 'changed', note: 'Read again.' });
      });
    }, shipped);
    const sizes = Object.values(planned(texts)).map((text) => Buffer.byteLength(text));
    expect(sizes).toHaveLength(datasets.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(60_000);
  });

  const later = publish(edited(published, changed));
  const first = later[versionFile(1)]!;
  test.each<[string, FileTexts, string]>([
    [
      'an edited record',
      { ...later, [versionFile(1)]: first.replace('"name":"', '"name":"x') },
      '0001.ndjson: : no longer has the',
    ],
    [
      'another order of entries',
      { ...later, [versionFile(2)]: later[versionFile(2)]!.replace(/"ids":\["(.*?)","(.*?)"/, '"ids":["$2","$1"') },
      '0002.ndjson: : no longer has the hash',
    ],
    ['a cut off file', { ...later, [versionFile(2)]: later[versionFile(2)]!.slice(0, 99) }, '0002.ndjson: : is not a'],
    ['a missing version', without(later, versionFile(1)), '0002.ndjson: : comes after a version that is missing'],
    ['both sides of a merge', { ...later, [versionFile(1)]: `<<<<<<< HEAD\n${first}` }, '0001.ndjson: : is not a'],
  ])('%s stops the build', (_, texts, expected) => {
    expect(messages(texts)).toEqual([expect.stringContaining(expected)]);
    expect(() => parseDatasets(texts)).toThrow('expected the bytes that were published');
  });
});
