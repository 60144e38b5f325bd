// Measures what receivers that hang or fail change for all others: the same orders twice in each
// round, first with every receiver well, then with some of them hanging or failing.
import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '../fill/with-client.ts';
import { hurryDeliveries } from '../harness/hurry-deliveries.ts';
import { figureOf } from '../scenario/figures.ts';
import type { Bench, Figure } from '../scenario/scenario.ts';
import { percentile } from '../yardstick/percentile.ts';
import { measureDelays, type Order } from './fair-delays.ts';
import { clock_ms, type ReceiverProcess } from './receiver.ts';

export type IsolationPlace = {
  readonly bench: Pick<Bench, 'rounds' | 'say'>;
  readonly url: string;
  readonly database_url: string;
  readonly receiver: ReceiverProcess;
};

/** The delays of healthy receivers, in milliseconds, of each round. */
export type IsolationRun = {
  readonly well: readonly (readonly number[])[];
  readonly beside: readonly (readonly number[])[];
  /** Callbacks that came to the others while they hung or failed. */
  readonly unanswered: number;
};

const LOOK_MS = 250;
const PATIENCE_MS = 120_000;
const SHOWN = 0.99;

const p99 = (delays: readonly number[]): number => percentile(delays, SHOWN);

/** Until every callback has been received: those that hung are sent again at once. */
async function recover({ receiver, database_url }: IsolationPlace): Promise<void> {
  receiver.behave(true);
  const give_up_ms = clock_ms() + PATIENCE_MS;
  await withClient(database_url, async (client) => {
    while (true) {
      await client.query(hurryDeliveries('leased_until is null'));
      const { rowCount } = await client.query(
        `select from deliveries where status = 'waiting' limit 1`,
      );
      if (rowCount === 0) return;
      if (clock_ms() > give_up_ms) throw new Error('Some callbacks were not sent again');
      await sleep(LOOK_MS);
    }
  });
}

export async function measureIsolation(
  place: IsolationPlace,
  orders: readonly Order[],
): Promise<IsolationRun> {
  const { bench, url, receiver } = place;
  const well: number[][] = [];
  const beside: number[][] = [];
  let unanswered = 0;
  // Every endpoint is called once before, so that no round has more first calls than another.
  receiver.behave(true);
  await measureDelays(url, receiver, orders);
  for (let round = 0; round < bench.rounds; round += 1) {
    await recover(place);
    const alone = await measureDelays(url, receiver, orders);
    await recover(place);
    receiver.behave(false);
    const now = await measureDelays(url, receiver, orders);
    // At least one of the others was called, so that the round has measured something.
    const { ids } = await receiver.arrivals(now.length + 1, PATIENCE_MS);
    unanswered += ids.length - now.length;
    well.push(alone);
    beside.push(now);
    bench.say(`fairness: p99 ${p99(alone).toFixed(1)} ms well, ${p99(now).toFixed(1)} ms beside`);
  }
  await recover(place);
  return { well, beside, unanswered };
}

/** `others`: the receivers that hang or fail; `at_most`: the target of the ratio. */
export function isolationFigures(
  run: IsolationRun,
  { others, at_most }: { others: string; at_most: number },
): Figure[] {
  const scenario = 'fairness';
  const of = (name: string, rounds: IsolationRun['well']): Figure[] => [
    figureOf({ scenario, name: `${name}: p50`, unit: 'ms' }, [percentile(rounds.flat(), 0.5)]),
    // The percentile of all rounds together; those of the rounds are beside it.
    {
      scenario,
      name: `${name}: p99`,
      unit: 'ms',
      value: p99(rounds.flat()),
      runs: rounds.map(p99),
    },
    figureOf({ scenario, name: `${name}: slowest`, unit: 'ms' }, [Math.max(...rounds.flat())]),
    { scenario, name: `${name}: callbacks received`, unit: '', value: rounds.flat().length },
  ];
  return [
    ...of(`${others} well: the others`, run.well),
    ...of(`${others}: the others`, run.beside),
    { scenario, name: `${others}: callbacks to them`, unit: '', value: run.unanswered },
    {
      scenario,
      name: `${others}: p99 of the others ÷ all well`,
      unit: '×',
      at_most,
      value: p99(run.beside.flat()) / p99(run.well.flat()),
    },
  ];
}
