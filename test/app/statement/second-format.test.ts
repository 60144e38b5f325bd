// One truth per account and day: the same day in a second format, by a feed, in parts, twice or at
// once counts each movement once, and what is in doubt waits for a person.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { decideWaitingLine } from '../../../server/app/line/waiting-lines.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { importStatement } from '../../../server/app/statement/import-statement.ts';
import { getTrade } from '../../../server/app/trade/find-trade.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import { withAccountLock } from '../../../server/store/line/account-lock.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  type TestApp,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import { type Shown, showAs, VIEWS } from './second-format-files.ts';
import {
  amountsOf,
  brief,
  dayAgo,
  give,
  linesOf,
  newAccount,
  onlyAccount,
  useApp,
  waitingOf,
} from './second-format-scene.ts';

let service: TestApp;
let app: OpenApp;
before(async () => {
  service = await openTestApp();
  app = service.app;
  useApp(app);
});
after(async () => {
  await service.stop();
});

const YESTERDAY = dayAgo(1);

const ONE_DAY: Shown = {
  opening: 0,
  movements: [
    { cents: 150_000, day: YESTERDAY, id: 'A' },
    { cents: -1_250, day: YESTERDAY, id: 'B' },
  ],
};

const CLOSED: Shown = { opening: 0, movements: [{ cents: 500, day: dayAgo(3), id: 'A' }] };

for (const first of VIEWS) {
  for (const second of VIEWS.filter((view) => view !== first)) {
    test(`${first}, then ${second} of the same day: nothing counts twice`, async () => {
      const account = await newAccount();
      assert.deepEqual(brief(await give(account, first, ONE_DAY)), [2, 0, 0]);
      const again = await give(account, second, ONE_DAY);
      assert.equal(again.imported, 0);
      assert.equal(again.duplicate + again.waiting, 2);
      assert.deepEqual(await amountsOf(account.id), [-1_250, 150_000]);
      assert.equal((await waitingOf(account.id)).length, again.waiting);
      assert.deepEqual(brief(await give(account, second, ONE_DAY)), brief(again));
      assert.deepEqual(brief(await give(account, first, ONE_DAY)), [0, 2, 0]);
    });
  }
}

test('a second format with other ids completes no second pay-in', async () => {
  const account = await newAccount();
  const merchant = await makeMerchant(app, { balance_currency: 'EUR' });
  await onlyAccount(account.id);
  const fields = { amount_currency: 'EUR', type: 'iban', amount_cents: 150_000 };
  const shown: Shown = { opening: 0, movements: [{ cents: 150_000, day: dayAgo(0), id: 'A' }] };
  const first = await scene.newPayin(app, merchant, fields);
  await give(account, 'camt.053', shown);
  const stateOf = async (id: string) =>
    accepted(await getTrade(app, merchant.caller, { merchant: merchant.merchant_id, uuid: id }))
      .state;
  assert.equal(await stateOf(first.id), 'completed');
  const second = await scene.newPayin(app, merchant, fields);
  for (const view of VIEWS) await give(account, view, shown);
  assert.equal(await stateOf(second.id), 'pending');
  assert.deepEqual((await verifyBooks(app)).problems, []);
});

test('balances prove a day without ids; contradicting ids wait, with both sides', async () => {
  const account = await newAccount();
  await give(account, 'camt.053', ONE_DAY);
  const renamed: Shown = {
    opening: 0,
    movements: ONE_DAY.movements.map((one) => ({ ...one, utr: '412345678901' })),
  };
  const other: Shown = {
    opening: 0,
    movements: ONE_DAY.movements.map((one) => ({ ...one, utr: '998877665544' })),
  };
  const again = await newAccount();
  await give(again, 'camt.053', renamed);
  assert.deepEqual(brief(await give(again, 'mt940', other)), [0, 0, 2]);
  const [line] = await waitingOf(again.id);
  assert.equal(line?.reason, 'day_reached');
  assert.deepEqual(line?.stored_lines.map((one) => one.amount_cents).toSorted(), [-1_250, 150_000]);
  assert.deepEqual(brief(await give(account, 'mt940', ONE_DAY)), [0, 2, 0]);
});

test('two days of which one is stored: the other one is new, and the first is confirmed', async () => {
  const account = await newAccount();
  const [early, late] = [dayAgo(3), dayAgo(2)];
  const first = { cents: 500, day: early, id: 'A' };
  await give(account, 'camt.053', { opening: 0, movements: [first] });
  const both: Shown = { opening: 0, movements: [first, { cents: 700, day: late, id: 'B' }] };
  assert.deepEqual(brief(await give(account, 'mt940', both)), [1, 1, 0]);
  assert.deepEqual(await amountsOf(account.id), [500, 700]);
});

test('the rest of a day begins at a stored balance: its equal amount is another movement', async () => {
  for (const order of [0, 1]) {
    const account = await newAccount();
    const morning: Shown = { opening: 0, movements: [{ cents: 500, day: YESTERDAY, id: 'A' }] };
    const rest: Shown = { opening: 500, movements: [{ cents: 500, day: YESTERDAY, id: 'B' }] };
    const [one, two] = order === 0 ? [morning, rest] : [rest, morning];
    await give(account, 'camt.053', one);
    assert.deepEqual(brief(await give(account, 'mt940', two)), [1, 0, 0]);
    assert.deepEqual(await amountsOf(account.id), [500, 500]);
  }
});

test('genuine twins: as many count as the fullest source has', async () => {
  const account = await newAccount();
  const twin = { cents: 500, day: YESTERDAY };
  await give(account, 'feed', { opening: 0, movements: [{ ...twin, id: 'A' }] });
  const both: Shown = {
    opening: 0,
    movements: [
      { ...twin, id: 'A' },
      { ...twin, id: 'B' },
    ],
  };
  assert.deepEqual(brief(await give(account, 'camt.053', both)), [1, 1, 0]);
  assert.deepEqual(await amountsOf(account.id), [500, 500]);
});

test('a feed that tells a line of a closed day adds nothing before a person has looked', async () => {
  const account = await newAccount();
  await give(account, 'camt.053', CLOSED);
  const late: Shown = { opening: 0, movements: [{ cents: 900, day: dayAgo(3), id: 'Z' }] };
  assert.deepEqual(brief(await give(account, 'feed', late)), [0, 0, 1]);
  const [line] = await waitingOf(account.id);
  assert.equal(line?.reason, 'day_closed');
});

test('a person says that it is another one: it counts; the same file again is known', async () => {
  const account = await newAccount();
  await give(account, 'camt.053', CLOSED);
  const late: Shown = {
    opening: 0,
    movements: [900, 800].map((cents) => ({ cents, day: dayAgo(3), id: `Z${cents}` })),
  };
  assert.deepEqual(brief(await give(account, 'feed', late)), [0, 0, 2]);
  const [one, two] = (await waitingOf(account.id)).toSorted(
    (a, b) => a.amount_cents - b.amount_cents,
  );
  const note = { note: 'Asked the bank' };
  const other = accepted(await decideWaitingLine(app, OPERATOR, two?.id ?? '', 'other', raw(note)));
  assert.deepEqual([other.decision, other.bank_line_ids], ['other', [two?.id]]);
  assert.deepEqual(await amountsOf(account.id), [500, 900]);
  const same = accepted(await decideWaitingLine(app, OPERATOR, one?.id ?? '', 'same', raw(note)));
  assert.equal(same.decision, 'same');
  const refused = await decideWaitingLine(app, OPERATOR, one?.id ?? '', 'other', raw(note));
  assert.equal(isRefusal(refused) ? refused.code : '', 'act_not_allowed');
  assert.deepEqual(brief(await give(account, 'feed', late)), [0, 2, 0]);
  assert.deepEqual(await amountsOf(account.id), [500, 900]);
  assert.deepEqual((await verifyBooks(app)).problems, []);
});

test('the stored lines that a person names must fit the line', async () => {
  const account = await newAccount();
  await give(account, 'camt.053', CLOSED);
  await give(account, 'feed', { opening: 0, movements: [{ cents: 900, day: dayAgo(3), id: 'Z' }] });
  const [line] = await waitingOf(account.id);
  const [stored] = await linesOf(account.id);
  const same = (bank_line_ids: unknown) =>
    decideWaitingLine(app, OPERATOR, line?.id ?? '', 'same', raw({ bank_line_ids, note: 'x' }));
  for (const wrong of [[stored?.id], ['x'], 'x', [crypto.randomUUID()]]) {
    const refused = await same(wrong);
    assert.ok(isRefusal(refused));
    assert.deepEqual(
      refused.errors?.map(({ field }) => field),
      ['bank_line_ids'],
    );
  }
  assert.equal(accepted(await same([])).decision, 'same');
});

test('a collected entry and its payments count once, whichever comes first', async () => {
  const singles: Shown = {
    opening: 0,
    movements: [100, 200].map((cents, at) => ({
      cents,
      day: YESTERDAY,
      id: `S${at}`,
      bank_id: 'BATCH',
    })),
  };
  const entry: Shown = {
    opening: 0,
    movements: [{ cents: 300, day: YESTERDAY, id: 'E', bank_id: 'BATCH' }],
  };
  for (const [one, two] of [
    [singles, entry],
    [entry, singles],
  ] as const) {
    const account = await newAccount();
    await give(account, 'camt.053', one);
    assert.deepEqual(brief(await give(account, 'camt.054', two)), [0, two.movements.length, 0]);
    assert.equal((await give(account, 'camt.054', two)).imported, 0);
  }
});

test('a gap before the file is told, in the preview too', async () => {
  const account = await newAccount();
  await give(account, 'camt.053', {
    opening: 0,
    movements: [{ cents: 500, day: dayAgo(5), id: 'A' }],
  });
  const later: Shown = { opening: 800, movements: [{ cents: 100, day: dayAgo(2), id: 'B' }] };
  const gap = {
    receiving_account_id: account.id,
    currency: 'EUR',
    last_day: dayAgo(5),
    last_closing_cents: 500,
    first_day: dayAgo(2),
    opening_cents: 800,
  };
  assert.deepEqual((await give(account, 'mt940', later, 'true')).gaps, [gap]);
  assert.deepEqual((await give(account, 'mt940', later)).gaps, [gap]);
  assert.deepEqual((await give(account, 'mt940', later)).gaps, [gap]);
  const without: Shown = { opening: 900, movements: [{ cents: 1, day: dayAgo(1), id: 'C' }] };
  assert.deepEqual((await give(account, 'camt.053', without)).gaps, []);
});

test('imports of one day at once, by several processes, count each movement once', async () => {
  const { db } = app.store;
  const account = await newAccount();
  const held = await withAccountLock(db, account.id, async () => {
    assert.equal(await withAccountLock(db, account.id, async () => 'also'), null);
    return 'mine';
  });
  assert.deepEqual(held, { value: 'mine' });
  const others = [await service.another(), await service.another()];
  const given = showAs('mt940', account, ONE_DAY);
  assert.ok(given.kind === 'file');
  await Promise.all([
    give(account, 'camt.053', ONE_DAY),
    ...others.map((other) => importStatement(other, OPERATOR, given.request)),
    give(account, 'feed', ONE_DAY),
  ]);
  assert.deepEqual(await amountsOf(account.id), [-1_250, 150_000]);
});
