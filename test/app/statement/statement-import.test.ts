// Statements on real PostgreSQL: several accounts, previews, balances, and repeated imports of a
// file.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { listBankLines } from '../../../server/app/line/list-bank-lines.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import {
  importStatement,
  type StatementResult,
} from '../../../server/app/statement/import-statement.ts';
import { listStatements } from '../../../server/app/statement/list-statements.ts';
import type { StatementRequest } from '../../../server/app/statement/read-given-file.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import { fc } from '../../support/property.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  type TestApp,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import { camt, type Entry, makeAccount, testIban } from './statement-scene.ts';

let service: TestApp;
let app: OpenApp;
before(async () => {
  service = await openTestApp();
  app = service.app;
});
after(async () => {
  await service.stop();
});

const sample = (name: string) => readFileSync(new URL(`../../statements/${name}`, import.meta.url));

const load = async (request: StatementRequest): Promise<StatementResult> =>
  accepted(await importStatement(app, OPERATOR, request));

const linesOf = async (receiving_account_id: string) =>
  accepted(await listBankLines(app, { receiving_account_id, limit: '200' })).data;

async function proves(): Promise<void> {
  assert.deepEqual((await verifyBooks(app)).problems, []);
}

test('a preview says what the import then does, and writes nothing', async () => {
  const iban = 'DE89370400440532013000';
  const eur = await makeAccount(app, 'iban', 'EUR', iban);
  const merchant = await makeMerchant(app, { balance_currency: 'EUR' });
  const fields = { amount_currency: 'EUR', type: 'iban' };
  const payin = await scene.newPayin(app, merchant, { ...fields, amount_cents: 12_345 });
  await scene.newPayin(app, merchant, { ...fields, amount_cents: 5_500 });
  const recalled = 'NEFT UTR: HDFCN52026112201';
  const body = camt(iban, [
    ['A', '123.45', 'Order'],
    ['R', '55.00', recalled],
    // More than go to the rules at once.
    ...Array.from({ length: 250 }, (_, index): Entry => ['', '0.01', `other ${index}`]),
    // The same amount once more: its pay-in is paid by then.
    ['B', '123.45', 'Order'],
    ['A', '123.45', 'Order'],
    ['C', '-5.00', 'Fee'],
    // Takes back a credit that the lines before have given to the pay-in of the same amount.
    ['T', '55.00', 'Order'],
    ['S', '-55.00', recalled],
  ]);
  const count = async () =>
    await app.store.db.query(
      'count-all',
      `select (select count(*) from bank_lines) as lines, (select count(*) from statements) as s,
         (select count(*) from ledger_entries) as e, (select count(*) from audit_entries) as a`,
      [],
    );
  const before_it = await count();
  const preview = await load({ body, dry_run: 'true' });
  assert.deepEqual(await count(), before_it);
  assert.equal(preview.dry_run, true);
  assert.equal(preview.statements[0]?.id, null);
  const real = await load({ body });
  const short = ({ lines }: StatementResult) =>
    lines.map(({ line, status, reason, trade_id, amount_cents }) => ({
      ...{ line, status, reason, trade_id, amount_cents },
    }));
  assert.deepEqual(short(preview), short(real));
  assert.deepEqual(preview.accounts, real.accounts);
  assert.deepEqual(
    real.lines
      .filter((line) => line.amount_cents !== 1)
      .map(({ status, reason }) => [status, reason]),
    [
      ['matched', 'account_amount_time'],
      ['matched', 'account_amount_time'],
      ['suspense', 'trade_already_paid'],
      ['suspense', 'repeated_id'],
      ['suspense', 'outgoing'],
      ['suspense', 'trade_already_paid'],
      ['matched', 'recall'],
    ],
  );
  assert.equal(real.lines[0]?.trade_id, payin.id);
  const known = await load({ body, dry_run: 'true' });
  assert.deepEqual([known.imported, known.duplicate], [0, 257]);
  assert.equal((await linesOf(eur)).length, 200);
  await proves();
});

test('one file of two accounts goes to both, with balances; again it is known', async () => {
  const inr = await makeAccount(app, 'account', 'INR', '50100012345678');
  const eur = await makeAccount(app, 'iban', 'EUR', 'NL91ABNA0417164300');
  const body = sample('camt053-v08-two-accounts.xml');
  const first = await load({ body });
  assert.deepEqual(
    [first.format, first.imported, first.suspense, first.left_out, first.dry_run],
    ['camt.053', 6, 6, 2, false],
  );
  assert.deepEqual(
    first.accounts.map((one) => [
      one.receiving_account_id,
      one.in_cents,
      one.out_cents,
      one.suspense_cents,
    ]),
    [
      [inr, 1_500_000, 1_000, 1_499_000],
      [eur, 1_400, 1_400, 0],
    ],
  );
  const again = await load({ body });
  assert.deepEqual([again.imported, again.duplicate], [0, 6]);
  assert.deepEqual(
    again.statements.map((one) => one.id),
    first.statements.map((one) => one.id),
  );
  const kept = accepted(await listStatements(app, { receiving_account_id: eur })).data;
  assert.equal(kept.length, 1);
  assert.deepEqual(kept[0]?.balances, [
    { day: '2016-02-29', opening_cents: -2_000, closing_cents: -2_000 },
  ]);
  assert.deepEqual(
    [kept[0]?.lines, kept[0]?.bank_reference, kept[0]?.actor.role],
    [4, 'EUR-064', 'operator'],
  );
  const [fee, neft] = await linesOf(inr);
  assert.deepEqual([fee?.amount_cents, fee?.purpose], [-1_000, 'CHRG']);
  assert.equal(neft?.statement_id, first.statements[0]?.id);
  assert.deepEqual([neft?.counterparty_name, neft?.utr], ['आशा राव', 'HDFCN52026030512']);
  // Masked wherever it is shown, and in no readable column.
  assert.match(String(neft?.counterparty_number), /^\d+\*+\d+$/);
  const stored = await app.store.db.query<{ row: string }>(
    'all-lines',
    'select l::text as row from bank_lines l',
    [],
  );
  assert.ok(stored.every(({ row }) => !row.includes('000987654321')));
  await proves();
});

test('a broken file is refused with file, line and reason, and imports nothing', async () => {
  const text = sample('mt940-slash.sta').toString().replace('C250,75N247', 'C250.7N247');
  const nl = accepted(await listStatements(app, {})).data.length;
  const refused = await importStatement(app, OPERATOR, {
    body: Buffer.from(text),
    file_name: 'today.sta',
    on_error: 'skip',
  });
  assert.ok(isRefusal(refused));
  assert.equal(refused.code, 'statement_invalid');
  assert.match(
    refused.detail,
    /^Nothing was imported\. today\.sta, line 6: the amount of :61: must have/,
  );
  assert.equal(accepted(await listStatements(app, {})).data.length, nl);
});

test('twins over the pages of a day stay two, whatever comes again', async () => {
  const body = sample('mt940-slash.sta');
  const first = await load({ body });
  assert.deepEqual([first.imported, first.statements.length], [3, 2]);
  const again = await load({ body });
  assert.deepEqual([again.imported, again.duplicate], [0, 3]);
  await proves();
});

test('files that come in any order, again, and two at once leave the same lines', async () => {
  let next = 0;
  // Lines with one bank reference are one payment, whatever the file.
  const entry = fc
    .tuple(
      fc.constantFrom('', 'R1', 'R2', 'R3'),
      fc.constantFrom('1.00', '2.00', '-1.00'),
      fc.constantFrom('a', 'b'),
    )
    .map(([reference, amount, text]): [string, string, string] => [
      reference,
      amount,
      reference === '' ? text : 'a',
    ]);
  const files = fc.array(fc.array(entry, { minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 3,
  });
  const order = fc.array(fc.nat(2), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(files, order, async (contents, repeats) => {
      const amounts = async (bodies: readonly Buffer[], iban: string) => {
        const id = await makeAccount(app, 'iban', 'EUR', iban);
        for (const body of bodies) await Promise.all([load({ body }), load({ body })]);
        const lines = await linesOf(id);
        return lines.map((line) => `${line.bank_id} ${line.amount_cents} ${line.text}`).sort();
      };
      next += 1;
      const ibans = [testIban(2 * next), testIban(2 * next + 1)];
      const bodies = ibans.map((iban) => contents.map((entries) => camt(iban, entries)));
      const [plain = [], other = []] = bodies;
      const shuffled = repeats.flatMap((index) => other[index % other.length] ?? []);
      assert.deepEqual(
        await amounts([...shuffled, ...other.toReversed()], ibans[1] ?? ''),
        await amounts(plain, ibans[0] ?? ''),
      );
    }),
    { numRuns: 12 },
  );
  await proves();
});
