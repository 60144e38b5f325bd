// The outbox on a real PostgreSQL: events as they were, numbers that continue the committed ones,
// and only the first waiting delivery of each trade is next.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '../../../server/app/process/ids.ts';
import type { TradeEvent } from '../../../server/domain/batch/decision.ts';
import { STATE_REASONS, type TradeStanding } from '../../../server/domain/record/trade.ts';
import { originOf } from '../../../server/domain/values/web-address.ts';
import { standingContent } from '../../../server/store/callback/event-standing.ts';
import {
  type NumberedEvent,
  readEvents,
  readTradeEvents,
} from '../../../server/store/callback/events.ts';
import {
  type CallbackAddress,
  type DeliveryTarget,
  type NewEvent,
  writeOutbox,
} from '../../../server/store/callback/outbox.ts';
import type { Database } from '../../../server/store/connection/database.ts';
import type { Cipher } from '../../../server/store/encryption/encryption.ts';
import { START } from '../../support/model/domain-commands.ts';
import { fc, longRuns } from '../../support/property.ts';
import { openTestApp, type TestApp } from '../../support/test-app.ts';

let service: TestApp;
let db: Database;
let cipher: Cipher;
before(async () => {
  service = await openTestApp();
  ({ db, cipher } = service.app.store);
});
after(async () => {
  await service.stop();
});

const MERCHANTS = 3;
const TRADES = 7;

const orNull = <Value>(some: fc.Arbitrary<Value>) => fc.option(some, { nil: null });
const at = orNull(fc.integer({ min: START, max: START + 9_000_000_000 }));
const cents = fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 2n ** 53n - 1n }));
const standing: fc.Arbitrary<Omit<TradeStanding, 'sequence' | 'changed_at'>> = fc.record({
  state: fc.constantFrom('created', 'pending', 'completed', 'disputed'),
  state_reason: orNull(fc.constantFrom(...STATE_REASONS)),
  amount_cents: cents,
  received_amount_cents: cents,
  refunded_amount_cents: cents,
  recalled_amount_cents: cents,
  fee_cents: cents,
  settlement_amount_cents: cents,
  receiving_account_id: orNull(fc.constant(newId())),
  exclusive: fc.boolean(),
  utr: orNull(fc.constantFrom('ABCD1234567', '"\\{},')),
  utr_claims: fc.nat({ max: 9 }),
  disputed_from: orNull(fc.constantFrom('completed', 'verifying')),
  expires_at: at,
  closed_at: at,
  completed_at: at,
  final_at: at,
});
const trade_index = fc.nat({ max: TRADES - 1 });
const event = fc.record({ trade: trade_index, standing });
/** `ended`: trades whose deliveries have all ended before the batch. */
const batch = fc.record({
  events: fc.array(event, { minLength: 1, maxLength: 12 }),
  ended: fc.array(trade_index, { maxLength: 2 }),
  fails: fc.constantFrom(false, false, false, true),
});
type Batch = typeof batch extends fc.Arbitrary<infer Value> ? Value : never;
/** The target of each trade's callbacks, and of each merchant's other callbacks. */
const addresses = fc.record({
  of_trades: fc.array(orNull(fc.constant('https://trade.example/hook')), {
    minLength: TRADES,
    maxLength: TRADES,
  }),
  of_merchants: fc.array(orNull(fc.constant('https://shop.example/hook')), {
    minLength: MERCHANTS,
    maxLength: MERCHANTS,
  }),
  /** Whether a merchant has one more endpoint. */
  more: fc.array(fc.boolean(), { minLength: MERCHANTS, maxLength: MERCHANTS }),
});

type Addresses = typeof addresses extends fc.Arbitrary<infer Value> ? Value : never;

type Trade = { merchant_id: string; trade_id: string; callback_url: string | null };

function eventOf({ merchant_id, trade_id }: Trade, sequence: number, given: object): TradeEvent {
  return {
    merchant_id,
    trade_id,
    sequence,
    type: 'deposit.pending',
    act: 'create',
    actor: { role: 'merchant', id: null },
    note: sequence % 2 === 0 ? null : 'He said "no", \\o/',
    standing: { ...given, sequence, changed_at: START + sequence } as TradeStanding,
    at: START + sequence,
  };
}

class Undo extends Error {}

async function write(events: readonly NewEvent[], addressOf: CallbackAddress, fails: boolean) {
  const written = db.transaction(async (tx) => {
    const has_deliveries = await writeOutbox(tx, cipher, events, {
      addressOf,
      opened: new Map(),
      now: START,
    });
    if (fails) throw new Undo();
    return has_deliveries;
  });
  if (!fails) return await written;
  await assert.rejects(written, Undo);
  return null;
}

type Delivery = {
  sequence: number;
  endpoint_number: number;
  number: bigint;
  url: string;
  status: string;
  is_next: boolean;
};

const deliveriesOf = (trade: Trade) =>
  db.query<Delivery>(
    'test-deliveries',
    `select sequence, endpoint_number, number, url, status, is_next from deliveries
     where merchant_id = $1 and trade_id = $2 order by sequence, endpoint_number`,
    [trade.merchant_id, trade.trade_id],
  );

/** All waiting deliveries have been made. */
const deliverAll = (trade: Trade) =>
  db.query(
    'test-deliver',
    `update deliveries set status = 'delivered', is_next = false
     where merchant_id = $1 and trade_id = $2 and status = 'waiting'`,
    [trade.merchant_id, trade.trade_id],
  );

type Model = {
  trades: readonly Trade[];
  targetsOf(trade: Trade): readonly DeliveryTarget[];
  addressOf: CallbackAddress;
  feeds: Map<string, NumberedEvent[]>;
  deliveries: Map<Trade, Delivery[]>;
  /** How many events each trade has had. */
  sequences: Map<Trade, number>;
};

function newModel({ of_trades, of_merchants, more }: Addresses): Model {
  const merchants = Array.from({ length: MERCHANTS }, newId);
  const trades = of_trades.map((callback_url, index): Trade => {
    const merchant_id = merchants[index % MERCHANTS] ?? '';
    return { merchant_id, trade_id: newId(), callback_url };
  });
  const targetsOf = ({ merchant_id, callback_url }: Trade) => {
    const index = merchants.indexOf(merchant_id);
    const url = callback_url ?? of_merchants[index] ?? null;
    const own = url === null ? [] : [{ url, endpoint: 7n, endpoint_number: 0, queue: 0 }];
    const second = { url: 'https://books.example', endpoint: 4n, endpoint_number: 4, queue: 4 };
    return more[index] === true ? [...own, second] : own;
  };
  return {
    trades,
    targetsOf,
    addressOf: (merchant_id, callback_url) =>
      targetsOf({ merchant_id, callback_url, trade_id: '' }),
    sequences: new Map(),
    feeds: new Map(merchants.map((id) => [id, []])),
    deliveries: new Map(trades.map((trade) => [trade, []])),
  };
}

const of = <Key, Value>(map: Map<Key, Value[]>, key: Key) => map.get(key) ?? assert.fail();

/** The events of one batch, each with its trade. */
function told(model: Model, { events }: Batch): [Trade, TradeEvent][] {
  const { trades } = model;
  const sequences = new Map(model.sequences);
  return events.map((given) => {
    const trade = trades[given.trade] ?? assert.fail();
    const sequence = (sequences.get(trade) ?? 0) + 1;
    sequences.set(trade, sequence);
    return [trade, eventOf(trade, sequence, given.standing)];
  });
}

async function endDeliveries({ trades, deliveries }: Model, { ended }: Batch): Promise<void> {
  for (const index of ended) {
    const trade = trades[index] ?? assert.fail();
    await deliverAll(trade);
    for (const delivery of of(deliveries, trade)) {
      Object.assign(delivery, { status: 'delivered', is_next: false });
    }
  }
}

async function step(model: Model, given: Batch): Promise<void> {
  await endDeliveries(model, given);
  const events = told(model, given);
  const made = events.map(([{ callback_url }, event]) => ({ event, callback_url }));
  const has_deliveries = await write(made, model.addressOf, given.fails);
  if (given.fails) return;
  assert.equal(
    has_deliveries,
    events.some(([trade]) => model.targetsOf(trade).length > 0),
  );
  for (const [trade, event] of events) {
    const feed = of(model.feeds, trade.merchant_id);
    const number = BigInt(feed.length + 1);
    feed.push({ ...event, number });
    const { sequence } = event;
    model.sequences.set(trade, sequence);
    const before = of(model.deliveries, trade);
    for (const { url, endpoint_number } of model.targetsOf(trade)) {
      const is_next = before.every(
        (one) => one.endpoint_number !== endpoint_number || one.status !== 'waiting',
      );
      const made = { sequence, endpoint_number, number, status: 'waiting', is_next };
      before.push({ ...made, url: originOf(url) });
    }
  }
}

/** What releases before the columns wrote: usual values are left out, amounts are numbers. */
function writtenBefore({ sequence: _, changed_at: _at, ...standing }: TradeStanding): string {
  const told = Object.entries(standing)
    .filter(([, value]) => value !== null && value !== false && Number(value) !== 0)
    .map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]);
  return JSON.stringify(Object.fromEntries(told));
}

async function contentsOf(merchant_id: string): Promise<string[]> {
  const rows = await db.query<{ text: string }>(
    'test-standings',
    `select ${standingContent('e')} as text from events e where merchant_id = $1 order by number`,
    [merchant_id],
  );
  return rows.map(({ text }) => text);
}

async function check({ feeds, deliveries, sequences }: Model): Promise<void> {
  for (const [merchant_id, feed] of feeds) {
    assert.deepEqual(await readEvents(db, cipher, merchant_id, 0n, 1_000), feed);
    const told = feed.map(({ standing }) => writtenBefore(standing));
    assert.deepEqual(await contentsOf(merchant_id), told);
  }
  for (const [trade, expected] of deliveries) {
    assert.deepEqual(await deliveriesOf(trade), expected);
    const events = await readTradeEvents(db, cipher, trade.merchant_id, trade.trade_id);
    assert.equal(events.length, sequences.get(trade) ?? 0);
    const numbers = new Map(events.map(({ sequence, number }) => [sequence, number]));
    for (const { sequence, number } of expected) assert.equal(numbers.get(sequence), number);
  }
}

test('numbers follow what is committed; deliveries are numbered alike, one of a trade and endpoint is next', async () => {
  const batches = fc.array(batch, { minLength: 1, maxLength: 6 });
  const property = fc.asyncProperty(batches, addresses, async (given, where) => {
    const model = newModel(where);
    for (const one of given) await step(model, one);
    await check(model);
  });
  await fc.assert(property, { numRuns: longRuns(60) });
});

test('what most standings have is left out of the row, and is there when it is read', async () => {
  const trade = { merchant_id: newId(), trade_id: newId(), callback_url: null };
  const usual = {
    state: 'pending',
    state_reason: null,
    amount_cents: 5n,
    received_amount_cents: 0n,
    refunded_amount_cents: 0n,
    recalled_amount_cents: 0n,
    fee_cents: 0n,
    settlement_amount_cents: 0n,
    receiving_account_id: null,
    exclusive: false,
    utr: null,
    utr_claims: 0,
    disputed_from: null,
    expires_at: null,
    closed_at: null,
    completed_at: null,
    final_at: null,
  };
  await write([{ event: eventOf(trade, 1, usual), callback_url: null }], () => [], false);
  assert.deepEqual(await contentsOf(trade.merchant_id), ['{"state":"pending","amount_cents":5}']);
});
