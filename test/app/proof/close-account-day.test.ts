// Days of receiving accounts on a real database: their evidence, every kind of difference, and
// closing.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { OpenApp } from '../../../server/app/open-app.ts';
import {
  closeAccountDay,
  getAccountDay,
  listAccountDays,
} from '../../../server/app/proof/close-account-day.ts';
import type { ExactInteger } from '../../../server/app/request/exact-integer.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import { noonDay, setToNoon } from '../../support/noon.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';

const DAY = noonDay(-1);
const TODAY = noonDay();

let service: TestApp;
let app: OpenApp;
let merchant: TestMerchant;
before(async () => {
  service = await openTestApp();
  app = service.app;
  setToNoon(app);
  merchant = await makeMerchant(app);
});
after(async () => {
  await service.stop();
});

/** Every test has an account of its own, in a currency of its own. */
const CURRENCIES = ['AED', 'AUD', 'BRL', 'CAD', 'CHF', 'CZK', 'DKK', 'EGP', 'GBP', 'HKD', 'HUF'];
async function newAccount(): Promise<{ id: string; currency: string }> {
  const currency = CURRENCIES.pop() ?? '';
  return { id: await scene.makeAccount(app, currency), currency };
}

let statements = 0;
/** The balances that an import of a statement would store. */
async function say(account: string, day: string, opening: number | null, closing: number | null) {
  statements += 1;
  const id = `00000000-0000-7000-8000-${String(statements).padStart(12, '0')}`;
  await scene.sql(
    app,
    `insert into statement_balances (statement_id, receiving_account_id, day, opening_cents,
       closing_cents)
     values ('${id}', '${account}', '${day}', ${opening}, ${closing})`,
  );
}

const at = (day: string, clock: string) => ({ booked_at: `${day}T${clock}Z` });

async function dayOfAccount(account: string, day = DAY, query = {}) {
  return accepted(await getAccountDay(app, { id: account, day }, query));
}

const kinds = (body: { differences: { kind: string; amount_cents: ExactInteger }[] }) =>
  body.differences.map(({ kind, amount_cents }) => `${kind} ${amount_cents}`);

const close = (account: string, fields = {}, day = DAY) =>
  closeAccountDay(app, OPERATOR, { id: account, day }, raw(fields));

suite('a day', () => {
  test('adds up from its statement, its lines and the ledger', async () => {
    const { id } = await newAccount();
    await scene.feed(app, id, [
      { amount_cents: 500, ...at(DAY, '00:00:00') },
      { amount_cents: -120, ...at(DAY, '23:59:59') },
      { amount_cents: 40, booked_at: DAY },
      { amount_cents: 9_999, ...at(TODAY, '00:00:00') },
    ]);
    await say(id, DAY, 1_000, 1_420);
    const body = await dayOfAccount(id);
    assert.deepEqual(
      [body.line_count, body.in_cents, body.out_cents, body.ledger_cents],
      [3, 540, 120, 420],
    );
    assert.deepEqual([body.opening_cents, body.expected_closing_cents], [1_000, 1_420]);
    // Nobody's money yet, which is a difference of its own.
    assert.deepEqual(kinds(body), [
      'unmatched_line 500',
      'unmatched_line -120',
      'unmatched_line 40',
    ]);
  });

  test('goes on from the closing of an earlier day and the lines since', async () => {
    const { id } = await newAccount();
    const [earlier, between] = [noonDay(-4), noonDay(-2)];
    await say(id, earlier, null, 1_000);
    await say(id, DAY, null, 1_350);
    await scene.feed(app, id, [
      { amount_cents: 1, booked_at: earlier },
      { amount_cents: 300, booked_at: between },
      { amount_cents: 50, booked_at: DAY },
    ]);
    const body = await dayOfAccount(id);
    assert.deepEqual([body.opening_cents, body.opening_source], [1_300, 'carried']);
    assert.deepEqual(kinds(body), ['unmatched_line 50']);
  });

  test('counts lines with a time by the account’s own clock, those without by their day', async () => {
    const { id } = await newAccount();
    // 20:00 UTC is 01:30 of the next day in India.
    await scene.feed(app, id, [
      { amount_cents: 70, ...at(noonDay(-2), '20:00:00') },
      { amount_cents: 5, booked_at: DAY },
    ]);
    assert.equal((await dayOfAccount(id)).in_cents, 5);
    assert.equal((await dayOfAccount(id, DAY, { zone_offset_minutes: '330' })).in_cents, 75);
  });

  test('names a line that is missing, one that is doubled, and a total that is wrong', async () => {
    const { id } = await newAccount();
    await say(id, noonDay(-2), 0, 90);
    await say(id, DAY, 100, 190);
    await scene.feed(app, id, [
      { amount_cents: 50, booked_at: DAY, utr: '412345678901', bank_id: 'A1' },
      // The same payment, told by a feed under another id.
      { amount_cents: 50, booked_at: DAY, utr: '412345678901', bank_id: 'B1' },
    ]);
    const body = await dayOfAccount(id);
    assert.deepEqual(kinds(body).slice(0, 2), ['wrong_total 10', 'missing_line -10']);
    await say(id, DAY, 100, 150);
    const other = await newAccount();
    await say(other.id, DAY, 100, 150);
    await scene.feed(app, other.id, [
      { amount_cents: 50, booked_at: DAY, utr: '412345678902', bank_id: 'A1' },
      { amount_cents: 50, booked_at: DAY, utr: '412345678902', bank_id: 'B1' },
    ]);
    const doubled = await dayOfAccount(other.id);
    assert.equal(kinds(doubled)[0], 'doubled_line 50');
    assert.ok(doubled.differences[0]?.bank_line_id !== null);
  });

  test('names what the payer claims, and what was credited without a line', async () => {
    const { id } = await newAccount();
    const shop = await makeMerchant(app, { balance_currency: 'ZAR' });
    const account = await scene.makeAccount(app, 'ZAR');
    const claimed = await scene.newPayin(app, shop, { amount_cents: 900, amount_currency: 'ZAR' });
    accepted(await scene.claim(app, shop, claimed.id, '512345678901'));
    const credited = await scene.newPayin(app, shop, { amount_cents: 800, amount_currency: 'ZAR' });
    const { merchant_id } = shop;
    accepted(await actOnTrade(app, OPERATOR, merchant_id, credited.id, 'confirm', raw({})));
    const body = await dayOfAccount(account, TODAY);
    assert.deepEqual(kinds(body), ['unmatched_trade 900', 'unbacked_completion 800']);
    assert.deepEqual(
      body.differences.map((one) => one.trade_id),
      [claimed.id, credited.id],
    );
    // Evidence that comes later takes the difference away.
    await scene.feed(app, account, [{ amount_cents: 800 }]);
    assert.deepEqual(kinds(await dayOfAccount(account, TODAY)), ['unmatched_trade 900']);
    assert.deepEqual(kinds(await dayOfAccount(id, TODAY)), []);
  });
});

suite('closing', () => {
  test('is done once; what comes later shows, and closes the day once more', async () => {
    const { id } = await newAccount();
    await say(id, DAY, 10, 10);
    const first = accepted(await close(id));
    assert.deepEqual([first.outcome, first.revision, first.changed_since], ['closed', 1, false]);
    assert.equal(accepted(await close(id)).outcome, 'found');
    await scene.feed(app, id, [{ amount_cents: 5, booked_at: DAY }]);
    assert.equal((await dayOfAccount(id)).changed_since, true);
    const refused = accepted(await close(id));
    assert.deepEqual([refused.outcome, refused.revision], ['refused', 1]);
    const fields = { accept_differences: true, note: 'The fee comes tomorrow' };
    const again = accepted(await close(id, fields));
    assert.deepEqual([again.outcome, again.revision, again.note], ['closed', 2, fields.note]);
    const days = accepted(await listAccountDays(app, id, { limit: '1' }));
    assert.deepEqual([days.data[0]?.day, days.data[0]?.revision], [DAY, 2]);
    const audits = await scene.sql<{ detail: { differences: object } }>(
      app,
      `select detail from audit_entries where action = 'account_day_closed' order by number`,
    );
    assert.equal(audits.length, 2);
    assert.deepEqual(audits[1]?.detail.differences, { missing_line: 1, unmatched_line: 1 });
  });

  test('by two at once makes one closing', async () => {
    const { id } = await newAccount();
    const both = await Promise.all([close(id), close(id)]);
    const outcomes = both.map((answer) => accepted(answer).outcome).sort();
    assert.deepEqual(outcomes, ['closed', 'found']);
  });

  test('is refused for a day that runs, without a reason, and for what is not there', async () => {
    const { id } = await newAccount();
    const fields = (answer: unknown) => refusedWith(answer).errors?.map((error) => error.field);
    assert.deepEqual(fields(await close(id, {}, TODAY)), ['day']);
    assert.deepEqual(fields(await close(id, { accept_differences: true })), ['note']);
    assert.deepEqual(fields(await close(id, { accept_differences: 'yes' })), [
      'accept_differences',
    ]);
    for (const day of ['2026-02-30', 'today', '2026-1-1']) {
      assert.equal(refusedWith(await close(id, {}, day)).code, 'not_found');
    }
    assert.equal(refusedWith(await close(merchant.merchant_id)).code, 'not_found');
    const path = { id, day: DAY };
    const zone = await getAccountDay(app, path, { zone_offset_minutes: '9999' });
    assert.deepEqual(fields(zone), ['zone_offset_minutes']);
  });

  test('lists days by pages, newest first', async () => {
    const { id } = await newAccount();
    const days = ['2026-01-01', '2026-01-02', '2026-01-03'];
    for (const [index, day] of days.entries()) await say(id, day, index, index + 1);
    const first = accepted(await listAccountDays(app, id, { limit: '2' }));
    const cursor = first.next_cursor ?? '';
    const second = accepted(await listAccountDays(app, id, { limit: '2', cursor }));
    const seen = [...first.data, ...second.data].map((one) => one.day);
    assert.deepEqual(seen, days.toReversed());
    assert.equal(second.next_cursor, null);
  });
});
