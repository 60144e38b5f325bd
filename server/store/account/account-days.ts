// The daily counters of each receiving account: number and sum of its pay-ins.
import type { AccountDay } from '../../domain/record/receiving-account.ts';
import type { Transaction } from '../connection/database.ts';
import { insertRows } from '../connection/rows.ts';

/** The counter row of accounts with a daily limit; it is locked before the limit is checked. */
const LIMITED_SHARD = 0;

/**
 * For an account without a limit every writer has a row of its own, so writers do not wait for each
 * other.
 */
export type Shard = number;

const SHARDS = 64;

/** Two writers with the same number sometimes wait for each other; nothing else happens. */
export function someShard(): Shard {
  return 1 + Math.floor(Math.random() * SHARDS);
}

type ShardedDay = AccountDay & { shard: Shard };

/** Adds to the counters, inserting missing rows. They stay locked from here on, in key order. */
async function addDays(tx: Transaction, days: readonly ShardedDay[]): Promise<void> {
  const key = (day: AccountDay) => `${day.receiving_account_id}/${day.day}`;
  await insertRows<ShardedDay>(
    tx,
    'account_days',
    [
      { name: 'receiving_account_id', value: (d) => d.receiving_account_id },
      { name: 'day', value: (d) => d.day },
      { name: 'shard', value: (d) => d.shard },
      { name: 'payin_count', value: (d) => d.count },
      { name: 'amount_cents', value: (d) => d.amount_cents },
    ],
    days.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)),
    `on conflict (receiving_account_id, day, shard) do update
     set payin_count = account_days.payin_count + excluded.payin_count,
       amount_cents = account_days.amount_cents + excluded.amount_cents`,
  );
}

export async function addAccountDays(
  tx: Transaction,
  days: readonly AccountDay[],
  { limited, shard }: { limited: ReadonlySet<string>; shard: Shard },
): Promise<void> {
  const shardOf = (day: AccountDay) =>
    limited.has(day.receiving_account_id) ? LIMITED_SHARD : shard;
  await addDays(
    tx,
    days.map((day) => ({ ...day, shard: shardOf(day) })),
  );
}

/**
 * Reads the counters. The rows of `limited` accounts stay locked, in key order, unless the
 * transaction only reads.
 */
export async function readAccountDays(
  tx: Transaction,
  day: number,
  account_ids: readonly string[],
  limited: ReadonlySet<string>,
): Promise<AccountDay[]> {
  if (account_ids.length === 0) return [];
  const [, days] = await Promise.all([
    addDays(
      tx,
      [...(tx.is_read_only ? [] : limited)].map((receiving_account_id) => ({
        receiving_account_id,
        day,
        shard: LIMITED_SHARD,
        count: 0,
        amount_cents: 0n,
      })),
    ),
    tx.query<AccountDay>(
      'read-account-days',
      `select d.receiving_account_id, d.day, d.count, d.amount_cents
       from unnest($2::uuid[]) as k(receiving_account_id)
       cross join lateral (
         select d.receiving_account_id, d.day, sum(d.payin_count)::integer as count,
           sum(d.amount_cents)::bigint as amount_cents
         from account_days d
         where d.receiving_account_id = k.receiving_account_id and d.day = $1
         group by d.receiving_account_id, d.day
       ) d`,
      [day, account_ids],
    ),
  ]);
  return days;
}
