// Runs the driver and pgbench alternately on one new database and prints their rates side by side:
// node bench/yardstick/check-driver.ts [SECONDS] [ROUNDS].
import { makeAccounts } from '../harness/make-accounts.ts';
import { makeMerchants } from '../harness/make-merchants.ts';
import { openScratchDatabase } from '../harness/scratch-database.ts';
import type { DriverLoad } from './driver-load.ts';
import { runDriver } from './run-driver.ts';
import { pgbenchVersion, runPgbench } from './run-pgbench.ts';

const MERCHANTS = 1000;
const ACCOUNTS = 1000;
const FUNDS_CENTS = 1_000_000_000_000;
const CLIENTS = [1, 8, 32, 64];

type Compared = { driver: number[]; pgbench: number[]; driver_errors: number };

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Alternates the two, so that other work on the machine affects both. */
async function compare(load: DriverLoad, rounds: number): Promise<Compared> {
  const compared: Compared = { driver: [], pgbench: [], driver_errors: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const driven = await runDriver(load);
    compared.driver.push(driven.per_second);
    compared.driver_errors += driven.errors;
    compared.pgbench.push((await runPgbench(load)).per_second);
  }
  return compared;
}

function print(name: string, clients: number, { driver, pgbench, driver_errors }: Compared): void {
  const ratio = median(driver) / median(pgbench);
  const whole = (value: number) => value.toFixed(0).padStart(7);
  const rates = `driver ${whole(median(driver))}/s, pgbench ${whole(median(pgbench))}/s`;
  const head = `${name.padEnd(14)} ${String(clients).padStart(3)} clients`;
  console.log(`${head}: ${rates}, ratio ${ratio.toFixed(2)}, errors ${driver_errors}`);
}

async function check(database_url: string, seconds: number, rounds: number): Promise<void> {
  const accounts = await makeAccounts(database_url, ACCOUNTS);
  const options = { count: MERCHANTS, funds_cents: FUNDS_CENTS };
  const shops = await makeMerchants(database_url, options);
  const merchants = shops.map((shop) => shop.merchant_id);
  const loads = [
    { name: 'pay-ins', kind: 'payin', merchants },
    { name: 'pay-outs', kind: 'payout', merchants },
    { name: 'pay-outs, hot', kind: 'payout', merchants: merchants.slice(0, 1) },
  ] as const;
  for (const { name, ...load } of loads) {
    for (const clients of CLIENTS) {
      const one = { ...load, database_url, accounts, clients, seconds };
      print(name, clients, await compare(one, rounds));
    }
  }
}

const version = await pgbenchVersion();
if (version === null) {
  console.log('pgbench is not installed, so the driver cannot be compared with it.');
} else {
  console.log(version);
  const [seconds = '3', rounds = '3'] = process.argv.slice(2);
  const database = await openScratchDatabase();
  try {
    await check(database.url, Number(seconds), Number(rounds));
  } finally {
    await database.stop();
  }
}
