// Writes the same orders with PostgreSQL's own pgbench, if it is installed.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import type { DriverLoad, DriverResult } from './driver-load.ts';
import { heldLayout, makeHolds } from './order-statements.ts';
import { percentile } from './percentile.ts';

const run = promisify(execFile);

const SCRIPTS = {
  payin: fileURLToPath(new URL('./payin.pgbench.sql', import.meta.url)),
  payout: fileURLToPath(new URL('./payout.pgbench.sql', import.meta.url)),
};

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** The version that pgbench prints, or null if it is not installed. */
export async function pgbenchVersion(): Promise<string | null> {
  try {
    return (await run('pgbench', ['--version'])).stdout.trim();
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function insertNumbers(client: pg.Client, name: string, ids: readonly string[]) {
  await client.query(`create table yardstick.${name} (number integer primary key, id uuid)`);
  await client.query(
    `insert into yardstick.${name} select number, id
     from unnest($1::uuid[]) with ordinality as i(id, number)`,
    [ids],
  );
  await client.query(`analyze yardstick.${name}`);
}

/** Counts orders by event numbers: every order takes one number of its merchant. */
async function countOrders(client: pg.Client, load: DriverLoad): Promise<number> {
  const { rows } = await client.query<{ orders: string }>(
    `select coalesce(sum(last_number), 0) as orders from event_heads
     where merchant_id = any($1::uuid[])`,
    [load.merchants],
  );
  return Number(rows[0]?.orders);
}

type Counted<Value> = { orders: number; value: Value };

/** pgbench can only make random numbers, so extra tables map them to ids. */
async function withNumbers<Value>(
  load: DriverLoad,
  work: () => Promise<Value>,
): Promise<Counted<Value>> {
  const client = new pg.Client({ connectionString: load.database_url });
  await client.connect();
  try {
    await client.query('drop schema if exists yardstick cascade');
    await client.query('create schema yardstick');
    await insertNumbers(client, 'merchants', load.merchants);
    await insertNumbers(client, 'accounts', load.accounts);
    if (load.kind === 'payout') await makeHolds(client, load.merchants, 'INR');
    const before = await countOrders(client, load);
    const value = await work();
    const orders = (await countOrders(client, load)) - before;
    await client.query('drop schema yardstick cascade');
    return { orders, value };
  } finally {
    await client.end();
  }
}

type Transaction = { readonly ended_at_us: number; readonly latency_ms: number };

/** A line of pgbench's transaction log: client, number, µs, script, end in s and its µs. */
function transactionOf(line: string): Transaction {
  const [, , latency_us, , seconds, microseconds] = line.split(' ').map(Number);
  if (latency_us === undefined || seconds === undefined || microseconds === undefined) {
    throw new Error(`pgbench logged something else: ${line}`);
  }
  return { ended_at_us: seconds * 1_000_000 + microseconds, latency_ms: latency_us / 1000 };
}

async function readTransactions(folder: string): Promise<Transaction[]> {
  const files = await readdir(folder);
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  const lines = texts.flatMap((text) => text.split('\n')).filter((line) => line !== '');
  return lines.map(transactionOf).sort((a, b) => a.ended_at_us - b.ended_at_us);
}

/** Each new connection loads its cache of the catalogue: 30 ms of processor time. */
const warmUpSeconds = (clients: number) => 1 + clients / 32;

async function execute(load: DriverLoad): Promise<Transaction[]> {
  const { merchants, accounts, clients, seconds, kind, database_url } = load;
  const folder = await mkdtemp(join(tmpdir(), 'payment-orders-pgbench-'));
  const length = Math.ceil(seconds + warmUpSeconds(clients));
  const fixed = ['-n', '-M', 'prepared', '-j', 1, '-c', clients, '-T', length];
  const numbers = ['-D', `merchants=${merchants.length}`, '-D', `accounts=${accounts.length}`];
  const layout = ['-D', `layout=${heldLayout('INR')}`];
  const log = ['-l', `--log-prefix=${join(folder, 'log')}`];
  try {
    const words = [...fixed, ...numbers, ...layout, ...log, '-f', SCRIPTS[kind], database_url].map(
      String,
    );
    await run('pgbench', words);
    return await readTransactions(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Measures the last seconds. Nothing else may create orders of these merchants meanwhile. */
export async function runPgbench(load: DriverLoad): Promise<DriverResult> {
  const { orders: made, value: transactions } = await withNumbers(load, () => execute(load));
  const ends_at_us = transactions.at(-1)?.ended_at_us ?? 0;
  const starts_at_us = ends_at_us - load.seconds * 1_000_000;
  const measured = transactions.filter(({ ended_at_us }) => ended_at_us > starts_at_us);
  // The other transactions were rolled back.
  const orders = Math.round((measured.length * made) / Math.max(1, transactions.length));
  return {
    per_second: orders / load.seconds,
    p99_ms: percentile(
      measured.map(({ latency_ms }) => latency_ms),
      0.99,
    ),
    errors: transactions.length - made,
    orders,
    made,
    by: 'pgbench',
  };
}
