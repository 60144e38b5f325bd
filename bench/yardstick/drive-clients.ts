// Runs the driver's clients: each writes one order after the other until the time is over.
import pg from 'pg';

import type { DriverLoad, DriverResult } from './driver-load.ts';
import { makeHolds } from './order-statements.ts';
import { writePayin, writePayout } from './order-transaction.ts';
import { percentile } from './percentile.ts';
import { randomOrder, randomPayee } from './random-orders.ts';
import { openWireConnection, type WireConnection } from './wire-connection.ts';
import { SqlError } from './wire-messages.ts';

/** Conflicts between two orders: a unique violation, a serialisation failure, a deadlock. */
const CONFLICTS = ['23505', '40001', '40P01'];

type Tally = { latencies_ms: number[]; errors: number };

async function makeBlockedAccounts(load: DriverLoad): Promise<void> {
  const client = new pg.Client({ connectionString: load.database_url });
  await client.connect();
  await makeHolds(client, load.merchants, 'INR');
  await client.end();
}

async function createOne(connection: WireConnection, load: DriverLoad): Promise<boolean> {
  const order = randomOrder(load.kind, load.merchants);
  try {
    const outcome =
      load.kind === 'payin'
        ? await writePayin(connection, order, load.accounts)
        : await writePayout(connection, order, randomPayee());
    return outcome.kind === 'created';
  } catch (error) {
    if (error instanceof SqlError && CONFLICTS.includes(error.code)) return false;
    throw error;
  }
}

async function runClient(
  connection: WireConnection,
  load: DriverLoad,
  ends_at: number,
  tally: Tally,
): Promise<void> {
  let before = performance.now();
  // At least one, however late the client gets its turn.
  do {
    const created = await createOne(connection, load);
    const after = performance.now();
    if (created) tally.latencies_ms.push(after - before);
    else tally.errors += 1;
    before = after;
  } while (before < ends_at);
}

/** After five executions PostgreSQL may cache a statement's plan. */
const WARM_UP_ORDERS = 6;

async function warmUp(connection: WireConnection, load: DriverLoad): Promise<number> {
  let made = 0;
  for (let order = 0; order < WARM_UP_ORDERS; order += 1) {
    if (await createOne(connection, load)) made += 1;
  }
  return made;
}

/** All orders after the warm-up, divided by the time until the last client has ended. */
export async function driveClients(
  load: DriverLoad,
): Promise<DriverResult & { client_cpu_us: number }> {
  if (load.kind === 'payout') await makeBlockedAccounts(load);
  const connections: WireConnection[] = [];
  while (connections.length < load.clients) {
    connections.push(await openWireConnection(load.database_url));
  }
  const warm = await Promise.all(connections.map((connection) => warmUp(connection, load)));
  const tally: Tally = { latencies_ms: [], errors: 0 };
  const cpu = process.cpuUsage();
  const started_at = performance.now();
  const ends_at = started_at + load.seconds * 1000;
  await Promise.all(connections.map((connection) => runClient(connection, load, ends_at, tally)));
  const seconds = (performance.now() - started_at) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  await Promise.all(connections.map((connection) => connection.close()));
  const orders = tally.latencies_ms.length;
  return {
    per_second: orders / seconds,
    p99_ms: percentile(tally.latencies_ms, 0.99),
    errors: tally.errors,
    orders,
    made: warm.reduce((sum, made) => sum + made, orders),
    by: 'driver',
    client_cpu_us: orders === 0 ? 0 : (user + system) / orders,
  };
}
