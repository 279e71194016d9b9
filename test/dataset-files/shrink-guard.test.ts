import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { checkDatasets, type FileTexts, parseDatasets } from '../../src/dataset-files/check.ts';
import { planPublication } from '../../src/dataset-files/plan-publication.ts';
import { problemReport } from '../../src/dataset-files/problem-report.ts';
import { publishedFiles, readLog } from '../../src/dataset-files/published-versions.ts';
import { readDatasetTexts } from '../../src/dataset-files/read-texts.ts';
import { datasets } from '../../src/dataset-files/registry.ts';
import { documentText } from '../../src/domain/json/document-text.ts';
import { sha256Hex } from '../../src/domain/json/hash.ts';

interface Editable {
  name: string;
  compiled_on: string;
  changes: { on: string; kind: string; note: string }[];
  withdrawn_on?: string;
  withdrawn_reason?: string;
}

const file = 'datasets/verified-agent-observatory/gregers-dev.yaml';
const linked = 'datasets/agent-accountability-map/olas.yaml';

const edited = (texts: FileTexts, edit: (record: Editable) => void): FileTexts => {
  const record = parse(texts[file]!) as Editable;
  edit(record);
  return { ...texts, [file]: stringify(record) };
};
const without = (texts: FileTexts, ...files: string[]): FileTexts =>
  Object.fromEntries(Object.entries(texts).filter(([name]) => !files.includes(name)));
const messages = (texts: FileTexts) =>
  checkDatasets(texts).problems.map((one) => `${one.file}: ${one.field}: ${one.message}`);

const documentsOf = (texts: FileTexts) => {
  const { records } = parseDatasets(texts);
  return datasets.map((dataset) => {
    const document = dataset.build(records[dataset.id]);
    return { id: dataset.id, text: documentText(document), version: document.version, records: document.records };
  });
};
const publish = (texts: FileTexts): FileTexts => ({ ...texts, ...planPublication(documentsOf(texts), texts).files });

/** An eighth of the records, which name one another and no others: fourteen checks of all would take seven seconds. */
const few = /\/(?:agent|gregers-dev|(?:caip2-ccd|ccd|concordium|olas)[\w-]*)\.yaml$/;
const all = readDatasetTexts(process.cwd());
const kept = new Set<string>();
/** Keeps a file with the records that it names, and those that they name. */
const keep = (name: string): void => {
  kept.add(name);
  const { links } = datasets.find(({ folder }) => name.startsWith(`${folder}/`))!;
  const record = parse(all[name]!) as Record<string, string[] | undefined>;
  const named = links.flatMap(
    ({ member, target }) => record[member]?.map((id) => `datasets/${target}/${id}.yaml`) ?? [],
  );
  for (const other of named) if (!kept.has(other)) keep(other);
};
// A dataset of which these leave nothing keeps a record, with what it is linked with.
for (const { folder } of datasets) {
  const own = Object.keys(all).filter((name) => name.startsWith(`${folder}/`));
  if (!own.some((name) => few.test(name))) keep(own[0]!);
}
/** Files of the project, all of them published. */
const published = publish(Object.fromEntries(Object.entries(all).filter(([name]) => few.test(name) || kept.has(name))));

/** The day of the last version, the first on which a new event can be. */
const day = readLog(published)['verified-agent-observatory']!.at(-1)!.version;
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
    const texts = without(published, file, linked);
    const gone = messages(texts).filter((message) => message.includes('is gone'));
    expect(gone).toEqual(
      [file, linked].map(
        (name) =>
          `${name}: : is gone, but the record was published; expected the file, with withdrawn_on and withdrawn_reason`,
      ),
    );
    expect(() => parseDatasets(texts)).toThrow(problemReport(checkDatasets(texts).problems));
  });

  test('a renamed file is a record that vanished', () => {
    const texts = {
      ...without(published, file),
      [file.replace('gregers', 'gregor')]: published[file]!.replace('id: gregers-dev', 'id: gregor-dev'),
    };
    const found = messages(texts);
    expect(found.pop()).toContain(`${file}: : is gone`);
    // The history of the record has entries before the last version; how many, the data say.
    expect(found[0]).toMatch(/gregor-dev\.yaml: changes\[0\]\.on: \S+ is before the version of /);
    for (const one of found) expect(one).toMatch(/gregor-dev\.yaml: changes\[\d\]\.on: \S+ is before the version of /);
  });

  test('a withdrawn record that stays as a tombstone is fine', () => {
    expect(messages(edited(published, withdrawn))).toEqual([]);
  });

  test('a record that changes without a history entry is named', () => {
    const texts = edited(published, (record) => (record.name = 'Another name'));
    expect(messages(texts)).toEqual([
      expect.stringMatching(/gregers-dev\.yaml: changes: does not say what changed since the version of /),
    ]);
    expect(messages(edited(published, changed))).toEqual([]);
  });

  test('an added record, a change and a withdrawal dated before the last version are refused', () => {
    const later = publish(edited(published, changedOn('2099-01-31')));
    const other = 'datasets/verified-agent-observatory/concordium-token-484.yaml';
    const record = { ...(parse(published[other]!) as Editable), compiled_on: '2099-01-30' };
    const note = 'For this test.';
    const before =
      '2099-01-30 is before the version of 2099-01-31, which was published without it; expected 2099-01-31';
    const added = { ...record, id: 'another', changes: [{ on: '2099-01-30', kind: 'added', note }] };
    expect(messages({ ...later, [other.replace('concordium-token-484', 'another')]: stringify(added) })).toEqual([
      expect.stringContaining(`another.yaml: changes[0].on: ${before}`),
    ]);
    const changes = [...record.changes, { on: '2099-01-30', kind: 'changed', note }];
    expect(messages({ ...later, [other]: stringify({ ...record, changes }) })).toEqual([
      expect.stringContaining(`changes[${record.changes.length}].on: ${before}`),
    ]);
    const gone = { ...record, withdrawn_on: '2099-01-30', withdrawn_reason: note };
    expect(messages({ ...later, [other]: stringify(gone) })).toEqual([
      expect.stringContaining(`withdrawn_on: ${before}`),
    ]);
  });

  test('a tombstone that comes back is refused', () => {
    const later = publish(edited(published, withdrawn));
    expect(messages(later)).toEqual([]);
    expect(messages({ ...later, [file]: published[file]! })).toEqual([
      expect.stringContaining('was published as withdrawn'),
    ]);
  });

  test('a published entry of a history cannot be taken back', () => {
    const later = publish(edited(published, changed));
    const known = (parse(published[file]!) as Editable).changes.length;
    expect(messages({ ...later, [file]: published[file]! })).toEqual([
      expect.stringContaining(`: changes[${known}]: was published as "changed" on `),
    ]);
  });

  test('a broken file is reported for what it is, not as a record that vanished', () => {
    expect(messages({ ...published, [file]: 'null' })).toEqual([expect.stringContaining('holds no record')]);
  });

  test('a last version with other bytes than the log says, one that is missing, and a broken log are named', () => {
    const last = publishedFiles.last('verified-agent-observatory');
    expect(messages({ ...published, [last]: `${published[last]} ` })).toEqual([
      expect.stringContaining('is not the version that the log names last'),
    ]);
    expect(messages(without(published, last))).toEqual([expect.stringContaining('is missing; expected the version')]);
    expect(messages({ ...published, [publishedFiles.log]: '{"a": 1}' })).toEqual([
      expect.stringContaining('is not a log of published versions'),
    ]);
  });
});

describe('a publication', () => {
  test('that changes nothing writes nothing', () => {
    const texts = publish(published);
    expect(planPublication(documentsOf(texts), texts)).toEqual({ fresh: [], files: {} });
  });

  test('keeps the bytes of the version before under their hash, and touches no other dataset', () => {
    const before = publish(published);
    const old = before[publishedFiles.last('verified-agent-observatory')]!;
    const texts = edited(before, changed);
    const { files } = planPublication(documentsOf(texts), texts);
    expect(Object.keys(files).toSorted()).toEqual(
      [
        publishedFiles.earlier('verified-agent-observatory', sha256Hex(old)),
        publishedFiles.last('verified-agent-observatory'),
        publishedFiles.log,
      ].toSorted(),
    );
    expect(files[publishedFiles.earlier('verified-agent-observatory', sha256Hex(old))]).toBe(old);
    const [previous, latest] = readLog({ ...texts, ...files })['verified-agent-observatory']!.slice(-2);
    expect(previous!.sha256).toBe(sha256Hex(old));
    expect(latest!.sha256).toBe(sha256Hex(files[publishedFiles.last('verified-agent-observatory')]!));
  });
});
