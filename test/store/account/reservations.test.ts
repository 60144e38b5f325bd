// Amounts on receiving accounts: when one is reserved, when it is free again, and which pay-ins a
// bank line might belong to.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { App } from '../../../server/app/process/app.ts';
import { newId } from '../../../server/app/process/ids.ts';
import { cancelTrade } from '../../../server/app/trade/cancel-trade.ts';
import { MOST_CANDIDATES } from '../../../server/domain/matching/find-payin.ts';
import type { Reservation } from '../../../server/domain/record/receiving-account.ts';
import { referenceOf } from '../../../server/domain/values/reference.ts';
import {
  insertReservations,
  readReferences,
  readSlotCandidates,
  readTaken,
  releaseAmounts,
} from '../../../server/store/account/reservations.ts';
import * as scene from '../../app/scene.ts';
import {
  accepted,
  makeMerchant,
  openTestApp,
  raw,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';

const MINUTE_MS = 60_000;

let service: TestApp;
let app: App;
before(async () => {
  service = await openTestApp();
  app = service.app;
});
after(async () => {
  await service.stop();
});

const NOW = Date.UTC(2026, 0, 5, 12);
const merchant_id = newId();

function reservation(account: string, fields: Partial<Reservation> = {}): Reservation {
  const trade_id = newId();
  return {
    receiving_account_id: account,
    amount_cents: 500n,
    merchant_id,
    trade_id,
    reference: referenceOf(trade_id),
    exclusive: false,
    free_at: null,
    ...fields,
  };
}

const insert = (...reservations: Reservation[]) =>
  app.store.db.transaction((tx) => insertReservations(tx, reservations));

const at = (receiving_account_id: string, low: bigint, high = low) => ({
  receiving_account_id,
  low_cents: low,
  high_cents: high,
});

const byId = (reservations: readonly Reservation[]) =>
  reservations.toSorted((a, b) => (a.trade_id < b.trade_id ? -1 : 1));

suite('what is known of an amount', () => {
  test('its exclusive reservation, also when its hold has run out', async () => {
    const account = newId();
    const held = reservation(account, { exclusive: true });
    const run_out = reservation(account, { amount_cents: 501n, exclusive: true, free_at: NOW });
    await insert(held, run_out, reservation(newId(), { exclusive: true }));
    const taken = await readTaken(app.store.db, [at(account, 500n), at(account, 501n)], NOW);
    assert.deepEqual(byId(taken), byId([held, run_out]));
  });

  test('one of those that share it, of them only who holds it still', async () => {
    const account = newId();
    const gone = [NOW - 1, NOW].map((free_at) => reservation(account, { free_at }));
    await insert(...gone);
    assert.deepEqual(await readTaken(app.store.db, [at(account, 500n)], NOW), []);
    const held = reservation(account, { free_at: NOW + 1 });
    await insert(held);
    assert.deepEqual(await readTaken(app.store.db, [at(account, 500n)], NOW), [held]);
    await insert(reservation(account), reservation(account));
    assert.equal((await readTaken(app.store.db, [at(account, 500n)], NOW)).length, 1);
  });

  test('of every amount of a span, its ends too', async () => {
    const account = newId();
    const some = [499n, 500n, 505n, 599n, 600n].map((amount_cents) =>
      reservation(account, { amount_cents, exclusive: true }),
    );
    await insert(...some);
    const taken = await readTaken(app.store.db, [at(account, 500n, 599n)], NOW);
    assert.deepEqual(byId(taken), byId(some.slice(1, 4)));
    assert.deepEqual(await readTaken(app.store.db, [], NOW), []);
  });
});

suite('an amount that is released', () => {
  test('is no longer exclusive, of the trades that are named and of them alone', async () => {
    const account = newId();
    const given = [500n, 501n, 502n].map((amount_cents) =>
      reservation(account, { amount_cents, exclusive: true, free_at: NOW }),
    );
    const [first, second, last] = given;
    assert.ok(first !== undefined && second !== undefined && last !== undefined);
    // Two trades may have one reference.
    const third = { ...last, reference: first.reference };
    await insert(first, second, third);
    await app.store.db.transaction((tx) => releaseAmounts(tx, [first, second]));
    const names = given.map(({ reference }) => reference);
    const read = await readReferences(app.store.db, [...names, ...names]);
    const expected = [{ ...first, exclusive: false }, { ...second, exclusive: false }, third];
    assert.deepEqual(byId(read), byId(expected));
    await insert({ ...reservation(account), exclusive: true });
  });
});

suite('whose a bank line might be', () => {
  test('all that ever had the amount on the account, newest first, as many as count', async () => {
    const account = newId();
    const shared = Array.from({ length: MOST_CANDIDATES + 3 }, () =>
      reservation(account, { free_at: NOW - 1 }),
    );
    const exclusive = reservation(account, { exclusive: true });
    await insert(...shared.slice(0, 4), exclusive, ...shared.slice(4));
    await insert(reservation(account, { amount_cents: 501n }), reservation(newId()));
    const slots = [at(account, 500n), at(account, 500n)];
    const found = await readSlotCandidates(app.store.db, slots);
    const newest = byId([...shared, exclusive])
      .toReversed()
      .slice(0, MOST_CANDIDATES);
    assert.deepEqual(byId(found), byId(newest));
    assert.deepEqual(await readSlotCandidates(app.store.db, []), []);
  });

  test('the exclusive one alone, where nobody shares it', async () => {
    const account = newId();
    const exclusive = reservation(account, { exclusive: true, free_at: NOW - 1 });
    await insert(exclusive);
    assert.deepEqual(await readSlotCandidates(app.store.db, [at(account, 500n)]), [exclusive]);
  });
});

suite('a pay-in of an amount that was held', () => {
  const create = async (merchant: TestMerchant) =>
    (await scene.newPayin(app, merchant, { amount_cents: 900, amount_currency: 'EUR' })).id;
  const exclusiveOf = async (ids: readonly string[]) => {
    const rows = await scene.sql<{ trade_id: string }>(
      app,
      'select trade_id from reservations where exclusive and amount_cents = 900',
    );
    return rows.map(({ trade_id }) => ids.indexOf(trade_id));
  };

  test('is exclusive again once every hold has run out, and the old ones give it up', async () => {
    await scene.makeAccount(app, 'EUR');
    const merchant = await makeMerchant(app, { balance_currency: 'EUR' });
    const { caller } = merchant;
    const cancel = async (id: string) =>
      accepted(await cancelTrade(app, caller, raw({ merchant_id: merchant.merchant_id, id })));
    const ids = [await create(merchant), await create(merchant)];
    assert.deepEqual(await exclusiveOf(ids), [0]);
    await cancel(ids[0] ?? '');
    try {
      // The first has expired; the second shares the amount and still holds it.
      app.store.clock_offset_ms = 61 * MINUTE_MS;
      ids.push(await create(merchant));
      assert.deepEqual(await exclusiveOf(ids), [0]);
      await cancel(ids[1] ?? '');
      await cancel(ids[2] ?? '');
      app.store.clock_offset_ms = 120 * MINUTE_MS;
      ids.push(await create(merchant));
      assert.deepEqual(await exclusiveOf(ids), [0]);
      await cancel(ids[3] ?? '');
      app.store.clock_offset_ms = 182 * MINUTE_MS;
      ids.push(await create(merchant));
      assert.deepEqual(await exclusiveOf(ids), [4]);
    } finally {
      app.store.clock_offset_ms = 0;
    }
  });
});
