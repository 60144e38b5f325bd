// A payment and its fee, from one row or from two rows with one id of the bank, are two lines in
// the books, and the same file again changes nothing.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listBankLines } from '../../../server/app/line/list-bank-lines.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { importStatement } from '../../../server/app/statement/import-statement.ts';
import { accepted, OPERATOR, openTestApp, type TestApp } from '../../support/test-app.ts';
import { bytes } from '../file/read-file.ts';
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

const MAPPING = JSON.stringify({
  date: 'Date',
  amount: 'Amount',
  fee: 'Fee',
  status: 'State',
  text: ['Note'],
  bank_id: 'ID',
  balance: 'Balance',
});
const FILE =
  'ID,Date,Note,Amount,Fee,State,Balance\nA1,2026-03-05,transfer,-357.38,11.35,COMPLETED,631.27\n' +
  'A2,2026-03-06,order 7TK2M9,100.00,0.00,COMPLETED,731.27\nA3,,hotel,-80.00,0.00,PENDING,\n' +
  'A4,2026-03-06,transfer,-20.00,0.00,COMPLETED,711.27\nA4,2026-03-06,its charge,-1.50,0.00,COMPLETED,709.77\n';

test('a fee is booked beside its payment, whatever id they share', async () => {
  const id = await makeAccount(app, 'iban', 'EUR', testIban(77));
  const load = async () =>
    accepted(
      await importStatement(app, OPERATOR, {
        receiving_account_id: id,
        mapping: MAPPING,
        body: bytes(FILE),
      }),
    );
  const first = await load();
  assert.deepEqual([first.imported, first.duplicate, first.left_out_reasons.pending], [5, 0, 1]);
  const lines = accepted(await listBankLines(app, { receiving_account_id: id, limit: '200' })).data;
  assert.deepEqual(lines.map((line) => [line.amount_cents, line.bank_id]).toSorted(), [
    [-1_135, 'A1'],
    [-150, 'A4'],
    [-2_000, 'A4'],
    [-35_738, 'A1'],
    [10_000, 'A2'],
  ]);
  const again = await load();
  assert.deepEqual([again.imported, again.duplicate], [0, 5]);
  assert.deepEqual((await verifyBooks(app)).problems, []);
});
