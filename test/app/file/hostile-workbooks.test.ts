// Workbooks made to cost more than they should, to lie, or to be something else: each is refused
// before work is done on it, with its reason and what to do.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { guessStatement } from '../../../server/app/statement/guess-statement.ts';
import { MOST_ZIP_ENTRIES } from '../../../server/lib/zip/zip-directory.ts';
import { refusedWith } from '../../support/test-app.ts';
import { type Cell, EXCEL, workbookEntries } from '../../support/xlsx/workbook-writer.ts';
import { type WrittenEntry, writeZip } from '../../support/xlsx/zip-writer.ts';
import { only, readFile, TODAY } from './read-file.ts';

const HEADER: readonly Cell[] = ['booked_at', 'amount_cents', 'utr', 'text'];
const LINE: readonly Cell[] = ['2026-03-05', { number: '100' }, '412345678901', 'Order 7'];
const SHEET = 'xl/worksheets/sheet1.xml';
const TEXTS = 'xl/sharedStrings.xml';

const entries = (...rows: (readonly Cell[])[]) =>
  workbookEntries([{ name: 'A', rows: [HEADER, LINE, ...rows] }], EXCEL);

/** The same workbook with one entry changed. */
const changed = (
  name: string,
  change: (content: string) => Partial<WrittenEntry>,
): WrittenEntry[] => {
  const all = entries();
  assert.ok(all.some((one) => one.name === name));
  return all.map((one) => (one.name === name ? { ...one, ...change(String(one.content)) } : one));
};
const content = (name: string, change: (text: string) => string) =>
  changed(name, (text) => ({ content: change(text) }));

async function reasonOf(body: Uint8Array): Promise<string> {
  const { errors, rows } = await readFile(body, only('EUR'));
  assert.deepEqual(rows, []);
  assert.equal(errors.length, 1);
  const reason = errors[0]?.message ?? '';
  assert.ok(refusedWith(await guessStatement(body, TODAY)).detail.length > 0);
  return reason;
}

test('the workbook that all others here are made of is read', async () => {
  const { rows, errors } = await readFile(writeZip(entries()), only('EUR'));
  assert.deepEqual([rows.map((row) => row.amount_cents), errors], [[100n], []]);
});

describe('archives', () => {
  const zeros = Buffer.alloc(64 * 1_024 * 1_024);
  const many = Array.from({ length: MOST_ZIP_ENTRIES + 1 }, (_, at) => ({
    name: `xl/${at}`,
    content: '',
  }));
  const sheet = entries().find(({ name }) => name === SHEET);
  const table: [what: string, entries: WrittenEntry[], reason: RegExp][] = [
    ['a bomb', changed(SHEET, () => ({ content: zeros })), /less than one part in 300/],
    [
      'a bomb that tells a small size',
      changed(SHEET, () => ({ content: zeros, said: { size: 1_000 } })),
      /is larger than its archive says/,
    ],
    [
      'an entry of 300 MiB',
      changed(SHEET, () => ({ said: { size: 300 * 1_024 * 1_024 } })),
      /larger than 268435456 bytes/,
    ],
    [
      'entries of more than a gibibyte together',
      [...entries(), ...['a', 'b'].map((name) => ({ name, content: '', said: { size: 2 ** 30 } }))],
      /unpacks to more than 1073741824 bytes/,
    ],
    ['too many entries', [...entries(), ...many], /more than 2000 entries/],
    ['a wrong checksum', changed(SHEET, () => ({ said: { crc: 1 } })), /its checksum is wrong/],
    [
      'data that are no deflate',
      changed(SHEET, () => ({ stored: true, said: { method: 8 } })),
      /is damaged; download the file again/,
    ],
    ['a password', changed(SHEET, () => ({ said: { flags: 1 } })), /is encrypted; save the work/],
    ['another packing', changed(SHEET, () => ({ said: { method: 14 } })), /in a way that is not/],
    [
      'an entry that lies on another one',
      changed(SHEET, () => ({ said: { offset: 0 } })),
      /its entries overlap/,
    ],
    ['an entry twice', [...entries(), ...(sheet === undefined ? [] : [sheet])], /an entry twice/],
  ];
  for (const [what, all, reason] of table) {
    test(`with ${what} are refused`, async () => {
      assert.match(await reasonOf(writeZip(all)), reason);
    });
  }

  test('cut off anywhere they are refused, with what to do', async () => {
    const whole = writeZip(entries());
    for (let length = 4; length < whole.length; length += 37) {
      assert.match(
        await reasonOf(whole.subarray(0, length)),
        /^the file is (?:an Excel workbook \(\.xlsx\), but .*; download it|a ZIP archive; unpack)/,
      );
    }
  });

  test('a name that climbs out of its folder is only a name', async () => {
    const up = content('xl/_rels/workbook.xml.rels', (text) =>
      text.replace('worksheets/sheet1.xml', '../../../../etc/passwd'),
    );
    assert.match(await reasonOf(writeZip(up)), /the workbook has no sheet of cells/);
  });
});

describe('what is no workbook', () => {
  const table: [what: string, names: string[], reason: RegExp][] = [
    ['a plain archive', ['march.csv'], /^the file is a ZIP archive; unpack it, and import each/],
    ['an empty archive', [], /a ZIP archive; unpack it/],
    ['a Word document', ['word/document.xml'], /a Word document; export the statement/],
    [
      'a workbook with macros',
      ['xl/workbook.xml', 'xl/vbaProject.bin'],
      /with macros \(\.xlsm\); sa/,
    ],
    ['a binary workbook', ['xl/workbook.bin'], /a binary Excel workbook \(\.xlsb\); save it as an/],
    [
      'an OpenDocument file',
      ['mimetype', 'content.xml'],
      /an OpenDocument file \(\.ods\); save it/,
    ],
  ];
  for (const [what, names, reason] of table) {
    test(`${what} is named`, async () => {
      const body = writeZip(names.map((name) => ({ name, content: 'x' })));
      assert.match(await reasonOf(body), reason);
    });
  }

  test('a workbook with a password is named', async () => {
    const old = Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1');
    const body = Buffer.concat([
      old,
      Buffer.alloc(600),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ]);
    assert.match(await reasonOf(body), /an Excel workbook with a password; save it without one/);
  });
});

describe('the XML of a workbook', () => {
  const row = (inside: string) => (text: string) =>
    text.replace('</sheetData>', `<row r="9">${inside}</row></sheetData>`);
  const table: [what: string, entries: WrittenEntry[], reason: RegExp][] = [
    [
      'that declares entities',
      content(TEXTS, (text) => text.replace('<sst', '<!DOCTYPE a [<!ENTITY b "c">]><sst')),
      /has a document type/,
    ],
    [
      'with an entity of its own',
      content(TEXTS, (text) => text.replace('Order 7', '&b;')),
      /entity/,
    ],
    [
      'that is nested too deep',
      content(SHEET, row('<a>'.repeat(100) + '</a>'.repeat(100))),
      /nested more than 64 deep/,
    ],
    [
      'with a tag of many attributes',
      content(SHEET, row(`<c ${'a="1" '.repeat(5_000)}/>`)),
      /a tag is malformed|more than 8192 characters/,
    ],
    [
      'with more texts than are read',
      changed(TEXTS, () => ({
        content: `<sst>${'<si/>'.repeat(1_000_001)}</sst>`,
        stored: true,
      })),
      /more than 1000000 shared texts/,
    ],
    [
      'with a text that is too long',
      content(TEXTS, () => `<sst><si>${`<r><t>${'x'.repeat(9_000)}</t></r>`.repeat(4)}</si></sst>`),
      /a cell has more than 32767 characters/,
    ],
    ['with a text that is missing', content(SHEET, row('<c r="A9" t="s"><v>99</v></c>')), /refers/],
    [
      'with cells out of order',
      content(SHEET, row('<c r="B9"><v>1</v></c><c r="A9"><v>1</v></c>')),
      /the cells of a row are not in order/,
    ],
    [
      'with rows out of order',
      content(SHEET, (text) => text.replace('</sheetData>', '<row r="1"/></sheetData>')),
      /the rows of the sheet are not in order/,
    ],
    [
      'with a row beyond the last one',
      content(SHEET, (text) => text.replace('</sheetData>', '<row r="1048577"/></sheetData>')),
      /the rows of the sheet are not in order/,
    ],
    [
      'with a cell too far',
      content(SHEET, row('<c r="XFD9"><v>1</v></c>')),
      /more than 1000 cells/,
    ],
    [
      'with a cell of no type',
      content(SHEET, row('<c r="A9" t="x"><v>1</v></c>')),
      /type x, which/,
    ],
    ['that is cut off', content(SHEET, (text) => text.slice(0, -20)), /cut off|malformed/],
  ];
  for (const [what, all, reason] of table) {
    test(`${what} is refused`, async () => {
      const { errors } = await readFile(writeZip(all), only('EUR'));
      assert.match(errors[0]?.message ?? '', reason);
    });
  }

  test('a number that would fill the memory stays a text', async () => {
    const wide = (number: string) =>
      content(
        SHEET,
        row(`<c r="A9" t="inlineStr"><is><t>2026-03-06</t></is></c><c r="B9"><v>${number}</v></c>`),
      );
    for (const number of ['1E999', '1E-999', '9'.repeat(1_000), '1e', '.', 'NaN', '0x10']) {
      const { errors } = await readFile(writeZip(wide(number)), only('EUR'));
      assert.equal(errors.length, 1, number);
      assert.match(errors[0]?.message ?? '', /amount_cents must be/, number);
    }
  });
});
