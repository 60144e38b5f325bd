// Gauges for alarms: money in suspense, merchants with a negative balance, and settlements that
// nobody has continued.

import { WAITING_SETTLEMENT_STATES } from '../../domain/record/settlement-record.ts';
import { SECOND_MS } from '../../lib/durations.ts';
import { countOwed, readOwedTotals } from '../../store/line/owed.ts';
import { readNegativeBalances, readSuspense } from '../../store/line/suspense.ts';
import { readWaitingSettlements } from '../../store/settlement/settlements.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';

const YOUNG = new Set(['under_1_day']);
const IN_A_WEEK = new Set(['under_1_day', '1_to_3_days', '3_to_7_days']);

async function measureSettlements(app: App, now: number): Promise<void> {
  const found = await readWaitingSettlements(app.store.db);
  for (const name of WAITING_SETTLEMENT_STATES) {
    const waiting = found.find(({ state }) => state === name);
    const age_ms = Math.max(now - (waiting?.since ?? now), 0);
    app.measure(`settlements_${name}`, waiting?.settlements ?? 0);
    app.measure(`settlements_${name}_oldest_age_seconds`, Math.floor(age_ms / SECOND_MS));
  }
}

/** Sets the gauges; returns 0, because no work is ever left over. */
export async function measureBooks(app: App): Promise<number> {
  const { db } = app.store;
  const now = serviceTime(app);
  const sums = await readSuspense(db, now);
  const count = (fits: (age: string) => boolean) =>
    sums.filter(({ age }) => fits(age)).reduce((total, { lines }) => total + lines, 0);
  const oldest_at = Math.min(now, ...sums.map((sum) => sum.oldest_hour));
  app.measure(
    'suspense_lines',
    count(() => true),
  );
  app.measure(
    'suspense_lines_over_1_day',
    count((age) => !YOUNG.has(age)),
  );
  app.measure(
    'suspense_lines_over_7_days',
    count((age) => !IN_A_WEEK.has(age)),
  );
  app.measure('suspense_oldest_age_seconds', Math.floor((now - oldest_at) / SECOND_MS));
  app.measure('owed_lines', await countOwed(db));
  const totals = await readOwedTotals(db);
  const unequal = totals.filter(({ owed_cents, ledger_cents }) => owed_cents !== ledger_cents);
  app.measure('owed_accounts_unequal', unequal.length);
  app.measure('negative_balances', (await readNegativeBalances(db)).length);
  await measureSettlements(app, now);
  return 0;
}
