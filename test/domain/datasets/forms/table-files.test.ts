import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { csvLines } from '../../../../src/domain/datasets/forms/table-files.ts';
import { recordColumns } from '../../../../src/domain/datasets/record/columns.ts';
import { csvRows } from '../../../support/rows.ts';

const csvText = (...table: Parameters<typeof csvLines>) => [...csvLines(...table)].join('');

const columns = recordColumns(
  z.strictObject({
    id: z.string(),
    count: z.int().optional(),
    sure: z.boolean().optional(),
    inner: z.strictObject({ text: z.string().optional(), day: z.iso.date() }).optional(),
    list: z.array(z.string()).optional(),
  }),
);

describe('the CSV form', () => {
  test('has a column for each member, by the schema alone', () => {
    expect(columns.map(({ name, type, required }) => `${name} ${type} ${required}`)).toEqual([
      'id string true',
      'count integer false',
      'sure boolean false',
      'inner.text string false',
      'inner.day date false',
      'list array false',
    ]);
    expect(csvText(columns, [])).toBe('id,count,sure,inner.text,inner.day,list\r\n');
  });

  test('quotes what needs quotes and ends lines with CRLF', () => {
    expect(
      csvText(columns, [{ id: 'a "b", c', count: -1, sure: false, inner: { day: '2026-01-31' }, list: ['x', 'y'] }]),
    ).toBe('id,count,sure,inner.text,inner.day,list\r\n"a ""b"", c",-1,false,,2026-01-31,"[""x"",""y""]"\r\n');
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', '=cmd|’ /C calc’!A0'])(
    'does not let a spreadsheet run %j',
    (text) => {
      const [, row] = csvRows(csvText(columns, [{ id: text }]));
      expect(row![0]).toBe(`'${text}`);
    },
  );

  test('keeps every other text as it is', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/^[=+\-@\t\r＝＋－＠]/.test(text))),
        (texts) => {
          const rows = csvRows(
            csvText(
              columns,
              texts.map((id) => ({ id })),
            ),
          );
          expect(rows.slice(1).map(([id]) => id)).toEqual(texts);
        },
      ),
    );
  });

  test('refuses a member that no cell can hold', () => {
    expect(() => recordColumns(z.object({ any: z.unknown() }))).toThrow('has no column');
  });
});
