// One decision about a bank line, requested twice: at once in two processes, and after a crash.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { balanceOfMerchant } from '../../../server/app/ledger/get-balance.ts';
import { reviewLine } from '../../../server/app/line/review-line.ts';
import type { App } from '../../../server/app/process/app.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  type TestApp,
} from '../../support/test-app.ts';
import { feed, makeAccount, meet, newPayin } from '../scene.ts';

let opened: TestApp;
let app: App;
before(async () => {
  opened = await openTestApp();
  app = opened.app;
});
after(async () => {
  assert.deepEqual((await verifyBooks(app)).problems, []);
  await opened.stop();
});

async function waits(account: string, fields: object) {
  const [line] = await feed(app, account, [{ ...fields }]);
  assert.equal(line?.status, 'suspense');
  return line?.id ?? '';
}

/** The process ends before it looks at a line again. */
const gone =
  (submit: App['writer']['submit']): App['writer']['submit'] =>
  (command) =>
    command.kind === 'rematch_line' ? Promise.reject(new Error('gone')) : submit(command);

test('at once in two processes under one key, both are told of it', async () => {
  const account = await makeAccount(app, 'BHD');
  const id = await waits(account, { amount_cents: -50 });
  const other = await opened.another();
  const fee = (process: App) => reviewLine(process, OPERATOR, id, 'fee', raw({ note: 'x' }), 'k');
  const answers = await meet(
    app,
    'move-line-outcomes',
    () => fee(app),
    () => fee(other),
  );
  for (const answer of answers) assert.equal(accepted(answer).acts.length, 1);
});

test('after a crash between a split and the matching of its parts, they are matched', async () => {
  const merchant = await makeMerchant(app, { balance_currency: 'OMR' });
  const account = await makeAccount(app, 'OMR');
  const id = await waits(account, { amount_cents: 900, utr: 'UTR000000001' });
  const made = await newPayin(app, merchant, { amount_cents: 400, amount_currency: 'OMR' });
  const stopped = { ...app, writer: { ...app.writer, submit: gone(app.writer.submit) } };
  const request = raw({ note: 'seen by a person', parts: [400, 500] });
  const split = (process: App) => reviewLine(process, OPERATOR, id, 'split', request, 'key');
  await assert.rejects(split(stopped), /gone/);
  const again = accepted(await split(app));
  assert.deepEqual(
    again.parts.map((part) => [part.status, part.trade_id]),
    [
      ['matched', made.id],
      ['suspense', null],
    ],
  );
  const { actual_amount_cents } = await balanceOfMerchant(app, merchant.caller.merchant);
  assert.equal(actual_amount_cents, 400);
});

test('a line is assigned to a pay-in whose merchant another process made a moment ago', async () => {
  const account = await makeAccount(app, 'NZD');
  const line = await waits(account, { amount_cents: 12_300, bank_id: 'NEW-1' });
  const other = await opened.another();
  const merchant = await makeMerchant(app, { balance_currency: 'NZD' });
  const paid = { amount_cents: 12_300, amount_currency: 'NZD' };
  const { id } = await newPayin(app, merchant, paid);
  const fields = { merchant_id: merchant.merchant_id, trade_id: id, note: 'Seen in the bank' };
  const assigned = await reviewLine(other, OPERATOR, line, 'assign', raw(fields), 'new');
  assert.equal(accepted(assigned).line.status, 'matched');
});
