// Balances and movements of a bank account in a currency of small units, such as IDR or VND: they
// exceed the limit of an order by far, and every step has them exactly.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { reviewLine } from '../../../server/app/line/review-line.ts';
import { takeBankLines } from '../../../server/app/line/take-bank-lines.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { closeAccountDay, getAccountDay } from '../../../server/app/proof/close-account-day.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { importStatement } from '../../../server/app/statement/import-statement.ts';
import { listStatements } from '../../../server/app/statement/list-statements.ts';
import { MAX_BALANCE_CENTS, MAX_LINE_CENTS } from '../../../server/domain/values/money.ts';
import { accountWith } from '../../support/model/domain-commands.ts';
import {
  accepted,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
} from '../../support/test-app.ts';
import { bytes, profileNamed, readFile } from '../file/read-file.ts';
import * as scene from '../scene.ts';
import { makeAccount } from './statement-scene.ts';

/** 85 billion rupiah: 8.5 × 10^12 minor units, in an account of 40 trillion. */
const SWEEP = 8_500_000_000_001n;
const OPENING = 4_000_000_000_000_003n;
const CLOSING = OPENING + SWEEP;
const DAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

/** `1234` minor units as `12.34`, or with another sign between. */
const rupiah = (cents: bigint, decimal = '.') =>
  `${cents / 100n}${decimal}${String(cents % 100n).padStart(2, '0')}`;

const short = DAY.replaceAll('-', '').slice(2);
const mt940 = (number: string) =>
  [
    ':20:SWEEP',
    `:25:${number}`,
    ':28C:1/1',
    `:60F:C${short}IDR${rupiah(OPENING, ',')}`,
    `:61:${short}C${rupiah(SWEEP, ',')}NTRFSWEEP`,
    ':86:Sweep from the main account',
    `:62F:C${short}IDR${rupiah(CLOSING, ',')}`,
    '-',
    '',
  ].join('\r\n');

const balance = (code: string, cents: bigint) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="IDR">${rupiah(cents)}</Amt>` +
  `<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${DAY}</Dt></Dt></Bal>`;
const camt = (number: string) =>
  '<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt><Id>1</Id>' +
  `<Acct><Id><Othr><Id>${number}</Id></Othr></Id><Ccy>IDR</Ccy></Acct>` +
  balance('OPBD', OPENING) +
  balance('CLBD', CLOSING) +
  `<TxsSummry><TtlNtries><NbOfNtries>1</NbOfNtries><Sum>${rupiah(SWEEP)}</Sum></TtlNtries>` +
  `</TxsSummry><Ntry><Amt Ccy="IDR">${rupiah(SWEEP)}</Amt><CdtDbtInd>CRDT</CdtDbtInd>` +
  `<Sts>BOOK</Sts><BookgDt><Dt>${DAY}</Dt></BookgDt></Ntry></Stmt></BkToCstmrStmt></Document>`;

const csv = ['date,credit,debit,balance', `${DAY},${rupiah(SWEEP)},,${rupiah(CLOSING)}`].join('\n');
const CSV_PROFILE = {
  ...profileNamed('standard'),
  date: 'date',
  amount: { kind: 'credit_debit', credit: 'credit', debit: 'debit', debit_sign: '+' },
  minor_units: false,
  utr: null,
  text: [],
  bank_id: null,
  currency: null,
  balance: 'balance',
} as const;

const IDR = accountWith({ currency: 'IDR' });

let service: TestApp;
let app: OpenApp;
before(async () => {
  service = await openTestApp();
  app = service.app;
});
after(() => service.stop());

describe('a statement over 10^15 minor units, imported and closed', () => {
  const files: [name: string, fileOf: (number: string) => string, number: string][] = [
    ['MT940', mt940, '7712300001'],
    ['camt.053', camt, '7712300002'],
  ];
  for (const [name, fileOf, number] of files) {
    test(`${name}: lines, balances, the day, the list and verify`, async () => {
      const id = await makeAccount(app, 'account', 'IDR', number);
      const file = { body: bytes(fileOf(number)) };
      const report = accepted(await importStatement(app, OPERATOR, file));
      assert.deepEqual([report.errors, report.imported], [[], 1]);
      const [kept] = accepted(await listStatements(app, { receiving_account_id: id })).data;
      assert.equal(kept?.in_cents, Number(SWEEP));
      assert.deepEqual(kept?.balances, [
        { day: DAY, opening_cents: Number(OPENING), closing_cents: Number(CLOSING) },
      ]);
      const day = accepted(await getAccountDay(app, { id, day: DAY }, {}));
      assert.deepEqual(
        [day.opening_cents, day.in_cents, day.closing_cents],
        [Number(OPENING), Number(SWEEP), Number(CLOSING)],
      );
      const note = raw({ note: 'a sweep', accept_differences: true });
      const closed = accepted(await closeAccountDay(app, OPERATOR, { id, day: DAY }, note));
      assert.equal(closed.closing_cents, Number(CLOSING));
      assert.deepEqual((await verifyBooks(app)).problems, []);
    });
  }

  test('CSV: the amount, and the balances that follow from its column', async () => {
    const read = await readFile(bytes(csv), IDR, CSV_PROFILE, Date.now());
    assert.deepEqual(read.errors, []);
    assert.deepEqual(
      read.rows.map((row) => row.amount_cents),
      [SWEEP],
    );
    assert.deepEqual(read.parts[0]?.balances, [
      { day: DAY, opening_cents: OPENING, closing_cents: CLOSING },
    ]);
  });
});

describe('a line beyond the limit of an order', () => {
  const line = (cents: bigint) => ({ amount_cents: Number(cents), booked_at: DAY });

  test('is taken up to 10^15, by every way, and no further', async () => {
    const id = await scene.makeAccount(app, 'VND');
    const lines = [line(MAX_LINE_CENTS), line(-MAX_LINE_CENTS)];
    const taken = accepted(
      await takeBankLines(app, OPERATOR, raw({ receiving_account_id: id, lines })),
    );
    assert.deepEqual(
      taken.lines.map(({ status }) => status),
      ['suspense', 'suspense'],
    );
    const more = raw({ receiving_account_id: id, lines: [line(MAX_LINE_CENTS + 1n)] });
    const refused = refusedWith(await takeBankLines(app, OPERATOR, more));
    assert.match(refused.errors?.[0]?.message ?? '', /other than 0, of at most 1000000000000000$/);
    const limits = [
      [rupiah(MAX_LINE_CENTS), rupiah(MAX_BALANCE_CENTS), null],
      [rupiah(MAX_LINE_CENTS + 1n), '', 'credit must be at most 1000000000000000 minor units'],
    ] as const;
    for (const [credit, after_it, problem] of limits) {
      const file = `date,credit,debit,balance\n${DAY},${credit},,${after_it}\n`;
      const read = await readFile(bytes(file), IDR, CSV_PROFILE, Date.now());
      assert.deepEqual(
        read.errors.map(({ message }) => message),
        problem === null ? [] : [problem],
      );
    }
    assert.deepEqual((await verifyBooks(app)).problems, []);
  });

  test('is sent back in parts that pay-outs may have', async () => {
    const id = await scene.makeAccount(app, 'VND');
    const [taken] = await scene.feed(app, id, [line(10n ** 12n + 7n)]);
    const at = taken?.id ?? '';
    const payee = { type: 'account', number: '1234567890', name: 'Sender' };
    const back = raw({ ...payee, note: 'unknown sender' });
    const refused = await reviewLine(app, OPERATOR, at, 'return', back, undefined);
    assert.match(
      refusedWith(refused).errors?.[0]?.message ?? '',
      /more than 1000000000000, the most of one pay-out: split it first/,
    );
    const parts = raw({ parts: [10 ** 12, 7], note: 'two pay-outs' });
    const split = accepted(await reviewLine(app, OPERATOR, at, 'split', parts, undefined));
    assert.equal(split.line.status, 'split');
  });
});
