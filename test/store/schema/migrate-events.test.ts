// The migration to one transaction per batch, over a database filled by the version before: events
// without numbers get theirs, with their deliveries.
import assert from 'node:assert/strict';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Client } from 'pg';
import {
  openScratchDatabase,
  type ScratchDatabase,
} from '../../../bench/harness/scratch-database.ts';
import { originOf } from '../../../server/domain/values/web-address.ts';
import { migrate } from '../../../server/store/schema/migrate.ts';
import { scratchFolder, withClient } from '../embedded/scratch.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');

let scratch: string;
let database: ScratchDatabase;
before(async () => {
  scratch = await scratchFolder();
  database = await openScratchDatabase();
  const folder = join(scratch, 'before');
  await mkdir(folder);
  await copyFile(join(MIGRATIONS, '0001-core.sql'), join(folder, '0001-core.sql'));
  await withClient(database, async (client) => {
    await migrate(client, folder);
    await fill(client);
    await migrate(client, MIGRATIONS);
  });
});
after(async () => {
  await database.stop();
  await rm(scratch, { recursive: true, force: true });
});

const idOf = (kind: number, number: number) =>
  `0000000${kind}-0000-7000-8000-${String(number).padStart(12, '0')}`;

const [OLD, NEW, SILENT] = [idOf(1, 1), idOf(1, 2), idOf(1, 3)];
const URLS: Record<string, string | null> = {
  [OLD]: 'HTTPS://Shop.Example/hook?x=1',
  [NEW]: 'https://other.example:8443',
  [SILENT]: null,
};

type Event = { trade: number; sequence: number; at: number; number?: number };

/** Two that are numbered, of which one was delivered; the rest came after the sequencer's end. */
const EVENTS: Record<string, Event[]> = {
  [OLD]: [
    { trade: 1, sequence: 1, at: 10, number: 1 },
    { trade: 2, sequence: 1, at: 11, number: 2 },
    { trade: 1, sequence: 2, at: 22 },
    { trade: 2, sequence: 2, at: 21 },
    { trade: 3, sequence: 1, at: 20 },
    { trade: 3, sequence: 2, at: 23 },
    // The other process read the clock earlier, and wrote later.
    { trade: 1, sequence: 3, at: 19 },
  ],
  [NEW]: [{ trade: 4, sequence: 1, at: 30 }],
  [SILENT]: [
    { trade: 5, sequence: 1, at: 40 },
    { trade: 6, sequence: 1, at: 41 },
  ],
};

/** Trade 6 of the merchant without an endpoint has an address of its own. */
const urlOf = (trade: number) => (trade === 6 ? 'https://trade.example/6' : null);

const TRADE = `insert into trades (merchant_id, trade_id, order_id, direction, type, currency,
    requested_amount_cents, percent, exchange_rate, settlement_currency, client_id, callback_url,
    page_key, fingerprint, created_at, state, sequence, amount_cents, received_amount_cents,
    refunded_amount_cents, fee_cents, settlement_amount_cents, exclusive, utr_claims, changed_at,
    last_command_id)
  values ($1, $2, $3, 'payin', 'account', 'INR', 5, 0, 1, 'INR', 'c', $4, '', '', now(),
    'created', 1, 5, 0, 0, 0, 5, false, 0, now(), $2)`;

const EVENT = `insert into events (merchant_id, trade_id, sequence, number, type, act, actor_role,
    standing, happened_at)
  values ($1, $2, $3, $4, 'deposit.pending', 'create', 'merchant', '{"state": "created"}',
    to_timestamp($5))`;

const DELIVERY = `insert into deliveries (merchant_id, trade_id, sequence, number, url, host,
    status, is_next, attempts, attempts_before, due_at)
  values ($1, $2, 1, $3, 'https://shop.example/hook', 'shop.example', $4, $5, 1, 0, now())`;

async function fill(client: Client): Promise<void> {
  for (const [merchant_id, url] of Object.entries(URLS)) {
    await client.query(
      `insert into merchants (merchant_id, name, balance_currency, settings, callback_url,
         callback_secret, created_at) values ($1, 'Shop', 'INR', '{}', $2, '', now())`,
      [merchant_id, url],
    );
    const events = EVENTS[merchant_id] ?? [];
    for (const trade of new Set(events.map((event) => event.trade))) {
      await client.query(TRADE, [merchant_id, idOf(2, trade), `order-${trade}`, urlOf(trade)]);
    }
    for (const { trade, sequence, at, number } of events) {
      await client.query(EVENT, [merchant_id, idOf(2, trade), sequence, number ?? null, at]);
    }
  }
  await client.query('insert into event_heads values ($1, 2)', [OLD]);
  await client.query(DELIVERY, [OLD, idOf(2, 1), 1, 'waiting', true]);
  await client.query(DELIVERY, [OLD, idOf(2, 2), 2, 'delivered', false]);
}

async function rowsOf(text: string): Promise<unknown[][]> {
  return await withClient(database, async (client) => {
    const { rows } = await client.query({ text, rowMode: 'array' });
    return rows;
  });
}

test('numbers follow on, by the time of each trade’s events and in their order', async () => {
  const rows = await rowsOf(
    `select merchant_id, right(trade_id::text, 1)::integer, sequence, number::integer from events
     order by merchant_id, number`,
  );
  assert.deepEqual(rows, [
    [OLD, 1, 1, 1],
    [OLD, 2, 1, 2],
    [OLD, 3, 1, 3],
    [OLD, 2, 2, 4],
    [OLD, 1, 2, 5],
    [OLD, 1, 3, 6],
    [OLD, 3, 2, 7],
    [NEW, 4, 1, 1],
    [SILENT, 5, 1, 1],
    [SILENT, 6, 1, 2],
  ]);
  const heads = await rowsOf(
    'select merchant_id, last_number::integer from event_heads order by merchant_id',
  );
  assert.deepEqual(heads, [
    [OLD, 7],
    [NEW, 1],
    [SILENT, 2],
  ]);
});

test('each has its delivery where there is an address, next is the first that waits', async () => {
  const rows = await rowsOf(
    `select right(trade_id::text, 1)::integer, sequence, number::integer, url, host, status,
       is_next, attempts
     from deliveries order by merchant_id, trade_id, sequence`,
  );
  const { [OLD]: url } = URLS;
  // By host alone since a later migration.
  const known = ['https://shop.example', 'shop.example'];
  const made = [originOf(url ?? ''), 'shop.example'];
  assert.deepEqual(rows, [
    [1, 1, 1, ...known, 'waiting', true, 1],
    [1, 2, 5, ...made, 'waiting', false, 0],
    [1, 3, 6, ...made, 'waiting', false, 0],
    [2, 1, 2, ...known, 'delivered', false, 1],
    [2, 2, 4, ...made, 'waiting', true, 0],
    [3, 1, 3, ...made, 'waiting', true, 0],
    [3, 2, 7, ...made, 'waiting', false, 0],
    [4, 1, 1, 'https://other.example:8443', 'other.example:8443', 'waiting', true, 0],
    [6, 1, 2, 'https://trade.example', 'trade.example', 'waiting', true, 0],
  ]);
});

test('no event is without a number from then on, and no number is given twice', async () => {
  const insert = (number: string) =>
    rowsOf(
      `insert into events (merchant_id, trade_id, sequence, number, type, act, actor_role, standing,
         happened_at) values ('${NEW}', '${idOf(2, 9)}', 1, ${number}, 'x', 'x', 'x', '{}', now())`,
    );
  await assert.rejects(insert('null'), /null value in column "number"/);
  await assert.rejects(insert('1'), /events_number/);
});

test('entries balance as before, whatever their number of postings', async () => {
  const insert = (currencies: string, amounts: string) =>
    rowsOf(
      `insert into ledger_entries (merchant_id, entry_number, act, accounts, currencies, amounts,
         entered_at, hash) values ('${NEW}', floor(random() * 1e15)::bigint, 'x',
         array_fill('a'::text, array[cardinality('${amounts}'::bigint[])]), '${currencies}',
         '${amounts}', now(), '\\x00')`,
    );
  for (const [currencies, amounts] of [
    ['{INR,INR}', '{5,-5}'],
    ['{INR,INR,INR}', '{5,-2,-3}'],
    ['{INR,USD,INR,USD}', '{5,7,-5,-7}'],
    ['{INR,INR,INR,INR}', '{5,7,-5,-7}'],
  ] as const) {
    await insert(currencies, amounts);
  }
  for (const [currencies, amounts] of [
    ['{INR,INR}', '{5,-4}'],
    ['{INR,INR}', '{5,-5,0}'],
    ['{INR,INR,INR}', '{5,-5,1}'],
    ['{INR,INR,INR}', '{5,-5}'],
    ['{INR,USD}', '{5,-5}'],
    ['{INR,INR,USD}', '{5,-3,-2}'],
    ['{INR,NULL}', '{5,-5}'],
    ['{INR,INR}', '{5,NULL}'],
    ['{INR}', '{0}'],
    ['{}', '{}'],
  ] as const) {
    await assert.rejects(insert(currencies, amounts), /ledger_entries_balance/, amounts);
  }
});
