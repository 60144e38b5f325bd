// Finds the number of clients at which the yardstick with one transaction per order is fastest.
import type { DriverLoad, DriverResult } from '../yardstick/driver-load.ts';
import { driveOrders } from '../yardstick/order-driver.ts';
import type { Bench } from './scenario.ts';

type Orders = Pick<DriverLoad, 'kind' | 'merchants' | 'accounts'>;

export type BestDriver = {
  readonly clients: number;
  /** One more run with that number of clients. */
  run(): Promise<DriverResult>;
};

/** Long enough that 64 connections prepare their statements in a small part of it. */
const SEARCH_SECONDS = 2;

export async function bestDriver(
  bench: Bench,
  orders: Orders,
  counts: readonly number[],
): Promise<BestDriver> {
  const { database_url, seconds } = bench;
  const runAt = (clients: number, length: number) =>
    driveOrders({ ...orders, database_url, clients, seconds: length });
  let best = { clients: 0, per_second: 0 };
  for (const clients of counts) {
    const { per_second } = await runAt(clients, SEARCH_SECONDS);
    bench.say(`one transaction per order, ${clients} clients: ${Math.round(per_second)}/s`);
    if (per_second > best.per_second) best = { clients, per_second };
  }
  const { clients } = best;
  if (clients === 0) throw new Error('The driver made no order');
  return { clients, run: () => runAt(clients, seconds) };
}
