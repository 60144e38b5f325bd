// Two processes over one database: equal orders, the rest of a balance, simultaneous acts and
// timers.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { balanceOfMerchant } from '../../../server/app/ledger/get-balance.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import type { App } from '../../../server/app/process/app.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import { cancelTrade } from '../../../server/app/trade/cancel-trade.ts';
import { expireDue } from '../../../server/app/trade/expire-due.ts';
import { getTrade } from '../../../server/app/trade/find-trade.ts';
import type { TradeAct } from '../../../server/domain/batch/command.ts';
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

let service: TestApp;
let processes: OpenApp[];
before(async () => {
  service = await openTestApp();
  processes = [service.app, await service.another()];
});
after(async () => {
  await service.stop();
});

const processOf = (index: number): App => processes[index % 2] ?? service.app;
const hundred = Array.from({ length: 100 }, (_, index) => index);

/** Merchants reach the other process within a second; here it looks at once. */
async function newMerchant(funds = 0): Promise<TestMerchant> {
  const merchant = await makeMerchant(service.app);
  if (funds > 0) await scene.fund(service.app, merchant.merchant_id, funds);
  await processes[1]?.settings.refresh();
  return merchant;
}

const act = (app: App, merchant_id: string, id: string, name: TradeAct, fields = {}) =>
  actOnTrade(app, OPERATOR, merchant_id, id, name, raw(fields));

async function soundBooks(): Promise<void> {
  assert.deepEqual((await verifyBooks(service.app)).problems, []);
}

test('a hundred equal creates make one trade and get equal answers, one of them the first', async () => {
  const merchant = await newMerchant();
  const fields = { order_id: 'same', amount_cents: 700 };
  const answers = await Promise.all(
    hundred.map((index) => scene.payin(processOf(index), merchant, fields)),
  );
  const made = answers.map(accepted);
  const [first] = made;
  for (const { trade } of made) assert.deepEqual(trade, first?.trade);
  assert.equal(
    scene.countOf(
      made.map(({ replayed }) => replayed),
      false,
    ),
    1,
  );
  const where = `where merchant_id = '${merchant.merchant_id}'`;
  const count = `select count(*)::int as n from trades ${where}`;
  assert.deepEqual(await scene.sql(service.app, count), [{ n: 1 }]);
  await soundBooks();
});

test('an order_id means one content for ever, in both directions', async () => {
  const merchant = await newMerchant(10_000);
  const first = accepted(
    await scene.payin(service.app, merchant, { order_id: 'o', amount_cents: 500 }),
  );
  const id = first.trade.id;
  const others = [
    () => scene.payin(service.app, merchant, { order_id: 'o', amount_cents: 501 }),
    () => scene.payin(service.app, merchant, { order_id: 'o', amount_cents: 500, client_id: 'x' }),
    () => scene.payout(service.app, merchant, { order_id: 'o', amount_cents: 500 }),
  ];
  for (const other of others) {
    const refused = refusedWith(await other());
    assert.equal(refused.code, 'order_id_taken');
    assert.equal(refused.extra?.id, id);
  }
  const held = accepted(
    await scene.payout(service.app, merchant, { order_id: 'w', amount_cents: 500 }),
  );
  const crossed = refusedWith(
    await scene.payin(service.app, merchant, { order_id: 'w', amount_cents: 500 }),
  );
  assert.equal(crossed.extra?.id, held.trade.id);
  assert.equal(
    (await balanceOfMerchant(service.app, merchant.caller.merchant)).blocked_amount_cents,
    500,
  );
});

test('racing creates of one order_id with two contents: one content wins everywhere', async () => {
  const merchant = await newMerchant();
  const answers = await Promise.all(
    hundred.map((index) => {
      const amount_cents = index % 4 < 2 ? 810 : 820;
      return scene.payin(processOf(index), merchant, { order_id: 'two', amount_cents });
    }),
  );
  const kinds = scene.kinds(answers);
  assert.equal(scene.countOf(kinds, 'accepted'), 50);
  assert.equal(scene.countOf(kinds, 'order_id_taken'), 50);
});

test('a hundred pay-outs of the whole balance: exactly one succeeds', async () => {
  const merchant = await newMerchant(12_345);
  const answers = await Promise.all(
    hundred.map((index) =>
      scene.payout(processOf(index), merchant, { order_id: `w-${index}`, amount_cents: 12_345 }),
    ),
  );
  const kinds = scene.kinds(answers);
  assert.equal(scene.countOf(kinds, 'accepted'), 1);
  assert.equal(scene.countOf(kinds, 'insufficient_funds'), 99);
  const balance = await balanceOfMerchant(service.app, merchant.caller.merchant);
  assert.equal(balance.actual_amount_cents, 0);
  assert.equal(balance.blocked_amount_cents, 12_345);
  await soundBooks();
});

test('refusals in a batch touch no neighbour, and a refused order_id stays free', async () => {
  const merchant = await newMerchant(1_000);
  const bodies = hundred.map((index) => {
    if (index % 4 === 0) return { order_id: `b-${index}`, amount_cents: 10 };
    if (index % 4 === 1) return { order_id: `b-${index}`, amount_cents: 5_000 };
    if (index % 4 === 2) return { order_id: 'b-0', amount_cents: 77 };
    return { order_id: `b-${index}`, amount_cents: 10, type: 'no such type' };
  });
  const answers = await Promise.all(
    bodies.map((body) => scene.payout(service.app, merchant, body)),
  );
  const expected = ['accepted', 'insufficient_funds', 'order_id_taken', 'invalid_request'];
  assert.deepEqual(
    scene.kinds(answers),
    hundred.map((index) => expected[index % 4]),
  );
  const balance = await balanceOfMerchant(service.app, merchant.caller.merchant);
  assert.equal(balance.blocked_amount_cents, 250);
  accepted(await scene.payout(service.app, merchant, { order_id: 'b-1', amount_cents: 20 }));
});

test('confirmed by two people at once, a pay-in is credited once', async () => {
  const merchant = await newMerchant();
  const trade = await scene.newPayin(service.app, merchant, { amount_cents: 910 });
  const answers = await Promise.all(
    hundred
      .slice(0, 10)
      .map((index) => act(processOf(index), merchant.merchant_id, trade.id, 'confirm')),
  );
  assert.equal(scene.countOf(scene.kinds(answers), 'accepted'), 1);
  const balance = await balanceOfMerchant(service.app, merchant.caller.merchant);
  assert.equal(balance.actual_amount_cents, 910);
  await soundBooks();
});

test('canceled and taken at once, a pay-out is one of the two', async () => {
  const merchant = await newMerchant(2_000);
  for (let round = 0; round < 10; round += 1) {
    const { id } = await scene.newPayout(service.app, merchant, 10);
    const { caller, merchant_id } = merchant;
    const answers = await Promise.all([
      cancelTrade(processOf(round), caller, raw({ merchant_id, id })),
      act(processOf(round + 1), merchant_id, id, 'take'),
    ]);
    assert.deepEqual(scene.kinds(answers).toSorted(), ['accepted', 'act_not_allowed']);
  }
  await soundBooks();
});

test('pay-outs during a reversal never take what the reversal takes', async () => {
  const merchant = await newMerchant();
  const { merchant_id } = merchant;
  const trade = await scene.newPayin(service.app, merchant, { amount_cents: 1_000 });
  accepted(await act(service.app, merchant_id, trade.id, 'confirm'));
  const answers = await Promise.all([
    ...hundred
      .slice(0, 20)
      .map((index) =>
        scene.payout(processOf(index), merchant, { order_id: `r-${index}`, amount_cents: 600 }),
      ),
    act(processOf(1), merchant_id, trade.id, 'reverse', { reason: 'bank_returned' }),
  ]);
  const held = scene.countOf(scene.kinds(answers.slice(0, 20)), 'accepted');
  assert.equal(scene.kinds(answers.slice(20))[0], 'accepted');
  assert.ok(held <= 1);
  const balance = await balanceOfMerchant(service.app, merchant.caller.merchant);
  assert.equal(balance.actual_amount_cents, held === 1 ? -600 : 0);
  const late = refusedWith(
    await scene.payout(processOf(0), merchant, { order_id: 'l', amount_cents: 1 }),
  );
  assert.equal(late.code, 'insufficient_funds');
  await soundBooks();
});

const HOUR_MS = 3_600_000;

async function whileTimeIs(offset_ms: number, work: () => Promise<void>): Promise<void> {
  for (const { store } of processes) store.clock_offset_ms = offset_ms;
  try {
    await work();
  } finally {
    for (const { store } of processes) store.clock_offset_ms = 0;
  }
}

test('two processes expire each pay-in once', async () => {
  const merchant = await newMerchant();
  const trades = await Promise.all(
    hundred
      .slice(0, 30)
      .map((index) => scene.newPayin(processOf(index), merchant, { amount_cents: 1_000 + index })),
  );
  await whileTimeIs(HOUR_MS, async () => {
    await Promise.all([0, 1, 0, 1].map((index) => expireDue(processOf(index))));
  });
  const { merchant_id, caller } = merchant;
  for (const { id } of trades) {
    const trade = accepted(
      await getTrade(service.app, caller, { merchant: merchant_id, uuid: id }),
    );
    assert.deepEqual([trade.state, trade.state_reason, trade.sequence], ['expired', 'timeout', 2]);
  }
  assert.equal(await expireDue(service.app), 0);
});

test('a timer before its time expires nothing', async () => {
  const merchant = await newMerchant();
  const { id } = await scene.newPayin(service.app, merchant, { amount_cents: 1_100 });
  const { merchant_id } = merchant;
  assert.equal(await expireDue(service.app), 0);
  const refused = refusedWith(await act(service.app, merchant_id, id, 'expire'));
  assert.equal(refused.code, 'act_not_allowed');
});

test('a UTR and the timer at once: the UTR stops it, or reopens the pay-in as late', async () => {
  const merchant = await newMerchant();
  const trades = await Promise.all(
    hundred
      .slice(0, 20)
      .map((index) => scene.newPayin(service.app, merchant, { amount_cents: 1_200 + index })),
  );
  await whileTimeIs(HOUR_MS, async () => {
    const claims = trades.map((trade, index) =>
      scene.claim(processOf(0), merchant, trade.id, `RACE${1_000_000 + index}`),
    );
    const expiring = expireDue(processOf(1));
    for (const answer of await Promise.all(claims)) {
      const trade = accepted(answer);
      assert.equal(trade.state, 'verifying');
      const came_late = trade.sequence === 3;
      assert.equal(trade.state_reason, came_late ? 'paid_late' : null);
    }
    await expiring;
    assert.equal(await expireDue(processOf(1)), 0);
  });
  await soundBooks();
});
