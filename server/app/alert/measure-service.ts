// Gauges of the database and of queues, for monitoring: read once a minute by one process, so that
// whoever fetches the metrics never asks the database.
import { DIRECTIONS, STATES } from '../../domain/record/trade.ts';
import { SECOND_MS } from '../../lib/durations.ts';
import { readProofOfDay } from '../../store/proof/proof-rows.ts';
import { readDatabaseHealth, readDueCallbacks } from '../../store/schema/database-health.ts';
import { readTradeCounts } from '../../store/trade/trade-counts.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';

const ageSeconds = (now: number, at: number) => Math.max(Math.floor((now - at) / SECOND_MS), 0);

/** From the counters of the reports, which have a row per merchant: trades are never counted. */
async function measureTrades(app: App): Promise<void> {
  const counted = await readTradeCounts(app.store.db, {});
  for (const direction of DIRECTIONS) {
    for (const state of STATES) {
      const found = counted.filter((one) => one.direction === direction && one.state === state);
      const total = found.reduce((sum, { count }) => sum + Number(count), 0);
      app.measure('trades', total, { direction, state });
    }
  }
}

/** Sets the gauges; returns 0, because no work is ever left over. */
export async function measureService(app: App): Promise<number> {
  const { db } = app.store;
  const now = serviceTime(app);
  await measureTrades(app);
  const due = await readDueCallbacks(db, now);
  app.measure('callback_queue_deliveries', due.deliveries);
  app.measure('callback_queue_oldest_age_seconds', ageSeconds(now, due.oldest_at ?? now));
  const proof = await readProofOfDay(db, null);
  if (proof !== null) app.measure('proof_last_age_seconds', ageSeconds(now, proof.made_at));
  for (const [name, value] of await readDatabaseHealth(db)) app.measure(name, value);
  app.measure('measured_timestamp_seconds', Math.floor(Date.now() / SECOND_MS));
  return 0;
}
