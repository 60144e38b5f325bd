// How often a batch waits for PostgreSQL: statements needed only by other commands are not sent for
// orders.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import * as scene from '../../app/scene.ts';
import { makeMerchant, openTestApp, type TestApp } from '../../support/test-app.ts';

let service: TestApp;
before(async () => {
  service = await openTestApp();
});
after(async () => {
  await service.stop();
});

type Connection = {
  bind(portal: { statement: string }, ...more: unknown[]): unknown;
  sync(...args: unknown[]): unknown;
};

/** The process looks at the settings every 0.4 s, also while a batch is on its way. */
const BY_TIMER = 'read-settings-version';

/** The names of the statements that the work sends, by round trip. */
async function roundTripsOf(work: () => Promise<unknown>): Promise<string[][]> {
  const connection: Connection = pg.Connection.prototype as never;
  const { bind, sync } = connection;
  const trips: string[][] = [];
  let trip: string[] = [];
  connection.bind = function (portal, ...more) {
    trip.push(portal.statement);
    return bind.call(this, portal, ...more);
  };
  connection.sync = function (...args) {
    trips.push(trip);
    trip = [];
    return sync.apply(this, args);
  };
  try {
    await work();
  } finally {
    Object.assign(connection, { bind, sync });
  }
  return trips.filter((names) => names.join() !== BY_TIMER);
}

const READ = ['begin', 'without-jit', 'silence-30000', 'plan-once', 'read-sandbox-time'];
const TRADES = ['insert-trades'];
const EVENTS = ['move-event-heads', 'insert-events'];

test('a new pay-in and a new pay-out take two round trips, and nothing beside', async () => {
  const { app } = service;
  const merchant = await makeMerchant(app);
  await scene.makeAccount(app, 'INR');
  await scene.fund(app, merchant.merchant_id, 100_000);
  // One each: several asked for at once go in one batch only if the machine is fast enough.
  const payin = () => scene.newPayin(app, merchant, { amount_cents: scene.newNumber() });
  const payout = () => scene.newPayout(app, merchant, 100);
  // The first command of each process reads the clock and the accounts of the ledger.
  await payin();
  await payout();
  assert.deepEqual(await roundTripsOf(payin), [
    [...READ, 'read-orders', 'read-taken'],
    [...TRADES, 'insert-reservations', 'insert-account_days', ...EVENTS, 'commit'],
  ]);
  assert.deepEqual(await roundTripsOf(payout), [
    [...READ, 'lock-books', 'read-balances', 'read-orders'],
    [
      ...TRADES,
      ...EVENTS,
      'insert-ledger_layouts',
      'insert-ledger_entries',
      'move-book-heads',
      'move-balances',
      'commit',
    ],
  ]);
});
