// The yardstick "one transaction of separate statements per order", by the fastest client there is.
import type { DriverLoad, DriverResult } from './driver-load.ts';
import { runDriver } from './run-driver.ts';
import { pgbenchVersion, runPgbench } from './run-pgbench.ts';

/**
 * By pgbench where it is installed, else by our own driver, whose clients cost two or three times
 * as much processor time as pgbench's: `check-driver.ts` compares the two.
 *
 * Rows of pay-ins are what the service would have written. So are those of pay-outs, books and
 * chain included, but for the payee: its bytes are random, so no service can show such a pay-out.
 */
export async function driveOrders(load: DriverLoad): Promise<DriverResult> {
  return (await pgbenchVersion()) === null ? await runDriver(load) : await runPgbench(load);
}
