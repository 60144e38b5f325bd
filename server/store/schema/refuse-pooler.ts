// Refuses a pooler that mixes up prepared statements: every session of the service has some, and a
// pooler in transaction mode gives each transaction another session.
import pg from 'pg';
import { StartupError } from '../../lib/startup-error.ts';
import { connectClient } from '../connection/servers.ts';
import type { First } from '../connection/when-there.ts';

/** The SQLSTATEs for "prepared statement does not exist" and "already exists". */
const MIXED_STATES = ['26000', '42P05'];
const CLIENTS = 3;
/** Normally more rounds than the pooler has idle sessions, so that all are used. */
const ROUNDS = 16;

async function runNamed(client: pg.Client): Promise<void> {
  await client.query({ name: 'payment_orders_probe', text: 'select 1' });
}

/** Each client prepares the same statement once and runs it in transactions between the others'. */
async function runInTurns(clients: readonly pg.Client[]): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const client of clients) await runNamed(client);
  }
  const [holder, ...others] = clients;
  if (holder === undefined) return;
  await holder.query('begin');
  // If the pooler has no other session, the others wait for this one, so it commits before the
  // await.
  const waiting = Promise.allSettled(others.map(runNamed));
  await holder.query('commit');
  for (const end of await waiting) if (end.status === 'rejected') throw end.reason;
}

async function closeAll({ log }: First, clients: readonly pg.Client[]): Promise<void> {
  for (const client of clients) {
    await client.end().catch((error: unknown) => log.warn({ err: error }, 'closing failed'));
  }
}

/** Tests the behaviour: a pooler tells its version only on its own console. */
export async function refusePooler(first: First): Promise<void> {
  const { connection, setting, log } = first;
  const onError = (error: Error) => log.warn({ err: error }, 'the connection broke');
  const connected: pg.Client[] = [];
  try {
    while (connected.length < CLIENTS) connected.push(await connectClient(connection, onError));
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
