// Quotation marks within cells of a CSV: kept if they can mean nothing else, otherwise an error.
import { deepEqual, equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { literalQuotes, withQuotes } from '../../../server/app/file/literal-quotes.ts';
import { STANDARD } from '../../../server/formats/statement/csv/statement-profiles.ts';
import { fc } from '../../support/property.ts';
import { bytes, inPieces, only, readFile } from './read-file.ts';

type Form = Parameters<typeof literalQuotes>[1];
const COMMAS: Form = { delimiter: ',', quote_escape: '"' };
const BACKSLASH: Form = { delimiter: ';', quote_escape: '\\' };

async function* piecesOf(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) {
    yield await Promise.resolve(text.slice(at, at + size));
  }
}

async function marked(text: string, form: Form, size = text.length): Promise<string> {
  let all = '';
  for await (const piece of literalQuotes(piecesOf(text, size), form)) all += piece;
  return all;
}

const cellsOf = (text: string, { delimiter, quote_escape }: Form): string[][] =>
  parse(text, { delimiter, escape: quote_escape, relax_column_count: true });

const KEPT: readonly (readonly [name: string, row: string, form: Form, cells: string[]])[] = [
  ['within a cell', 'a,Balance in ש"ח,2', COMMAS, ['a', 'Balance in ש"ח', '2']],
  ['two of them', 'the "new" shop,2', COMMAS, ['the "new" shop', '2']],
  ['at the end', 'a 5",b', COMMAS, ['a 5"', 'b']],
  ['a text for a spreadsheet', 'a,="0123",b', COMMAS, ['a', '0123', 'b']],
  ['such a text with a delimiter', '="a, ""b""",c', COMMAS, ['a, "b"', 'c']],
  ['a lone equals sign', '=,a=,=b', COMMAS, ['=', 'a=', '=b']],
  ['an equals sign at the end', 'a,=', COMMAS, ['a', '=']],
  ['quoted cells as they are', '"a, ""b""",c', COMMAS, ['a, "b"', 'c']],
  ['escaped by a backslash', '"a; \\"b\\"";c "d"', BACKSLASH, ['a; "b"', 'c "d"']],
];

for (const [name, row, form, cells] of KEPT) {
  test(`a quotation mark: ${name}, in pieces of any size`, async () => {
    for (const size of [1, 2, 3, row.length]) {
      const all = cellsOf(await marked(`${row}\n`, form, size), form);
      deepEqual(
        all.map((one) => one.map(withQuotes)),
        [cells],
      );
    }
  });
}

test('what was an error stays one: behind blanks, and behind the end of a quoted cell', async () => {
  for (const row of ['a, "b",c', '"a"b,c "d"', 'a,"b" "c",d']) {
    equal(await marked(`${row}\n`, COMMAS), `${row}\n`);
  }
});

test('any cells, quoted as they have to be, are divided as without it', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '=', ' '), maxLength: 6 });
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 });
  const quoted = (text: string) =>
    /[",\n= ]/.test(text) || text === '' ? `"${text.replaceAll('"', '""')}"` : text;
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 9 }), async (given, size) => {
      const text = given.map((row) => `${row.map(quoted).join(',')}\n`).join('');
      equal(await marked(text, COMMAS, size), text);
    }),
  );
});

const HEAD = 'booked_at,amount_cents,utr,text,bank_id,currency\n';

test('a statement with such a text is read; one with a mark left open is refused', async () => {
  const rows = `${HEAD}2026-03-15,500,,a 5" shop,V1,EUR\n2026-03-16,700,,b,V2,EUR\n`;
  const read = await readFile(inPieces(bytes(rows), 7), only('EUR'), STANDARD);
  deepEqual(read.errors, []);
  deepEqual(
    read.rows.map(({ text, amount_cents }) => [text, amount_cents]),
    [
      ['a 5" shop', 500n],
      ['b', 700n],
    ],
  );
  const open = await readFile(bytes(rows.replace('a 5"', '"a 5" s')), only('EUR'), STANDARD);
  match(open.errors[0]?.message ?? '', /quotation mark/);
});
