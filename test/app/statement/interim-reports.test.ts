// Reports within the day on real PostgreSQL: the statement of the day confirms their lines, in
// either order, and no movement counts twice.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { changeReceivingAccount } from '../../../server/app/account/receiving-accounts.ts';
import { listBankLines } from '../../../server/app/line/list-bank-lines.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { getAccountDay } from '../../../server/app/proof/close-account-day.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { importStatement } from '../../../server/app/statement/import-statement.ts';
import { getTrade } from '../../../server/app/trade/find-trade.ts';
import { fc, longRuns } from '../../support/property.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  type TestApp,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import { camt052, camt053, type Movement, mt940, mt942, TODAY } from './interim-files.ts';
import { makeAccount, testIban } from './statement-scene.ts';

let service: TestApp;
let app: OpenApp;
before(async () => {
  service = await openTestApp();
  app = service.app;
});
after(async () => {
  await service.stop();
});

let accounts = 700;
const made: string[] = [];
async function newAccount() {
  accounts += 1;
  const iban = testIban(accounts);
  const id = await makeAccount(app, 'iban', 'EUR', iban);
  made.push(id);
  return { iban, id };
}

/** So that a new pay-in gets this account. */
async function onlyAccount(id: string): Promise<void> {
  for (const other of made.filter((one) => one !== id)) {
    accepted(await changeReceivingAccount(app, OPERATOR, other, raw({ enabled: false })));
  }
}

const load = async (body: Buffer, dry_run = 'false') =>
  accepted(await importStatement(app, OPERATOR, { body, dry_run }));

const linesOf = async (receiving_account_id: string) =>
  accepted(await listBankLines(app, { receiving_account_id, limit: '200' })).data;

const amountsOf = async (id: string) =>
  (await linesOf(id)).map((line) => line.amount_cents).toSorted((a, b) => a - b);

type Counts = { imported: number; duplicate: number; unconfirmed: number };
const countsOf = ({ imported, duplicate, unconfirmed }: Counts) => [
  imported,
  duplicate,
  unconfirmed,
];

const REPORTED: readonly Movement[] = [
  { cents: 41_307, id: 'IN-1', end_to_end: 'ORDER-1', text: 'Order' },
  { cents: -1_250, id: 'IN-2', text: 'fee' },
];
/** The same movements with other ids and texts, and one more. */
const BOOKED: readonly Movement[] = [
  { cents: -1_250, id: 'ST-8', text: 'ACCOUNT FEE MARCH' },
  { cents: 9_900, id: 'ST-9', text: 'Later' },
  { cents: 41_307, id: 'ST-7', end_to_end: 'ORDER-1', text: 'ORDER OF A CUSTOMER' },
];

const FORMATS = [
  ['camt', camt052, camt053],
  ['MT94x', mt942, mt940],
] as const;

for (const [name, report, statement] of FORMATS) {
  test(`${name}: a report, then the statement, each again: each transfer counts once`, async () => {
    const { iban, id } = await newAccount();
    const merchant = await makeMerchant(app, { balance_currency: 'EUR' });
    const fields = { amount_currency: 'EUR', type: 'iban' };
    await onlyAccount(id);
    const payin = await scene.newPayin(app, merchant, { ...fields, amount_cents: 41_307 });
    const [early, late] = [report(iban, 'R', REPORTED), statement(iban, 'S', BOOKED)];
    const first = await load(early);
    assert.deepEqual(countsOf(first), [2, 0, 0]);
    const path = { merchant: merchant.merchant_id, uuid: payin.id };
    const stateOf = async () => accepted(await getTrade(app, merchant.caller, path)).state;
    assert.equal(await stateOf(), 'completed');
    const preview = await load(late, 'true');
    assert.deepEqual(countsOf(await load(late)), [1, 2, 0]);
    assert.deepEqual([preview.imported, preview.duplicate], [1, 2]);
    assert.deepEqual(await amountsOf(id), [-1_250, 9_900, 41_307]);
    assert.deepEqual(countsOf(await load(late)), [0, 3, 0]);
    assert.deepEqual(countsOf(await load(early)), [0, 2, 0]);
    assert.deepEqual(await amountsOf(id), [-1_250, 9_900, 41_307]);
    const paid = (await linesOf(id)).filter((line) => line.trade_id === payin.id);
    assert.equal(paid.length, 1);
    assert.equal(await stateOf(), 'completed');
    assert.deepEqual((await verifyBooks(app)).problems, []);
  });

  test(`${name}: a report that comes after the statement brings nothing new`, async () => {
    const { iban, id } = await newAccount();
    const [early, late] = [report(iban, 'R', REPORTED), statement(iban, 'S', BOOKED)];
    assert.deepEqual(countsOf(await load(late)), [3, 0, 0]);
    assert.deepEqual(countsOf(await load(early)), [0, 2, 0]);
    assert.deepEqual(countsOf(await load(early)), [0, 2, 0]);
    assert.deepEqual(countsOf(await load(late)), [0, 3, 0]);
    assert.deepEqual(await amountsOf(id), [-1_250, 9_900, 41_307]);
  });
}

test('of two equal amounts the report had one: the other one is new, and it is the right one', async () => {
  const { iban, id } = await newAccount();
  await load(camt052(iban, 'R', [{ cents: 5_000, text: 'Asha' }]));
  const both = [
    { cents: 5_000, id: 'S1', text: 'Ravi' },
    { cents: 5_000, id: 'S2', text: 'Asha' },
  ];
  assert.deepEqual(countsOf(await load(camt053(iban, 'S', both))), [1, 1, 0]);
  const texts = (await linesOf(id)).map((line) => line.text);
  assert.deepEqual(texts.toSorted(), ['Asha', 'Ravi']);
  assert.deepEqual(countsOf(await load(camt053(iban, 'S', both))), [0, 2, 0]);
});

test('one import at a time: a report and the statement at once count once', async () => {
  const { iban, id } = await newAccount();
  await Promise.all([load(camt052(iban, 'R', REPORTED)), load(camt053(iban, 'S', BOOKED))]);
  assert.deepEqual(await amountsOf(id), [-1_250, 9_900, 41_307]);
});

test('another end-to-end id is another payment, and another day too', async () => {
  const { iban, id } = await newAccount();
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  await load(
    camt052(iban, 'R', [
      { cents: 700, end_to_end: 'E-1', text: 'a' },
      { cents: 800, text: 'b', day: yesterday },
    ]),
  );
  const booked = [
    { cents: 700, end_to_end: 'E-2', text: 'a' },
    { cents: 800, text: 'b' },
  ];
  assert.deepEqual(countsOf(await load(camt053(iban, 'S', booked))), [2, 0, 1]);
  assert.deepEqual(await amountsOf(id), [700, 700, 800, 800]);
});

test('an entry that vanished stays visible: in the import and in the closing of the day', async () => {
  const { iban, id } = await newAccount();
  await load(camt052(iban, 'R', [...REPORTED, { cents: 333, text: 'never booked' }]));
  const balances = ['OPBD', '0.00', 'CLBD', '499.57'];
  const head = [0, 2].map(
    (at) =>
      `<Bal><Tp><CdOrPrtry><Cd>${balances[at]}</Cd></CdOrPrtry></Tp>` +
      `<Amt Ccy="EUR">${balances[at + 1]}</Amt><CdtDbtInd>CRDT</CdtDbtInd>` +
      `<Dt><Dt>${TODAY}</Dt></Dt></Bal>`,
  );
  const result = await load(camt053(iban, 'S', BOOKED, head.join('')));
  assert.deepEqual(countsOf(result), [1, 2, 1]);
  const [gone] = result.unconfirmed_lines;
  assert.deepEqual([gone?.amount_cents, gone?.day, gone?.status], [333, TODAY, 'suspense']);
  const day = accepted(await getAccountDay(app, { id, day: TODAY }, {}));
  const kinds = day.differences
    .filter(({ kind }) => kind !== 'unmatched_line')
    .map(({ kind, amount_cents, bank_line_id }) => [kind, amount_cents, bank_line_id]);
  assert.deepEqual(kinds, [['unconfirmed_line', 333, gone?.id]]);
  assert.deepEqual(day.closing_cents, 49_957);
});

test('any reports of parts of a day and the statement, in any order, sum to the statement', async () => {
  const movement = fc.record({
    cents: fc.constantFrom(100, 200, -100),
    end_to_end: fc.constantFrom(undefined, 'A', 'B'),
    text: fc.constantFrom('x', 'y'),
    // How the bank tells it in the statement.
    text_then: fc.constantFrom('x', 'y', 'z'),
    /** The report that has it; the last one is never delivered. */
    report: fc.nat({ max: 2 }),
  });
  const orders = fc.array(fc.constantFrom(0, 1, 'statement' as const), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(movement, { minLength: 1, maxLength: 6 }),
      orders,
      async (all, order) => {
        const { iban, id } = await newAccount();
        const toldAs = (
          { cents, end_to_end }: (typeof all)[number],
          text: string,
          key: string,
        ) => ({
          cents,
          id: key,
          text,
          ...(end_to_end === undefined ? {} : { end_to_end }),
        });
        const booked = all.map((one, at) => toldAs(one, one.text_then, `S${at}`));
        const files = { statement: camt053(iban, 'S', booked) };
        const reports = [0, 1].map((number) =>
          all.flatMap((one, at) =>
            one.report === number ? [toldAs(one, one.text, `R${at}`)] : [],
          ),
        );
        for (const name of [...order, 'statement' as const]) {
          const report = name === 'statement' ? [] : (reports[name] ?? []);
          if (name === 'statement') await load(files.statement);
          else if (report.length > 0) await load(camt052(iban, `R${name}`, report));
        }
        const wanted = all.map(({ cents }) => cents).toSorted((a, b) => a - b);
        assert.deepEqual(await amountsOf(id), wanted);
        assert.equal((await load(files.statement)).imported, 0);
      },
    ),
    { numRuns: longRuns(40) },
  );
});
