// Callbacks per second from a backlog. The backlog is made before the service starts, so that the
// service only delivers.
import { type Backlog, fillBacklog } from '../fill/fill-deliveries.ts';
import type { OwnDatabase } from '../fill/own-database.ts';
import { withClient } from '../fill/with-client.ts';
import type { Bench } from '../scenario/scenario.ts';
import type { Arrivals, ReceiverProcess } from './receiver.ts';

/** The warm-up: during this part, code is compiled and connections are opened. */
const WARMUP_SHARE = 0.1;
const PATIENCE_MS = 120_000;

/** For a service on the scenario's own database. */
export const settingsFor = (own: OwnDatabase) => ({
  DATABASE_URL: own.url(),
  CALLBACK_ALLOW_LOCAL: 'true',
});

/** From the end of the warm-up to the last arrival. */
export function perSecond({ times_ms }: Arrivals): number {
  const first = Math.floor(times_ms.length * WARMUP_SHARE);
  const [start_ms, end_ms] = [times_ms[first], times_ms.at(-1)];
  if (start_ms === undefined || end_ms === undefined) throw new Error('No callback arrived');
  return ((times_ms.length - 1 - first) / (end_ms - start_ms)) * 1000;
}

/** Checks that each callback came once: none failed, so none is retried. */
export function checkArrivals({ ids }: Arrivals, count: number): void {
  const different = new Set(ids).size;
  if (ids.length === count && different === count) return;
  throw new Error(`${ids.length} callbacks arrived, ${different} different ones, not ${count}`);
}

/** Deletes waiting callbacks, which would disturb the next measurement. */
async function dropWaiting(database_url: string): Promise<void> {
  await withClient(database_url, (client) =>
    client.query(`delete from deliveries where status = 'waiting'`),
  );
}

/** Makes the backlog, starts a service, and waits until `receiver` has got `count` callbacks. */
export async function rateFromBacklog(
  bench: Bench,
  own: OwnDatabase,
  backlog: Backlog,
  to: { readonly receiver: ReceiverProcess; readonly count: number },
): Promise<number> {
  await withClient(own.url(), (client) => fillBacklog(client, backlog));
  await own.restart();
  to.receiver.forget();
  const service = await bench.startService(settingsFor(own));
  try {
    const arrivals = await to.receiver.arrivals(to.count, PATIENCE_MS);
    checkArrivals(arrivals, to.count);
    return perSecond(arrivals);
  } finally {
    await service.stop();
    await dropWaiting(own.url());
  }
}
