// Money in suspense by receiving account and age: how much belongs to nobody, and for how long.
import { ageOf, SUSPENSE_AGES, type SuspenseAge } from '../../domain/line/suspense-age.ts';
import { readSuspense, type SuspenseDay } from '../../store/line/suspense.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import { toExactInteger } from '../request/exact-integer.ts';
import { iso } from '../request/views.ts';

function groupOf(group: readonly SuspenseDay[], age: SuspenseAge) {
  const [first] = group;
  if (first === undefined) throw new Error('A group has members');
  const sum = (cents: (day: SuspenseDay) => bigint) =>
    toExactInteger(group.reduce((total, day) => total + cents(day), 0n));
  return {
    receiving_account_id: first.receiving_account_id,
    currency: first.currency,
    age,
    lines: group.reduce((total, day) => total + day.lines, 0),
    in_cents: sum((day) => day.in_cents),
    out_cents: sum((day) => day.out_cents),
    oldest_at: iso(Math.min(...group.map((day) => day.booked_hour))),
  };
}

export type SuspenseGroup = ReturnType<typeof groupOf>;

/** By account, and within an account from the youngest to the oldest. */
export async function listSuspense(app: App): Promise<{ data: SuspenseGroup[] }> {
  const now = serviceTime(app);
  const groups = Map.groupBy(await readSuspense(app.store.db), (day) =>
    [day.receiving_account_id, day.currency, ageOf(day.booked_hour, now)].join('/'),
  );
  const place = (age: SuspenseAge) => SUSPENSE_AGES.findIndex((row) => row.age === age);
  const data = [...groups.values()]
    .map((group) => groupOf(group, ageOf(group[0]?.booked_hour ?? now, now)))
    .toSorted(
      (a, b) =>
        a.receiving_account_id.localeCompare(b.receiving_account_id) || place(a.age) - place(b.age),
    );
  return { data };
}
