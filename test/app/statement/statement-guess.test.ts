// Proposals for a bank's layout: a profile that can read the file, otherwise a mapping that can.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { guessStatement } from '../../../server/app/statement/guess-statement.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import {
  mappingOf,
  mappingProfile,
} from '../../../server/formats/statement/csv/statement-mapping.ts';
import { PROFILES } from '../../../server/formats/statement/csv/statement-profiles.ts';
import { accepted } from '../../support/test-app.ts';
import { bytes, only, readFile, TODAY } from '../file/read-file.ts';

const sample = (name: string) => readFileSync(new URL(`../../statements/${name}`, import.meta.url));
const guess = async (body: Uint8Array) => accepted(await guessStatement(body, TODAY));

test('every layout that is known is found by its own sample', async () => {
  for (const name of ['standard', 'decimal', 'indian', 'hdfc', 'sparkasse', 'ing-nl']) {
    const found = await guess(sample(`${name}.csv`));
    assert.deepEqual([found.profile, found.mapping, found.lines_wrong], [name, null, 0], name);
  }
  assert.equal((await guess(sample('european.csv'))).profile, 'european-latin1');
  assert.equal((await guess(sample('camt053-v02-batch.xml'))).format, 'camt');
  assert.equal((await guess(sample('mt940-indian.sta'))).format, 'mt940');
});

test('another layout gets a mapping that imports it as it is', async () => {
  const body = sample('unknown-layout.csv');
  const found = await guess(body);
  assert.equal(found.profile, null);
  assert.deepEqual(
    found.sample.map((line) => [line.booked_at, line.amount_cents, line.currency]),
    [
      ['2025-12-31', -120_050, 'CHF'],
      ['2025-12-30', 1_000_000, 'CHF'],
    ],
  );
  const made = mappingProfile(found.mapping ?? {});
  assert.ok('profile' in made);
  const { errors, rows, parts } = await readFile(body, only('CHF'), made.profile);
  assert.deepEqual([errors, rows.length, parts[0]?.balances.length], [[], 2, 2]);
});

test('signs, words, decimal signs and dates are told by what stands in the columns', async () => {
  const table: [text: string, cents: number[], first_day: string][] = [
    [
      'Data;Opis;Kwota\n05.03.2026;Zakup;-1 234,56\n13.03.2026;Wpływ;7,00\n',
      [-123_456, 700],
      '2026-03-05',
    ],
    [
      'Date\tDetails\tAmount\tDr/Cr\n03/31/2026\tx\t1,000.00\tCR\n04/01/2026\ty\t2.50\tDR\n',
      [100_000, -250],
      '2026-03-31',
    ],
    [
      'Account statement\n\nPosting Date,Narrative,Money In,Money Out\n2026-03-05,a,5.00,\n2026-03-06,b,,6.00\n',
      [500, -600],
      '2026-03-05',
    ],
    [
      'Fecha,Concepto,Importe\n"05-Mar-2026",a,"1.000,00"\n"06-Mar-2026",b,"-3,50"\n',
      [100_000, -350],
      '2026-03-05',
    ],
  ];
  for (const [text, cents, first_day] of table) {
    const found = await guess(bytes(text));
    assert.deepEqual(
      found.sample.map((line) => line.amount_cents),
      cents,
      text,
    );
    assert.equal(found.sample[0]?.booked_at, first_day, text);
    assert.equal(found.lines_wrong, 0, text);
  }
});

test('a broken line hides no layout, and is told', async () => {
  const lines = ['05/03/2026,a,5.00,', '16/03/2026,b,,6.00', '31/02/2026,c,7.00,'];
  const known = `Txn Date,Description,Credit,Debit\n${lines.join('\n')}\n`;
  const found = await guess(bytes(known));
  assert.deepEqual([found.profile, found.lines_read, found.lines_wrong], ['indian', 2, 1]);
  assert.match(found.doubts.join(' '), /Txn Date must be a date/);
  const own = await guess(bytes(known.replace('Txn Date', 'Booking Date')));
  assert.deepEqual([own.profile, own.lines_read, own.lines_wrong], [null, 2, 1]);
  const mostly_wrong = await guess(sample('indicator.csv'));
  assert.deepEqual([mostly_wrong.choices.length, mostly_wrong.lines_wrong], [2, 5]);
});

test('a sample is shown as it would be imported, with the UTR that its text names', async () => {
  const found = await guess(sample('indian.csv'));
  assert.equal(found.sample[0]?.utr, '412345678901');
  const foreign = await guess(sample('unknown-layout.csv'));
  assert.match(foreign.sample[1]?.text ?? '', /0HG4T7PZ2K/);
  assert.deepEqual(foreign.doubts, []);
  const silent = await guess(bytes('Date;Foo;Amount\n2026-03-05;x;5,25\n'));
  assert.match(silent.doubts.join(' '), /no column is known to have what payers write/);
});

test('days that can be read in two orders are asked for, with an example of each', async () => {
  const found = await guess(bytes('Date;Text;Amount\n05/03/2026;a;5\n06/03/2026;b;-6\n'));
  assert.match(found.question ?? '', /does not prove/);
  assert.deepEqual(
    found.choices.map(({ meaning, mapping, sample: [line] }) => [
      meaning,
      mapping.date_formats,
      line?.booked_at,
    ]),
    [
      ['days are written DD/MM/YYYY', ['DD/MM/YYYY'], '2026-03-05'],
      ['days are written MM/DD/YYYY', ['MM/DD/YYYY'], '2026-05-03'],
    ],
  );
  const told = await guess(bytes('Date;Text;Amount\n05/03/2026;a;5\n16/03/2026;b;-6\n'));
  assert.deepEqual([told.question, told.mapping?.date_formats], [null, ['DD/MM/YYYY']]);
  assert.match(told.doubts.join(' '), /check decimal/);
});

test('what is no statement is refused with the reason', async () => {
  const table: [body: Uint8Array, reason: RegExp][] = [
    [bytes('hello\nworld\n'), /no row has column names/],
    [bytes(''), /no row has column names/],
    [bytes('%PDF-1.7'), /is a PDF/],
    [bytes('<html>'), /HTML/],
  ];
  for (const [body, reason] of table) {
    const refused = await guessStatement(body, TODAY);
    assert.ok(isRefusal(refused));
    assert.match(refused.detail, reason);
  }
});

test('every profile can be written as a mapping, and means the same', () => {
  for (const profile of PROFILES.values()) {
    const made = mappingProfile(mappingOf(profile));
    assert.ok('profile' in made, `${profile.name}: ${JSON.stringify(made)}`);
    const { name: _, title: __, ...same } = made.profile;
    const { name: ___, title: ____, ...given } = profile;
    assert.deepEqual(same, given, profile.name);
  }
});
