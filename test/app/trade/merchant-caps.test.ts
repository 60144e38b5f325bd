// Shared limits of merchants, over two processes and a real PostgreSQL: nobody uses up an account's
// day without paying, and the counters always agree with the trades.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { publishedLimits } from '../../../server/app/merchant/publish.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { cancelTrade } from '../../../server/app/trade/cancel-trade.ts';
import { expireDue } from '../../../server/app/trade/expire-due.ts';
import { OPEN_PAYIN_STATES } from '../../../server/domain/record/state-sets.ts';
import { oneOf } from '../../../server/store/connection/word-list.ts';
import { setToNoon } from '../../support/noon.ts';
import {
  accepted,
  makeMerchant,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';

let service: TestApp;
let app: OpenApp;
let other: OpenApp;
before(async () => {
  service = await openTestApp();
  app = service.app;
  other = await service.another();
  // The limits and counters are of one day.
  setToNoon(app, other);
});
after(async () => {
  await service.stop();
});

const order = (currency: string, amount_cents: number) => ({
  order_id: `order-${scene.newNumber()}`,
  amount_cents,
  amount_currency: currency,
});

async function merchantsOf(currency: string, settings = {}) {
  const make = () => makeMerchant(app, { balance_currency: currency, settings });
  const [greedy, small] = [await make(), await make()];
  await Promise.all([app.settings.refresh(), other.settings.refresh()]);
  return { greedy, small };
}

/** Counted from the trades alone. */
const RECOUNT = `
  select merchant_id, receiving_account_id,
    coalesce(account_day, floor(extract(epoch from created_at) / 86400))::integer as day,
    count(*)::integer as count, sum(amount_cents)::integer as amount
  from trades
  where direction = 'payin' and receiving_account_id = '$ACCOUNT'
    and (state not in ('expired', 'canceled', 'failed') or received_amount_cents > 0)
  group by 1, 2, 3 order by 1, 2, 3`;

async function checkCounters(account: string): Promise<void> {
  const counted = await scene.sql<{ day: number; count: number; amount: number }>(
    app,
    RECOUNT.replace('$ACCOUNT', account),
  );
  const mine = await scene.sql(
    app,
    `select merchant_id, receiving_account_id, day, payin_count as count,
       amount_cents::integer as amount
     from merchant_account_days where receiving_account_id = '${account}' and payin_count > 0
     order by 1, 2, 3`,
  );
  assert.deepEqual(mine, counted);
  const days = await scene.sql<{ count: number; amount: number }>(
    app,
    `select coalesce(sum(payin_count), 0)::integer as count,
       coalesce(sum(amount_cents), 0)::integer as amount
     from account_days where receiving_account_id = '${account}'`,
  );
  const sum = (of: 'count' | 'amount') => counted.reduce((total, row) => total + row[of], 0);
  assert.deepEqual(days, [{ count: sum('count'), amount: sum('amount') }]);
  const open = await scene.sql<{ wrong: string }>(
    app,
    `select h.merchant_id as wrong from event_heads h where h.open_payins <> (
       select count(*) from trades t where t.merchant_id = h.merchant_id
         and t.direction = 'payin' and t.state in ${oneOf(OPEN_PAYIN_STATES)})`,
  );
  assert.deepEqual(open, []);
}

const makeDue = (merchant: TestMerchant) =>
  scene.sql(
    app,
    `update trades set expires_at = now() - interval '1 second'
     where merchant_id = '${merchant.merchant_id}' and state = 'pending'`,
  );

test('pay-ins that nobody pays leave half of an account’s day, and come back as they end', async () => {
  const { greedy, small } = await merchantsOf('CHF');
  const account = await scene.makeAccount(app, 'CHF', { daily_count_limit: 20 });
  await other.settings.refresh();
  const rush = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      scene.payin(index % 2 === 0 ? app : other, greedy, order('CHF', 1_000 + index)),
    ),
  );
  const kinds = scene.kinds(rush);
  assert.equal(scene.countOf(kinds, 'accepted'), 10);
  const refused = await scene.payin(app, greedy, order('CHF', 999));
  const { code, extra } = refusedWith(refused);
  assert.equal(code, 'no_receiving_account_available');
  assert.equal(extra?.reason, 'merchant_share');
  await checkCounters(account);
  for (let made = 0; made < 10; made += 1) {
    accepted(await scene.payin(app, small, order('CHF', 2_000 + made)));
  }
  await checkCounters(account);
  await makeDue(greedy);
  while ((await expireDue(app)) > 0);
  await checkCounters(account);
  const again = accepted(await scene.payin(other, greedy, order('CHF', 3_000)));
  await checkCounters(account);
  const { merchant_id } = greedy;
  const body = { merchant_id, id: again.trade.id };
  accepted(await cancelTrade(app, greedy.caller, raw(body)));
  await checkCounters(account);
});

test('money that comes late counts again, once', async () => {
  const { greedy } = await merchantsOf('SEK');
  const account = await scene.makeAccount(app, 'SEK', { daily_amount_limit_cents: 100_000 });
  await other.settings.refresh();
  const { trade } = accepted(await scene.payin(app, greedy, order('SEK', 5_000)));
  await makeDue(greedy);
  while ((await expireDue(app)) > 0);
  await checkCounters(account);
  for (let times = 0; times < 2; times += 1) {
    await scene.feed(app, account, [{ amount_cents: 5_000, bank_id: `late ${trade.id}` }]);
  }
  const [row] = await scene.sql<{ state: string }>(
    app,
    `select state from trades where trade_id = '${trade.id}'`,
  );
  assert.equal(row?.state, 'completed');
  await checkCounters(account);
});

test('open pay-ins are capped, and what ends makes room', async () => {
  const { greedy } = await merchantsOf('NOK', { max_open_payins: 3 });
  await scene.makeAccount(app, 'NOK');
  await app.settings.refresh();
  const rush = await Promise.all(
    Array.from({ length: 12 }, (_, index) => scene.payin(app, greedy, order('NOK', 10 + index))),
  );
  const kinds = scene.kinds(rush);
  assert.equal(scene.countOf(kinds, 'accepted'), 3);
  assert.equal(scene.countOf(kinds, 'merchant_limit'), 9);
  await makeDue(greedy);
  while ((await expireDue(app)) > 0);
  accepted(await scene.payin(app, greedy, order('NOK', 99)));
});

test('the caps are published with the limits', async () => {
  const { limits } = await publishedLimits(app);
  assert.deepEqual(
    [limits.merchant_open_payins_max, limits.merchant_account_day_percent],
    [10_000, 50],
  );
});
