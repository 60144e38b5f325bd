// Refuses a pooler that mixes prepared statements up: every session of the service has some, and
// behind a pooler in transaction mode a session is another one in each transaction.
import pg from 'pg';
import { StartupError } from '../../startup-error.ts';
import type { First } from '../connection/when-there.ts';

/** No statement of this name here; one of this name already. */
const MIXED_STATES = ['26000', '42P05'];
const CLIENTS = 3;
/** More than a pooler has idle sessions, as a rule: each is met. */
const ROUNDS = 16;

async function runNamed(client: pg.Client): Promise<void> {
  await client.query({ name: 'payment_orders_probe', text: 'select 1' });
}

/** Each runs the same statement, prepared once, in transactions between those of the others. */
async function runInTurns(clients: readonly pg.Client[]): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const client of clients) await runNamed(client);
  }
  const [holder, ...others] = clients;
  if (holder === undefined) return;
  await holder.query('begin');
  // Where there is no other session they wait for this one, so it is not kept until they have run.
  const waiting = Promise.allSettled(others.map(runNamed));
  await holder.query('commit');
  for (const end of await waiting) if (end.status === 'rejected') throw end.reason;
}

async function closeAll({ log }: First, clients: readonly pg.Client[]): Promise<void> {
  for (const client of clients) {
    await client.end().catch((error: unknown) => log.warn({ err: error }, 'closing failed'));
  }
}

/** By what it does, not by its version: that is told on the pooler's own console only. */
export async function refusePooler(first: First): Promise<void> {
  const { connection, setting, log } = first;
  const clients = Array.from({ length: CLIENTS }, () => {
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
    return client.on('error', (error) => log.warn({ err: error }, 'the connection broke'));
  });
  const connected: pg.Client[] = [];
  try {
    for (const client of clients) {
      await client.connect();
      connected.push(client);
    }
    await runInTurns(connected);
  } catch (cause) {
    if (!(cause instanceof pg.DatabaseError) || !MIXED_STATES.includes(cause.code ?? '')) {
      throw cause;
    }
    throw new StartupError(
      `${setting} leads to a pooler that loses or mixes up prepared statements ` +
        `(${cause.message}): with PgBouncer in transaction mode use version 1.21 or later and ` +
        'set max_prepared_statements = 500; or use its session mode, or PostgreSQL itself ' +
        '(docs/operate/postgresql.md).',
      { cause },
    );
  } finally {
    await closeAll(first, connected);
  }
}
