// Settlements on a real PostgreSQL: periods without gaps, statements that match the ledger, and
// payments that complete or come back.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { App } from '../../../server/app/process/app.ts';
import {
  getOwnSettlement,
  listOwnSettlements,
  listSettlementLines,
  listSettlements,
} from '../../../server/app/settlement/read-settlements.ts';
import {
  getSettlementAccount,
  putSettlementAccount,
  removeSettlementAccount,
} from '../../../server/app/settlement/settlement-account.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
} from '../../support/test-app.ts';
import { makeAccount, newPayout, sql } from '../scene.ts';
import { settling } from './settlement-scene.ts';

let scene: TestApp;
let app: App;
let settle: ReturnType<typeof settling>;
before(async () => {
  scene = await openTestApp();
  app = scene.app;
  settle = settling(app);
  await makeAccount(app, 'INR');
});
after(async () => {
  await scene.stop();
});

test('a statement says what the ledger says, and its payment goes all the way', async () => {
  const merchant = await settle.withAccount();
  const first = await settle.credit(merchant);
  await settle.credit(merchant);
  const payout = await newPayout(app, merchant, 700);
  accepted(await settle.act(first, 'reverse'));
  const statement = accepted(await settle.draft(merchant));
  const { first_entry_number: from, last_entry_number: to } = statement;
  const ledger = await settle.movement(merchant.merchant_id, from, to);
  assert.equal(Number(statement.closing_cents) - Number(statement.opening_cents), ledger.moved);
  assert.equal(statement.line_count, ledger.entries);
  assert.equal(statement.payouts_cents, -700);
  const lines = accepted(await listSettlementLines(app, OPERATOR, statement, {}));
  assert.equal(lines.data.length, statement.line_count);
  assert.ok(lines.data.some((line) => line.order_id === payout.order_id));
  const approved = accepted(await settle.approve(statement, { note: 'checked' }));
  assert.equal(approved.state, 'approved');
  const trade = { merchant_id: merchant.merchant_id, id: approved.trade_id ?? '' };
  accepted(await settle.act(trade, 'take'));
  assert.equal((await settle.now(statement)).state, 'sent');
  accepted(await settle.act(trade, 'complete', { utr: 'SETTLED00001' }));
  const settled = await settle.now(statement);
  assert.equal(settled.state, 'settled');
  assert.equal(settled.utr, 'SETTLED00001');
  assert.equal((await settle.balanceOf(merchant)).actual_amount_cents, 0);
  await settle.prove();
});

test('the next statement begins with the next entry, and the frozen one stays as it was', async () => {
  const merchant = await settle.withAccount();
  await settle.credit(merchant);
  const first = accepted(await settle.draft(merchant));
  const lines = accepted(await listSettlementLines(app, OPERATOR, first, {}));
  const refusal = refusedWith(await settle.draft(merchant));
  assert.equal(refusal.code, 'act_not_allowed');
  assert.equal(refusal.extra?.id, first.id);
  accepted(await settle.approve(first));
  await settle.credit(merchant);
  const second = accepted(await settle.draft(merchant));
  assert.equal(second.number, 2);
  assert.equal(second.first_entry_number, first.last_entry_number + 1);
  assert.equal(second.period_from, first.period_to);
  assert.equal(second.opening_cents, first.closing_cents);
  assert.equal(second.paid_cents, -first.payable_cents);
  assert.deepEqual(accepted(await listSettlementLines(app, OPERATOR, first, {})), lines);
});

test('a discarded draft gives its period back, but not its number', async () => {
  const merchant = await settle.withAccount();
  await settle.credit(merchant);
  const first = accepted(await settle.draft(merchant));
  assert.equal(accepted(await settle.discard(first)).state, 'discarded');
  assert.equal(refusedWith(await settle.discard(first)).code, 'act_not_allowed');
  assert.equal(refusedWith(await settle.approve(first)).code, 'act_not_allowed');
  assert.deepEqual(accepted(await listSettlementLines(app, OPERATOR, first, {})).data, []);
  const second = accepted(await settle.draft(merchant));
  assert.equal(second.number, 2);
  assert.equal(second.first_entry_number, first.first_entry_number);
  assert.equal(second.net_cents, first.net_cents);
});

test('a period may end in the past, never before the last one or in the future', async () => {
  const merchant = await settle.withAccount();
  await settle.credit(merchant);
  const middle = new Date(Date.now() + 1).toISOString();
  while (Date.now() <= Date.parse(middle)) await settle.credit(merchant);
  await settle.credit(merchant);
  const first = accepted(await settle.draft(merchant, { period_to: middle }));
  assert.equal(first.period_to, middle);
  const late = await sql<{ count: bigint }>(
    app,
    `select count(*) as count from ledger_entries where merchant_id = '${merchant.merchant_id}'
     and entry_number <= ${first.last_entry_number} and entered_at >= '${middle}'`,
  );
  assert.equal(Number(late[0]?.count), 0);
  accepted(await settle.approve(first));
  const wrong = [middle, '2999-01-01', 'yesterday', 7, '2026-02-31T10:00:00'];
  for (const period_to of wrong) {
    assert.equal(refusedWith(await settle.draft(merchant, { period_to })).code, 'invalid_request');
  }
  const second = accepted(await settle.draft(merchant));
  assert.ok(second.line_count >= 2);
});

test('without an account, or with too little there, nothing is approved', async () => {
  const merchant = await makeMerchant(app);
  await settle.credit(merchant);
  const statement = accepted(await settle.draft(merchant));
  assert.equal(refusedWith(await settle.approve(statement)).code, 'act_not_allowed');
  const fields = { type: 'iban', number: 'GB82 WEST 1234 5698 7654 32', name: 'Shop' };
  const { merchant_id } = merchant;
  const account = accepted(await putSettlementAccount(app, OPERATOR, merchant_id, raw(fields)));
  assert.match(account.number, /\*/);
  assert.deepEqual(accepted(await getSettlementAccount(app, merchant_id)), account);
  await newPayout(app, merchant, 100);
  assert.equal(refusedWith(await settle.approve(statement)).code, 'insufficient_funds');
  const most = (await settle.balanceOf(merchant)).actual_amount_cents;
  const approved = accepted(await settle.approve(statement, { amount_cents: most }));
  assert.equal(approved.approved_cents, most);
  const remove = () => removeSettlementAccount(app, OPERATOR, merchant_id);
  assert.deepEqual(accepted(await remove()), { removed: true });
  assert.deepEqual(accepted(await remove()), { removed: false });
  assert.equal(refusedWith(await getSettlementAccount(app, merchant_id)).code, 'not_found');
  await settle.prove();
});

test('a returned settlement is paid by the next statement', async () => {
  const merchant = await settle.withAccount();
  await settle.credit(merchant);
  const first = accepted(await settle.approve(accepted(await settle.draft(merchant))));
  const trade = { merchant_id: merchant.merchant_id, id: first.trade_id ?? '' };
  accepted(await settle.act(trade, 'take'));
  accepted(await settle.act(trade, 'complete', { utr: 'BACKAGAIN0001' }));
  accepted(await settle.act(trade, 'reverse'));
  assert.equal((await settle.now(first)).state, 'returned');
  const second = accepted(await settle.draft(merchant));
  assert.equal(second.returned_cents, first.payable_cents);
  assert.equal(second.payable_cents, first.payable_cents);
  accepted(await settle.approve(second));
  await settle.prove();
});

test('merchants see their own statements once they are approved, and nobody else’s', async () => {
  const merchant = await settle.withAccount();
  const other = await settle.withAccount();
  await settle.credit(merchant);
  const statement = accepted(await settle.draft(merchant));
  assert.equal(
    refusedWith(await getOwnSettlement(app, merchant.caller, statement)).code,
    'not_found',
  );
  assert.deepEqual(accepted(await listOwnSettlements(app, merchant.caller, {})).data, []);
  accepted(await settle.approve(statement));
  assert.equal(accepted(await getOwnSettlement(app, merchant.caller, statement)).id, statement.id);
  assert.equal(refusedWith(await getOwnSettlement(app, other.caller, statement)).code, 'not_found');
  const own = accepted(await listOwnSettlements(app, merchant.caller, {})).data;
  assert.deepEqual(
    own.map(({ id }) => id),
    [statement.id],
  );
  assert.deepEqual(accepted(await listOwnSettlements(app, other.caller, {})).data, []);
});

test('lists are paged, newest first', async () => {
  const merchant = await settle.withAccount();
  const made: string[] = [];
  for (let index = 0; index < 3; index += 1) {
    await settle.credit(merchant);
    const statement = accepted(await settle.draft(merchant));
    accepted(await settle.approve(statement));
    made.unshift(statement.id);
  }
  const { merchant_id } = merchant;
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = accepted(
      await listSettlements(app, OPERATOR, {
        merchant_id,
        limit: '2',
        ...(cursor === undefined ? {} : { cursor }),
      }),
    );
    seen.push(...page.data.map(({ id }) => id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  assert.deepEqual(seen, made);
  const drafts = accepted(await listSettlements(app, OPERATOR, { merchant_id, state: 'draft' }));
  assert.deepEqual(drafts.data, []);
});

test('the database itself keeps an entry out of two statements', async () => {
  const merchant = await settle.withAccount();
  await settle.credit(merchant);
  const statement = accepted(await settle.draft(merchant));
  await assert.rejects(
    sql(
      app,
      `insert into settlement_lines select merchant_id, entry_number, gen_random_uuid(), kind, act,
         entered_at, trade_id, order_id, utr, adjustment_id, note, trade_currency,
         trade_amount_cents, gross_cents, fee_cents, net_cents
       from settlement_lines where settlement_id = '${statement.id}'`,
    ),
    /settlement_lines_pk/,
  );
  await assert.rejects(
    sql(app, `update settlement_lines set net_cents = 1 where settlement_id = '${statement.id}'`),
    /permission denied/,
  );
  await assert.rejects(
    sql(app, `update settlements set net_cents = 1 where settlement_id = '${statement.id}'`),
    /settlements_(?:net|movement|payable)/,
  );
});
