// Broken and hostile files on the command line: refused with file, line and reason, and nothing of
// any of them is imported.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { makeAccount } from '../app/statement/statement-scene.ts';
import { type OperatorService, openOperatorService } from '../http/operator/operator-service.ts';
import { OPERATOR_TOKEN } from '../support/test-app.ts';
import { runCli } from './test-terminal.ts';

let service: OperatorService;
let folder: string;
let account: string;

before(async () => {
  service = await openOperatorService();
  folder = await mkdtemp(join(tmpdir(), 'payment-orders-broken-'));
  account = await makeAccount(service.app, 'iban', 'EUR', 'DE89370400440532013000');
  await makeAccount(service.app, 'iban', 'CHF', 'CH9300762011623852957');
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

const cli = (...args: string[]) =>
  runCli(args, { env: { PAYMENT_ORDERS_URL: service.url, OPERATOR_TOKEN } });

/** As Latin-1, so that every byte of a file is one letter here. */
const sample = (name: string) =>
  readFileSync(new URL(`../statements/${name}`, import.meta.url), 'latin1');

const CAMT053 = sample('camt053-v02-batch.xml');
const CAMT054 = sample('camt054-v08-returns.xml');
const MT940 = sample('mt940-german.sta');
const CSV = sample('standard.csv');

function changed(text: string, from: string, to: string): string {
  assert.ok(text.includes(from), from);
  return text.replace(from, () => to);
}

type Broken = readonly [file: string, content: string, line: number, reason: RegExp];

const OLD = '2016-02-29';
const ENTITY = '<!DOCTYPE d [<!ENTITY a SYSTEM "file:///etc/passwd">]>';

const BROKEN: readonly Broken[] = [
  ['cut-off.xml', CAMT053.slice(0, 2_500), 60, /cut off/],
  ['wrong-total.xml', changed(CAMT053, '1354.56', '1354.57'), 10, /does not add up/],
  ['wrong-batch.xml', changed(CAMT053, '"EUR">150.00', '"EUR">150.01'), 58, /add up to 15000/],
  ['comma.xml', changed(CAMT053, '>234.56</Amt>', '>234,56</Amt>'), 32, /234,56, which is none/],
  ['no-such-day.xml', CAMT053.replaceAll('2026-03-05', '2026-02-30'), 26, /has no date/],
  ['no-status.xml', changed(CAMT053, '<Sts>BOOK</Sts>', ''), 32, /no status/],
  ['entity.xml', changed(CAMT053, '<Document', `${ENTITY}<Document`), 2, /document type/],
  ['not-utf-8.xml', changed(CAMT053, 'danke', 'f\u00fcr'), 1, /not UTF-8/],
  ['answer.xml', CAMT053.replaceAll('BkToCstmrStmt', 'CstmrPmtStsRpt'), 4, /pain\.002/],
  ['nobody.xml', CAMT053.replaceAll('DE89370400440532013000', 'DE7'), 10, /no receiving account/],
  ['notice-total.xml', changed(CAMT054, '>98.50<', '>98.51<'), 10, /credits up to 9851/],
  ['notice-count.xml', changed(CAMT054, '>4</Nb', '>5</Nb'), 10, /counts 5 entries/],
  ['notice-currency.xml', changed(CAMT054, 'Ccy="CHF">49.25', 'Ccy="EUR">49.25'), 11, /in EUR/],
  [
    'notice-date.xml',
    changed(CAMT054, `<BookgDt><Dt>${OLD}`, '<BookgDt><Dt>2015-02-29'),
    11,
    /date/,
  ],
  ['wrong-total.sta', changed(MT940, '2457,50', '2457,51'), 1, /does not add up/],
  ['no-closing.sta', changed(MT940, ':62F:C260305EUR2457,50\r\n', ''), 1, /no closing balance/],
  ['no-opening.sta', changed(MT940, ':60F:C260304EUR1000,00\r\n', ''), 1, /no opening balance/],
  ['cut-off.sta', MT940.slice(0, 200), 1, /no closing balance/],
  ['point.sta', changed(MT940, 'CR1500,00', 'CR1.500'), 5, /:61: must have a comma before/],
  ['two-currencies.sta', changed(MT940, ':62F:C260305EUR', ':62F:C260305USD'), 13, /is in USD/],
  ['no-account.sta', changed(MT940, ':25:37040044/0532013000\r\n', ''), 1, /names no account/],
  ['report.sta', ':20:A\n:25:37040044/0532013000\n:28C:1\n:34F:0,\n', 4, /MT942/],
  ['empty.csv', '', 1, /no row could be read/],
  ['semicolons.csv', CSV.replaceAll(',', ';'), 1, /missing: booked_at, amount_cents/],
  ['decimals.csv', changed(CSV, '150000', '1500.00'), 2, /must be whole minor units/],
  ['no-such-month.csv', changed(CSV, '2026-03-06', '2026-13-06'), 4, /must be a date/],
  ['open-quote.csv', changed(CSV, 'RAO"', 'RAO'), 2, /quotation mark/],
  ['too-many-cells.csv', changed(CSV, 'Charges', 'Char,ges,x'), 3, /7 cells/],
  ['too-much.csv', changed(CSV, '150000', '9'.repeat(20)), 2, /at most/],
  ['other-currency.csv', 'booked_at,amount_cents,currency\n2026-03-05,1,USD\n', 2, /is USD/],
  ['long.csv', changed(CSV, 'Charges', 'x'.repeat(20_000)), 3, /longer than 16384/],
  ['zeros.csv', changed(CSV, 'Charges', 'Cha\u0000rges'), 1, /is not text/],
  ['march.xlsx', 'PK\u0003\u0004 [Content_Types].xml', 1, /Excel workbook/],
  ['march.zip', 'PK\u0003\u0004 march', 1, /ZIP archive; unpack it/],
  ['march.pdf', '%PDF-1.7\n', 1, /PDF/],
  ['login.html', '<html><body>Session expired</body></html>', 1, /HTML/],
];

async function importFile(file: string, content: string) {
  const path = join(folder, file);
  await writeFile(path, content, 'latin1');
  const is_csv = !/\.(?:xml|sta)$/.test(file);
  const whose = is_csv ? ['--receiving-account-id', account] : [];
  return await cli('statements', 'import', path, ...whose);
}

async function everything(): Promise<unknown[]> {
  const answers = [await cli('lines', 'list', '--json'), await cli('statements', 'list', '--json')];
  return answers.flatMap(({ out }) => Object(JSON.parse(out)).data);
}

for (const [file, content, line, reason] of BROKEN) {
  test(`${file} is refused`, async () => {
    const { code, out, err } = await importFile(file, content);
    assert.deepEqual([code, out], [1, '']);
    const [sentence = '', ...more] = err.split('\n');
    assert.ok(sentence.startsWith(`Nothing was imported. ${file}, line ${line}: `), sentence);
    assert.match(sentence, reason);
    // What the sentence has said is not said again.
    if (!sentence.includes('lines are wrong')) {
      assert.ok(!more.some((one) => one.trim() !== '' && sentence.includes(one.trim())), err);
    }
  });
}

test('nothing of them is there, and the whole files are taken', async () => {
  assert.deepEqual(await everything(), []);
  for (const [file, content, fresh, known] of [
    ['camt053.xml', CAMT053, 5, 5],
    ['camt054.xml', CAMT054, 4, 4],
    // One of its lines is in the camt.053 of the same account and day.
    ['mt940.sta', MT940, 2, 3],
    // Nothing says whether one of its lines is one of the others: it waits.
    ['standard.csv', CSV, 2, 2],
  ] as const) {
    const { code, out } = await importFile(file, content);
    assert.equal(code, 0, file);
    assert.match(out, new RegExp(`^imported +${fresh}$`, 'm'), file);
    const again = await importFile(file, content);
    assert.match(again.out, new RegExp(`^duplicate +${known}$`, 'm'), file);
  }
});

test('a file of a layout that nobody named is told how to find it', async () => {
  const { err } = await importFile('march.csv', sample('hdfc.csv'));
  assert.match(err, /To find out how to read it: payment-orders statements guess .*march\.csv/);
});
