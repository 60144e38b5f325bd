// Feeds on a real database: limited to accounts, addresses and an end date; a line beyond a bound
// waits for a person, and no number of concurrent requests gets past one.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { authenticateOperator } from '../../../server/app/access/authenticate-operator.ts';
import {
  changeFeedToken,
  issueFeedToken,
  listFeedTokens,
} from '../../../server/app/account/feed-tokens.ts';
import { reviewLine } from '../../../server/app/line/review-line.ts';
import { takeBankLines } from '../../../server/app/line/take-bank-lines.ts';
import type { App } from '../../../server/app/process/app.ts';
import { serviceTime } from '../../../server/app/process/service-time.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import type { OperatorCaller } from '../../../server/app/request/caller.ts';
import { importStatement } from '../../../server/app/statement/import-statement.ts';
import { readAudit } from '../../../server/store/access/audit.ts';
import { setToNoon } from '../../support/noon.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';

let service: TestApp;
let app: App;
before(async () => {
  service = await openTestApp();
  app = service.app;
  // The bounds are of an hour and of a day.
  setToNoon(app);
});
after(async () => {
  assert.deepEqual((await verifyBooks(app)).problems, []);
  await service.stop();
});

async function openFeed(terms: Record<string, unknown>) {
  const made = accepted(await issueFeedToken(app, OPERATOR, raw({ name: 'Bank', ...terms })));
  const authorization = `Bearer ${made.token}`;
  const enter = (address: string, at: App = app) =>
    authenticateOperator(at, { authorization, address, request_id: 'test' });
  const caller = accepted(await enter('203.0.113.7'));
  return { made, caller, enter };
}

const linesOf = (lines: readonly object[]) =>
  lines.map((line) => ({ booked_at: new Date(serviceTime(app)).toISOString(), ...line }));

const give = (by: OperatorCaller, account: string, lines: readonly object[], at: App = app) =>
  takeBankLines(at, by, raw({ receiving_account_id: account, lines: linesOf(lines) }));

suite('bound to its accounts', () => {
  test('lines for another one are refused, and the refusal names its own', async () => {
    const [own, other] = [await scene.makeAccount(app, 'AUD'), await scene.makeAccount(app, 'AUD')];
    const { caller } = await openFeed({ receiving_account_ids: [own] });
    const nobody = '01890000-0000-7000-8000-000000000000';
    for (const account of [other, nobody]) {
      const refusal = refusedWith(await give(caller, account, [{ amount_cents: 5 }]));
      assert.equal(refusal.errors?.[0]?.field, 'receiving_account_id');
      assert.match(String(refusal.errors?.[0]?.message), new RegExp(own));
    }
    const lines = await scene.sql(
      app,
      `select 1 from bank_lines where receiving_account_id = '${other}'`,
    );
    assert.equal(lines.length, 0);
    accepted(await give(caller, own, [{ amount_cents: 5 }]));
  });

  test('so are statements, whether the request or the file names the account', async () => {
    const own = await scene.makeAccount(app, 'NZD');
    const number = 'DE89370400440532013000';
    const other = await scene.makeAccount(app, 'EUR', { type: 'iban', number });
    const { caller } = await openFeed({ receiving_account_ids: [own] });
    const csv = 'booked_at,amount_cents,utr,text,bank_id\n2026-01-05,500,,,x\n';
    const named = await importStatement(app, caller, {
      receiving_account_id: other,
      body: Buffer.from(csv),
    });
    assert.match(String(refusedWith(named).errors?.[0]?.message), new RegExp(own));
    const mt940 = [
      ':20:1',
      `:25:${number}`,
      ':28C:1',
      ':60F:C260104EUR0,00',
      ':61:2601050105C5,00NTRFNONREF',
      ':62F:C260105EUR5,00',
      '-',
      '',
    ].join('\n');
    const found = refusedWith(await importStatement(app, caller, { body: Buffer.from(mt940) }));
    assert.match(
      found.detail,
      new RegExp(`this feed may not send lines of receiving account ${other}`),
    );
    accepted(await importStatement(app, OPERATOR, { body: Buffer.from(mt940), dry_run: 'true' }));
  });

  test('a feed is made for at least one account that there is', async () => {
    const nobody = '01890000-0000-7000-8000-000000000000';
    for (const receiving_account_ids of [undefined, [], [nobody], ['x'], 'x']) {
      const made = await issueFeedToken(app, OPERATOR, raw({ name: 'x', receiving_account_ids }));
      assert.match(String(refusedWith(made).errors?.[0]?.field), /^receiving_account_ids/);
    }
  });
});

suite('bound to addresses and an end', () => {
  test('it opens nothing from elsewhere, nor after its end', async () => {
    const account = await scene.makeAccount(app, 'AUD');
    const expires_at = new Date(Date.now() + 60_000).toISOString();
    const terms = { receiving_account_ids: [account], allowed_ips: ['203.0.113.0/24'], expires_at };
    const { enter, made } = await openFeed(terms);
    assert.equal(refusedWith(await enter('198.51.100.1')).code, 'unauthorized');
    const later = { ...app, settings: { ...app.settings, now: () => Date.now() + 61_000 } };
    assert.equal(refusedWith(await enter('203.0.113.7', later)).code, 'unauthorized');
    accepted(await changeFeedToken(app, OPERATOR, made.id, raw({ allowed_ips: [] })));
    accepted(await enter('198.51.100.1'));
  });

  test('what is not said has a safe default, and a change names what was before', async () => {
    const account = await scene.makeAccount(app, 'AUD');
    const { made } = await openFeed({ receiving_account_ids: [account] });
    const year_ms = Date.parse(String(made.expires_at)) - Date.parse(made.created_at);
    assert.equal(year_ms, 365 * 86_400_000);
    assert.deepEqual([made.lines_per_hour, made.daily_cents], [10_000, 1_000_000_000]);
    const change = { daily_cents: 7, expires_at: null };
    const changed = accepted(await changeFeedToken(app, OPERATOR, made.id, raw(change)));
    assert.deepEqual(
      [changed.daily_cents, changed.expires_at, changed.receiving_account_ids],
      [7, null, [account]],
    );
    const trail = await readAudit(app.store.db, 0n, 1_000);
    const noted = trail.filter(
      ({ action, target }) => action === 'feed_token_changed' && target.endsWith(made.id),
    );
    assert.equal(noted.length, 1);
    assert.equal(Object(noted[0]?.detail.before).daily_cents, 1_000_000_000);
    const listed = accepted(await listFeedTokens(app, {})).data;
    assert.equal(listed.find(({ id }) => id === made.id)?.daily_cents, 7);
  });
});

suite('a line that breaks a bound', () => {
  test('waits with its reason until an operator assigns it, and completes nothing', async () => {
    const account = await scene.makeAccount(app, 'SGD');
    const { caller } = await openFeed({ receiving_account_ids: [account], daily_cents: 999 });
    const shop = await makeMerchant(app, { balance_currency: 'SGD' });
    const order = { amount_cents: 1_000, amount_currency: 'SGD' };
    const payin = await scene.newPayin(app, shop, order);
    const { lines } = accepted(
      await give(caller, account, [{ amount_cents: 1_000, utr: 'UTR000000001' }]),
    );
    assert.deepEqual([lines[0]?.status, lines[0]?.reason], ['suspense', 'feed_daily_sum']);
    // A claim of its UTR does not complete the pay-in before the person has decided.
    const claimed = accepted(await scene.claim(app, shop, payin.id, 'UTR000000001'));
    assert.equal(claimed.state, 'verifying');
    const place = { merchant_id: shop.merchant_id, trade_id: payin.id };
    const note = { ...place, note: 'seen in the online banking' };
    accepted(await reviewLine(app, OPERATOR, String(lines[0]?.id), 'assign', raw(note), undefined));
    const [trade] = await scene.sql(app, `select state from trades where trade_id = '${payin.id}'`);
    assert.equal(trade?.state, 'completed');
    const [again] = accepted(
      await give(caller, account, [
        { amount_cents: 1_000, utr: 'UTR000000001', booked_at: '2026-01-01' },
      ]),
    ).lines;
    assert.equal(again?.status, 'suspense');
  });

  test('a person’s own import is held by none of them', async () => {
    const account = await scene.makeAccount(app, 'HKD', { max_amount_cents: 5_000 });
    const shop = await makeMerchant(app, { balance_currency: 'HKD' });
    await scene.newPayin(app, shop, { amount_cents: 4_000, amount_currency: 'HKD' });
    const [line] = await scene.feed(app, account, [{ amount_cents: 4_000 }]);
    assert.equal(line?.status, 'matched');
    const habits = await scene.sql(
      app,
      `select trait, line_count from account_habits
       where receiving_account_id = '${account}' order by 1`,
    );
    assert.deepEqual(habits, [
      { trait: 'hour', line_count: 1n },
      { trait: 'size', line_count: 1n },
    ]);
  });

  test('two processes at once do not get past the day’s sum', async () => {
    const account = await scene.makeAccount(app, 'MYR');
    const { caller } = await openFeed({ receiving_account_ids: [account], daily_cents: 10_000 });
    const other = await service.another();
    setToNoon(other);
    const requests = Array.from({ length: 40 }, (_, index) =>
      give(caller, account, [{ amount_cents: 1_000 + index }], index % 2 === 0 ? app : other),
    );
    const lines = (await Promise.all(requests)).flatMap((answer) => accepted(answer).lines);
    const passed = lines.filter(({ reason }) => reason !== 'feed_daily_sum');
    assert.ok(passed.length === 9, `${passed.length} lines of at least 1,000 in 10,000`);
    const [day] = await scene.sql(
      app,
      `select amount_cents, hour_lines from feed_days where receiving_account_id = '${account}'`,
    );
    assert.ok(Number(day?.amount_cents) <= 10_000);
    assert.equal(day?.hour_lines, 40);
  });
});
