// Money in suspense by receiving account and age: how much belongs to nobody, and for how long.
import { readSuspense, type SuspenseSum } from '../../store/line/suspense.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import { toExactInteger } from '../request/exact-integer.ts';
import { iso } from '../request/views.ts';

const groupBody = ({ in_cents, out_cents, oldest_hour, ...sum }: SuspenseSum) => ({
  ...sum,
  in_cents: toExactInteger(in_cents),
  out_cents: toExactInteger(out_cents),
  oldest_at: iso(oldest_hour),
});

export type SuspenseGroup = ReturnType<typeof groupBody>;

/** By account, and within an account from the youngest to the oldest. */
export async function listSuspense(app: App): Promise<{ data: SuspenseGroup[] }> {
  const sums = await readSuspense(app.store.db, serviceTime(app));
  return { data: sums.map(groupBody) };
}
