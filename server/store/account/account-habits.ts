// Counts the lines of each receiving account by size and by hour. The counters are updated once per
// batch.
import type { Change } from '../../domain/batch/decision.ts';
import { type Habits, type HabitTrait, noHabits } from '../../domain/record/feed-bounds.ts';
import type { Transaction } from '../connection/database.ts';
import { insertRows, plainArray } from '../connection/rows.ts';

type HabitRow = {
  receiving_account_id: string;
  trait: HabitTrait;
  bucket: number;
  line_count: bigint;
};

/** At most two rows for each size and one for each hour, however many lines the account has had. */
export async function readHabits(
  tx: Transaction,
  account_ids: readonly string[],
): Promise<Habits[]> {
  if (account_ids.length === 0) return [];
  const rows = await tx.query<HabitRow>(
    'read-account-habits',
    `select receiving_account_id, trait, bucket, line_count from account_habits
     where receiving_account_id = any($1::uuid[])`,
    [plainArray(account_ids)],
  );
  return account_ids.map((id) => {
    const own = rows.filter((row) => row.receiving_account_id === id);
    const counts = (trait: HabitTrait) =>
      new Map(
        own
          .filter((row) => row.trait === trait)
          .map((row) => [row.bucket, Number(row.line_count)] as const),
      );
    return { ...noHabits(id), sizes: counts('size'), hours: counts('hour') };
  });
}

/** In key order. Batches of one account meet here at their end, as they do at its book. */
export async function addHabits(
  tx: Transaction,
  seen: readonly Extract<Change, { kind: 'habit_seen' }>[],
): Promise<void> {
  const rows = new Map<string, HabitRow>();
  const add = (receiving_account_id: string, trait: HabitTrait, bucket: number) => {
    const key = `${receiving_account_id}/${trait}/${bucket}`;
    const before = rows.get(key);
    const line_count = (before?.line_count ?? 0n) + 1n;
    rows.set(key, { receiving_account_id, trait, bucket, line_count });
  };
  for (const { receiving_account_id, size, hour } of seen) {
    add(receiving_account_id, 'size', size);
    add(receiving_account_id, 'hour', hour);
  }
  await insertRows<HabitRow>(
    tx,
    'account_habits',
    [
      { name: 'receiving_account_id', value: (r) => r.receiving_account_id },
      { name: 'trait', value: (r) => r.trait },
      { name: 'bucket', value: (r) => r.bucket },
      { name: 'line_count', value: (r) => r.line_count },
    ],
    [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row),
    `on conflict (receiving_account_id, trait, bucket) do update
     set line_count = account_habits.line_count + excluded.line_count`,
  );
}
