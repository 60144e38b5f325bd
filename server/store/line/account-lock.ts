// The lock of a receiving account for deliveries of bank lines: two sources that tell the same
// movements at once, in one process or several, are judged one after the other.
import type { Database } from '../connection/database.ts';
import { LONG_WORK } from '../connection/statement-limits.ts';

/** Two-part keys do not meet the single ones of migrations and of the sandbox's reset. */
const SPACE = 7_091_205;
const BEAT_MS = 20_000;

export type AccountLock = {
  /** Fails if the lock was lost with its connection: then another process may have it. */
  check(): void;
};

/** The row leads it to the machine that has the rows, however a process came there. */
const TAKE_LOCK = `select pg_try_advisory_xact_lock($1::int, hashtext($2)) as is_mine
  from settings_versions where name = 'settings'`;

/**
 * Null if somebody else has the lock. It is held by a transaction, so that it ends with its
 * connection, and also works behind a pooler.
 */
export async function withAccountLock<Value>(
  db: Database,
  receiving_account_id: string,
  work: (lock: AccountLock) => Promise<Value>,
): Promise<{ value: Value } | null> {
  return await db.transaction(async (tx) => {
    const [taken] = await tx.query<{ is_mine: boolean }>('take-account-lock', TAKE_LOCK, [
      SPACE,
      receiving_account_id,
    ]);
    if (taken?.is_mine !== true) return null;
    let lost: unknown = null;
    const beat = setInterval(() => {
      tx.query('keep-account-lock', 'select 1 as kept', []).catch((error: unknown) => {
        lost ??= error;
      });
    }, BEAT_MS);
    const check = () => {
      if (lost !== null) throw lost;
    };
    try {
      return { value: await work({ check }) };
    } finally {
      clearInterval(beat);
    }
  }, LONG_WORK);
}
