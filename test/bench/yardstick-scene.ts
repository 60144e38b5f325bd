// A database with merchants and receiving accounts, as the yardsticks find them in a benchmark.
import { withApp } from '../../bench/harness/bench-app.ts';
import { makeAccounts } from '../../bench/harness/make-accounts.ts';
import { makeMerchants } from '../../bench/harness/make-merchants.ts';
import {
  openScratchDatabase,
  openScratchServer,
  type ScratchDatabase,
  type ScratchServer,
} from '../../bench/harness/scratch-database.ts';
import type { Shop } from '../../bench/harness/shop.ts';
import type { OpenApp } from '../../server/app/open-app.ts';
import { verifyBooks } from '../../server/app/proof/verify-books.ts';

export type YardstickScene<Database extends ScratchDatabase = ScratchDatabase> = {
  readonly database: Database;
  readonly shops: readonly [Shop, ...Shop[]];
  readonly accounts: readonly string[];
  work<Value>(work: (app: OpenApp) => Promise<Value>): Promise<Value>;
  /** What the proof of the books has to say. */
  problems(): Promise<readonly string[]>;
  stop(): Promise<void>;
};

export async function openYardstickScene(funds_cents: number): Promise<YardstickScene> {
  return await sceneOn(await openScratchDatabase(true), funds_cents);
}

/** On a server that may be killed. */
export async function openKillableScene(
  funds_cents: number,
): Promise<YardstickScene<ScratchServer>> {
  return await sceneOn(await openScratchServer(true), funds_cents);
}

async function sceneOn<Database extends ScratchDatabase>(
  database: Database,
  funds_cents: number,
): Promise<YardstickScene<Database>> {
  const { url } = database;
  const work = <Value>(given: (app: OpenApp) => Promise<Value>) => withApp(url, given);
  const accounts = await makeAccounts(url, 20);
  const [first, ...others] = await makeMerchants(url, { count: 3, funds_cents });
  if (first === undefined) throw new Error('No merchant was made');
  return {
    database,
    shops: [first, ...others],
    accounts,
    work,
    problems: async () => (await work(verifyBooks)).problems,
    async stop() {
      await database.stop();
    },
  };
}
