// Files that are not statements, or not in the encoding they declare: the answer says what they are
// and what to do.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { answerText } from '../../../server/app/file/read-answers.ts';
import { guessStatement } from '../../../server/app/statement/guess-statement.ts';
import { accepted, refusedWith } from '../../support/test-app.ts';
import { bytes, only, profileNamed, readFile, TODAY } from './read-file.ts';

const CSV = 'booked_at,amount_cents,text\n2026-03-05,100,Überweisung\n';
const CAMT = readFileSync(
  new URL('../../statements/camt053-v02-batch.xml', import.meta.url),
  'utf8',
);
const raw = (text: string) => Buffer.from(text, 'latin1');

const OTHERS: readonly (readonly [what: string, body: Uint8Array, message: RegExp])[] = [
  ['gzip', gzipSync(CSV), /^the file is compressed \(gzip\); unpack it first$/],
  ['zstd', zstdCompressSync(CSV), /compressed \(zstd\); unpack it first/],
  [
    'zip',
    raw('PK\x03\x04\x14\0\x06\0'),
    /a ZIP archive; unpack it, and import each file by itself/,
  ],
  [
    'xlsx',
    raw('PK\x03\x04\x14\0\x06\0\x08\0\0\0!\0abcdefgh\x13\0\0\0[Content_Types].xml'),
    /an Excel workbook \(\.xlsx\)(?:, but it is cut off.*or|;) save it as CSV in UTF-8/,
  ],
  [
    'xls',
    raw('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'),
    /an old Excel workbook \(\.xls\); save it as \.xlsx, or as CSV/,
  ],
  ['pdf', raw('%PDF-1.7\n\xe2\xe3'), /a PDF; .* CSV/],
];

describe('what is no text', () => {
  for (const [what, body, message] of OTHERS) {
    test(`${what}: imported, guessed, or as the answer of a bank`, async () => {
      const { errors, format } = await readFile(body, only('INR'));
      assert.equal(format, null);
      assert.match(errors[0]?.message ?? '', message);
      assert.match(
        refusedWith(await guessStatement(body, TODAY)).detail,
        new RegExp(message.source.replace(/[$^]/g, '')),
      );
      assert.throws(() => answerText(body), { message: /the file is / });
    });
  }
});

describe('statements in formats that are not read', () => {
  const table: [what: string, text: string, message: RegExp][] = [
    ['QIF', '!Type:Bank\nD03/04/2026\nT-12.50\n^\n', /is QIF, .*; download OFX/],
    [
      'QIF of several accounts',
      '!Account\nNBank\nTBank\n^\n!Type:Bank\n',
      /is QIF, .*; download OFX/,
    ],
    ['BAI2', '01,122099999,123456789,260304,0200,1,,,2/\n02,031001234,', /is BAI2; ask the bank/],
    [
      'CODA',
      '0000004032672505        00099449',
      /is CODA, of Belgian banks; ask the bank for camt/,
    ],
  ];
  for (const [what, text, message] of table) {
    test(`${what}: imported with a profile and without, or guessed`, async () => {
      for (const profile of [null, profileNamed('standard')]) {
        const { errors, format } = await readFile(bytes(text), only('EUR'), profile);
        assert.equal(format, null);
        assert.match(errors[0]?.message ?? '', message);
      }
      assert.match(refusedWith(await guessStatement(bytes(text), TODAY)).detail, message);
    });
  }
});

describe('UTF-16 without a mark is read as what it is', () => {
  const read = (body: Uint8Array) => readFile(body, only('INR'), profileNamed('standard'));
  const wide = Buffer.from(CSV, 'utf16le');

  test('in both orders of bytes', async () => {
    const as_it_is = await read(bytes(CSV));
    assert.equal(as_it_is.rows[0]?.text, 'Überweisung');
    assert.deepEqual(await read(wide), as_it_is);
    assert.deepEqual(await read(Buffer.from(wide).swap16()), as_it_is);
  });

  test('with a header that is in no Latin letters', async () => {
    const text = 'दिनांक,राशि\n2026-03-05,100\n';
    const profile = { ...profileNamed('standard'), date: 'दिनांक' };
    const by = { ...profile, amount: { kind: 'signed', amount: 'राशि', incoming: '+' } } as const;
    const { errors, rows } = await readFile(Buffer.from(text, 'utf16le'), only('INR'), by);
    assert.deepEqual([errors, rows.length], [[], 1]);
  });

  test('and guessed, too', async () => {
    assert.equal(accepted(await guessStatement(wide, TODAY)).profile, 'standard');
  });
});

describe('XML', () => {
  const messageOf = async (body: Uint8Array, profile: string | null = null) => {
    const by = profile === null ? null : profileNamed(profile);
    return (await readFile(body, only('EUR'), by)).errors[0]?.message;
  };

  test('that is not in the encoding of its declaration says so, and names no profile', async () => {
    assert.equal(
      await messageOf(raw(CAMT.replace('danke', 'f\xfcr'))),
      'the file is not UTF-8 text; its XML declaration (UTF-8 if it names none) must name the ' +
        'encoding of the file',
    );
  });

  test('in an encoding that is not taken says which are', async () => {
    const said = 'the XML declares the encoding Shift_JIS; accepted are UTF-8, UTF-16, ISO 8859-1,';
    const message = await messageOf(raw(CAMT.replace('"UTF-8"', '"Shift_JIS"')));
    assert.ok(message?.startsWith(said), message);
    const false_wide = await messageOf(raw(CAMT.replace('"UTF-8"', '"UTF-16"')));
    assert.match(
      false_wide ?? '',
      /declares the encoding UTF-16, but the file is not in it; correct/,
    );
  });

  test('with a profile is no CSV', async () => {
    assert.match((await messageOf(bytes(CAMT), 'decimal')) ?? '', /import it without a profile/);
  });
});
