// Inserts the rows of pay-ins in batches: nothing is checked or read, but each commit is durable.
import pg from 'pg';
import { HAS_PROCESSOR_TIMES, processorTimeUs, serverProcess } from '../harness/processor-time.ts';
import {
  accountDayRow,
  eventRow,
  payinRow,
  reservationRow,
  type TableRow,
  type YardstickOrder,
  type YardstickTradeRow,
} from '../yardstick/order-rows.ts';
import { randomOrder } from '../yardstick/random-orders.ts';
import type { BatchLoad, BatchResult } from './batch-load.ts';
import { type BatchInserts, openInserts } from './batch-statements.ts';

type Made = {
  readonly order: YardstickOrder;
  readonly account: string;
  readonly trade: YardstickTradeRow;
};

function makeOrder({ merchants, accounts }: BatchLoad): Made {
  const order = randomOrder('payin', merchants);
  const account = accounts[Math.floor(Math.random() * accounts.length)];
  if (account === undefined) throw new Error('There is no account for a pay-in');
  return { order, account, trade: payinRow(order, account) };
}

const sum = (one: unknown, other: unknown) => String(BigInt(String(one)) + BigInt(String(other)));

/** Sorted, so that two batches lock in the same order. */
function byKey<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : 1));
  return keyed.map(({ row }) => row);
}

/** One row for each account, day and shard. */
function dayRows(made: readonly Made[]): TableRow<'account_days'>[] {
  const days = new Map<string, TableRow<'account_days'>>();
  const keyOf = (row: TableRow<'account_days'>) =>
    `${row.receiving_account_id} ${row.day} ${row.shard}`;
  for (const { order, account } of made) {
    const row = accountDayRow(order, account);
    const known = days.get(keyOf(row));
    if (known !== undefined) {
      row.payin_count = sum(known.payin_count, row.payin_count);
      row.amount_cents = sum(known.amount_cents, row.amount_cents);
    }
    days.set(keyOf(row), row);
  }
  return byKey([...days.values()], keyOf);
}

function headRows(made: readonly Made[]): TableRow<'event_heads'>[] {
  const counts = new Map<string, number>();
  for (const { order } of made) {
    counts.set(order.merchant_id, (counts.get(order.merchant_id) ?? 0) + 1);
  }
  const rows = [...counts].map(([merchant_id, count]) => ({
    merchant_id,
    last_number: String(count),
    open_payins: String(count),
  }));
  return byKey(rows, ({ merchant_id }) => merchant_id);
}

/** Numbers count down from the merchant's last one. */
async function takeNumbers(inserts: BatchInserts, made: readonly Made[]) {
  const heads = await inserts.insert('event_heads', headRows(made));
  const next = new Map(heads.map((head) => [head.merchant_id, BigInt(head.last_number ?? '')]));
  return made.map(({ order, trade }) => {
    const number = next.get(order.merchant_id) ?? 0n;
    next.set(order.merchant_id, number - 1n);
    return eventRow(order, trade, String(number));
  });
}

async function writeBatch(client: pg.Client, inserts: BatchInserts, made: readonly Made[]) {
  await client.query('begin');
  const events = await takeNumbers(inserts, made);
  await inserts.insert(
    'trades',
    made.map(({ trade }) => trade),
  );
  const reservations = made.map(({ order, account }) => reservationRow(order, account));
  await inserts.insert(
    'reservations',
    byKey(reservations, (row) => `${row.receiving_account_id} ${row.amount_cents}`),
  );
  await inserts.insert('account_days', dayRows(made));
  await inserts.insert('events', events);
  await client.query('commit');
}

/** After five executions PostgreSQL may cache a statement's plan. */
const WARM_UP_BATCHES = 8;

type Writing = { readonly client: pg.Client; write(): Promise<number> };

/** A new connection loads its cache of the catalogue, which takes as long as a thousand orders. */
async function openWarm(load: BatchLoad): Promise<Writing> {
  const client = new pg.Client({ connectionString: load.database_url });
  await client.connect();
  const inserts = await openInserts(client);
  const write = async () => {
    const made = Array.from({ length: load.batch_size }, () => makeOrder(load));
    await writeBatch(client, inserts, made);
    return made.length;
  };
  for (let batch = 0; batch < WARM_UP_BATCHES; batch += 1) await write();
  return { client, write };
}

async function databaseTime(database_url: string): Promise<() => Promise<number>> {
  if (!HAS_PROCESSOR_TIMES) return () => Promise.resolve(0);
  const server = await serverProcess(database_url);
  return () => processorTimeUs(server);
}

export async function writeBatches(load: BatchLoad): Promise<BatchResult> {
  const writings: Writing[] = [];
  while (writings.length < load.connections) writings.push(await openWarm(load));
  const timeUs = await databaseTime(load.database_url);
  const before_us = await timeUs();
  const start_ms = performance.now();
  const end_ms = start_ms + load.seconds * 1_000;
  let orders = 0;
  const run = async ({ write }: Writing) => {
    // At least one, however late the connection gets its turn.
    do {
      const written = await write();
      orders += written;
    } while (performance.now() < end_ms);
  };
  await Promise.all(writings.map(run));
  const seconds = (performance.now() - start_ms) / 1_000;
  const database_us = ((await timeUs()) - before_us) / orders;
  for (const { client } of writings) await client.end();
  const warm = load.connections * WARM_UP_BATCHES * load.batch_size;
  return { orders, made: warm + orders, per_second: orders / seconds, database_us };
}
