// OFX files: both forms in any pieces, what is left out, and what is refused with its line.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { createFindAccount } from '../../../server/app/file/find-account.ts';
import { guessStatement } from '../../../server/app/statement/guess-statement.ts';
import { accountWith } from '../../support/model/domain-commands.ts';
import { accepted } from '../../support/test-app.ts';
import { bytes, inPieces, only, profileNamed, readFile, TODAY } from './read-file.ts';

const sample = (name: string) =>
  readFileSync(new URL(`../../statements/${name}`, import.meta.url), 'latin1');
const SGML = sample('ofx-sgml.ofx');
const XML = Buffer.from(sample('ofx-xml.ofx'), 'latin1').toString();

const transaction = (memo: string, day: string, amount: string) =>
  `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${day}<TRNAMT>${amount}<FITID>${memo}${day}<MEMO>${memo}</STMTTRN>`;
const statement = (all: readonly string[]) =>
  '<OFX><SIGNONMSGSRSV1></SIGNONMSGSRSV1><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>BRL' +
  '<BANKACCTFROM><BANKID>1<ACCTID>12345</BANKACCTFROM><BANKTRANLIST>' +
  `${all.join('\n')}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

describe('OFX', () => {
  test('with rows of balances leaves them out, and holds the others against them', async () => {
    const rowsWith = (closing: string) => [
      transaction('SALDO ANTERIOR', '20260301', '100.00'),
      transaction('PIX MARIA', '20260302', '50.00'),
      transaction('TARIFA', '20260302', '-5.00'),
      transaction('SALDO DIA', '20260302', closing),
    ];
    const read = await readFile(bytes(statement(rowsWith('145.00'))), only('BRL'));
    assert.deepEqual([read.errors, read.rows.length, read.left_out.balance], [[], 2, 2]);
    const wrong = await readFile(bytes(statement(rowsWith('146.00'))), only('BRL'));
    assert.match(wrong.errors[0]?.message ?? '', /balance of this row does not follow/);
  });

  test('is known without its header, or with one of its own', async () => {
    const file = statement([transaction('PIX MARIA', '20260302', '50.00')]);
    for (const head of ['', 'DATA:OFXSGML\nVERSION:102\n', 'Extrato de conta\n\n']) {
      const read = await readFile(bytes(head + file), only('BRL'));
      assert.deepEqual([read.format, read.errors, read.rows.length], ['ofx', [], 1], head);
    }
  });

  test('is the same in pieces of any size, with or without closing tags, in one line', async () => {
    const whole = await readFile(bytes(SGML), only('NZD'));
    assert.deepEqual([whole.errors, whole.rows.length], [[], 2]);
    for (const size of [1, 2, 7, 64]) {
      assert.deepEqual(await readFile(inPieces(bytes(SGML), size), only('NZD')), whole, `${size}`);
    }
    const closed = SGML.replace(/<([A-Z]+)>([^<\r\n]+)/g, '<$1>$2</$1>');
    assert.deepEqual((await readFile(bytes(closed), only('NZD'))).rows, whole.rows);
    const one_line = SGML.replace(/^[^<]*/, '').replaceAll('\r\n', '');
    const { rows } = await readFile(bytes(one_line), only('NZD'));
    const bare = (all: typeof rows) => all.map(({ line: _, ...row }) => row);
    assert.deepEqual(bare(rows), bare(whole.rows));
  });

  test('has its lines in the file, its ids, names and types', async () => {
    const { rows } = await readFile(bytes(SGML), only('NZD'));
    const [line] = rows;
    assert.equal(line?.line, SGML.slice(0, SGML.indexOf('<STMTTRN>')).split('\n').length);
    assert.deepEqual(
      [line?.bank_id, line?.counterparty_name, line?.purpose, line?.booked_exactly, line?.text],
      ['2026030401', 'M TAMATI', 'DIRECTDEP', false, 'M TAMATI ORDER 5521 RANGI'],
    );
  });

  test('finds its account with or without the number of the bank', async () => {
    for (const number of ['815300123456', '700000100815300123456']) {
      const find = createFindAccount([accountWith({ number, currency: 'CAD' })], null);
      assert.deepEqual((await readFile(bytes(XML), find)).errors, []);
    }
    const find = createFindAccount([accountWith({ number: '1', currency: 'CAD' })], null);
    const { errors } = await readFile(bytes(XML), find);
    assert.match(errors[0]?.message ?? '', /no receiving account in CAD has the number/);
  });

  test('leaves out what is pending or zero, and counts it', async () => {
    const pending =
      '<BANKTRANLISTP><DTASOF>20260306<STMTTRNP><TRNAMT>-9</STMTTRNP></BANKTRANLISTP>';
    const text = SGML.replace('<LEDGERBAL>', `${pending}<LEDGERBAL>`).replace('+410.05', '0.00');
    const { rows, left_out, errors } = await readFile(bytes(text), only('NZD'));
    assert.deepEqual([rows.length, errors], [1, []]);
    assert.deepEqual([left_out.pending, left_out.zero], [1, 1]);
  });

  test('escapes once, and keeps a sign that begins no tag', async () => {
    const text = SGML.replace('ORDER 5521 RANGI', 'A &amp;lt; &#66; & 1 < 2 &nosuch; C');
    const { rows } = await readFile(bytes(text), only('NZD'));
    assert.equal(rows[0]?.text, 'M TAMATI A &lt; B & 1 < 2 &nosuch; C');
  });

  test('is refused with the line and the reason', async () => {
    const cdata = `<MEMO><![CDATA[${'x'.repeat(9_000)}]]>`;
    const table: [from: string | RegExp, to: string, message: RegExp][] = [
      ['+410.05', '410.051', /TRNAMT has more decimals/],
      ['+410.05', '', /TRNAMT must be an amount/],
      ['+410.05', '1,234', /TRNAMT has more decimals/],
      ['<TRNAMT>-7.5', '<TRNAMT>7.5', /a DEBIT has an amount without minus/],
      ['<DTPOSTED>20260304', '<DTPOSTED>20260230', /DTPOSTED must be a day/],
      ['<CURDEF>NZD', '<CURDEF>XYZ', /no currency|is in XYZ/],
      ['<FITID>2026030401', '<FITID>1<CORRECTFITID>0', /corrects an earlier transaction/],
      [/<\/STMTRS>.*/s, '', /ends inside of a statement; is it cut off/],
      [/<LEDGERBAL>.*/s, '<LEDGERBAL', /ends inside of a tag; is it cut off/],
      [/<STMTRS>.*<\/STMTRS>/s, '', /no statement of an account or a card/],
      ['<TRNUID>1', '<A B>', /<A B> is no tag of OFX/],
      ['<TRNUID>1', `<MEMO>${'x'.repeat(9_000)}`, /a value has more than 8192 characters/],
      ['<TRNUID>1', cdata, /a tag has more than 8192 characters/],
      [
        '<FITID>2026030401',
        Array.from({ length: 300 }, (_, at) => `<A${at}>1`).join(''),
        /200 values/,
      ],
    ];
    for (const [from, to, message] of table) {
      const text = SGML.replace(from, () => to);
      assert.notEqual(text, SGML, String(from));
      const { errors } = await readFile(bytes(text), only('NZD'));
      assert.match(errors[0]?.message ?? 'nothing is wrong', message, to.slice(0, 60));
    }
    const { errors } = await readFile(bytes(SGML.replace('-7.5', 'x')), only('NZD'));
    assert.equal(errors[0]?.line, SGML.slice(0, SGML.lastIndexOf('<STMTTRN>')).split('\n').length);
  });

  test('with a profile is no CSV', async () => {
    const { errors } = await readFile(bytes(SGML), only('NZD'), profileNamed('standard'));
    assert.equal(errors[0]?.message, 'the file is OFX; import it without a profile');
  });

  test('is recognised by the guess, with or without its header', async () => {
    for (const text of [SGML, XML, SGML.replace(/^[^<]*/, ''), `\n\n${SGML}`]) {
      assert.equal(accepted(await guessStatement(bytes(text), TODAY)).format, 'ofx');
    }
  });
});
