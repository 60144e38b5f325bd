// The yardstick "one transaction of separate statements per order", run by the fastest client.
import type { DriverLoad, DriverResult } from './driver-load.ts';
import { runDriver } from './run-driver.ts';
import { pgbenchVersion, runPgbench } from './run-pgbench.ts';

/**
 * Uses pgbench if it is installed, else our own driver. The driver's clients need two or three
 * times as much processor time as pgbench's; `check-driver.ts` compares the two.
 *
 * The rows are the same as the service's, including the books and their hash chain. Only the payee
 * of a pay-out is random bytes, so the service cannot show such a pay-out.
 */
export async function driveOrders(load: DriverLoad): Promise<DriverResult> {
  return (await pgbenchVersion()) === null ? await runDriver(load) : await runPgbench(load);
}
