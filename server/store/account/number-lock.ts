// The lock of an account number, in the control cell: of several cells that are to get an account
// of it at once, one gets it.
import type { Database } from '../connection/database.ts';
import { LONG_WORK } from '../connection/statement-limits.ts';
import type { Turns } from '../connection/turns.ts';

/** Another one than that of deliveries of bank lines. */
const SPACE = 7_091_207;

/** The row leads it to the machine that has the rows, however a process came there. */
const LOCK = `select pg_advisory_xact_lock($1::int, hashtext($2))
  from settings_versions where name = 'settings'`;

/**
 * Waits for whoever has the lock. It ends with its transaction, and so with its connection. The
 * work needs a connection beside it, so of one process one is under way: many would take all
 * connections, and each would wait for one more.
 */
export async function withNumberLock<Value>(
  { db, number_turns }: { readonly db: Database; readonly number_turns: Turns },
  key: Uint8Array,
  work: () => Promise<Value>,
): Promise<Value> {
  const turn = number_turns.take();
  await turn.before;
  try {
    return await lockedNumber(db, key, work);
  } finally {
    turn.pass();
  }
}

async function lockedNumber<Value>(
  db: Database,
  key: Uint8Array,
  work: () => Promise<Value>,
): Promise<Value> {
  const { silence_ms } = LONG_WORK;
  return await db.transaction(
    async (tx) => {
      await tx.query('lock-account-number', LOCK, [SPACE, Buffer.from(key).toString('hex')]);
      return await work();
    },
    { silence_ms },
  );
}
