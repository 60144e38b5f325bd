// Two processes of the service on a database that fails over, with the load of the torture on them
// and somebody who watches each; what happened is checked as after each torture.

import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, type ServiceProcess, spawnService } from '../harness/service-process.ts';
import { BENCH_OPERATOR_TOKEN } from '../harness/shop.ts';
import { startCallbackLog } from '../torture/callback-log.ts';
import { checkEvents } from '../torture/check-events.ts';
import { checkMoney, verifyServedBooks } from '../torture/check-money.ts';
import { checkOrders } from '../torture/check-orders.ts';
import { followFeed } from '../torture/feed-reader.ts';
import { SHOP_FUNDS_CENTS, setScene } from '../torture/set-scene.ts';
import { live, type TortureScene } from '../torture/stories.ts';
import { LONG_GAP_MS, type Outage, outageOf, untruths, watchedWithin } from './outages.ts';
import { type Answered, type ServiceWatch, watchService } from './watch-service.ts';

const SERVICES = 2;
const LOAD = { clients: 12, rest_ms: 400 };
const STEADY_MS = 4_000;
const LOOK_MS = 200;
const GIVEN_UP_MS = 120_000;
const PATIENCE_MS = 120_000;

export type FailoverEvent = {
  readonly name: string;
  /** Resolves once the failure is there, to the moment from which the time counts. */
  readonly happen: () => Promise<number>;
  /** What a machine does by itself once it is back. */
  readonly end?: () => Promise<void>;
  /** Writes are back within. */
  readonly within_ms: number;
};

export type FailoverScene = {
  readonly scene: TortureScene;
  /** Violations are collected in the journal. */
  play(event: FailoverEvent): Promise<string>;
  /** Checks everything; throws with the violations, or tells the figures. */
  finish(): Promise<string>;
  stop(): Promise<void>;
};

function startServices(folder: string, database_url: string, ports: readonly number[]) {
  return ports.map((port) =>
    spawnService({
      PORT: String(port),
      DATA_DIR: join(folder, `service-${port}`),
      DATABASE_URL: database_url,
      ENCRYPTION_KEY: 'a'.repeat(64),
      OPERATOR_TOKEN: BENCH_OPERATOR_TOKEN,
      PUBLIC_URL: `http://127.0.0.1:${ports[0]}`,
      SEED: 'false',
      SANDBOX_BANK: 'off',
      RATE_LIMIT_PER_SECOND: '0',
      LOG_LEVEL: 'info',
    }),
  );
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

function countsOf(watches: readonly ServiceWatch[]): string {
  const all = watches.flatMap(({ answers }) => answers);
  const count = (was: Answered) => `${all.filter((one) => one.was === was).length} ${was}`;
  return [count('acknowledged'), count('refused'), count('unknown'), count('unanswered')].join();
}

async function untilBack(watches: readonly ServiceWatch[], event_ms: number): Promise<void> {
  const end_ms = performance.now() + GIVEN_UP_MS;
  const isBack = ({ answers }: ServiceWatch) =>
    answers.slice(-5).filter(({ was, at_ms }) => was === 'acknowledged' && at_ms > event_ms)
      .length === 5;
  while (!watches.every(isBack) && performance.now() < end_ms) await sleep(LOOK_MS);
}

type Moments = { readonly event_ms: number; readonly end_ms: number; readonly over_ms: number };

/** What two services did between two moments; violations are added. */
function judgePart(
  watches: readonly ServiceWatch[],
  part: { name: string; within_ms: number; from_ms: number; to_ms: number },
  violations: string[],
): string {
  const { name, within_ms, from_ms, to_ms } = part;
  const told: string[] = [];
  for (const whole of watches) {
    const watch = watchedWithin(whole, from_ms, to_ms);
    const outage: Outage | null = outageOf(watch, from_ms);
    if (outage === null) {
      violations.push(`${name}: ${watch.url} takes no orders any more`);
      continue;
    }
    if (outage.gap_ms > LONG_GAP_MS && outage.back_after_ms > within_ms) {
      const late = `${seconds(outage.back_after_ms)}, not ${seconds(within_ms)}`;
      violations.push(`${name}: ${watch.url} took orders again after ${late}`);
    }
    for (const text of untruths(watch, from_ms, outage)) violations.push(`${name}: ${text}`);
    told.push(`${seconds(outage.back_after_ms)} (gap ${seconds(outage.gap_ms)})`);
  }
  return `${name}: back after ${told.join(' and ')}`;
}

/** The failure and the end of it are judged apart: a machine that returns may hold up commits. */
function judge(
  watches: readonly ServiceWatch[],
  { name, within_ms }: FailoverEvent,
  { event_ms, end_ms, over_ms }: Moments,
  violations: string[],
): string {
  const happened = { name, within_ms, from_ms: event_ms, to_ms: end_ms };
  const told = [judgePart(watches, happened, violations)];
  if (end_ms < over_ms) {
    const ended = { name: `${name}, its end`, within_ms, from_ms: end_ms, to_ms: over_ms };
    told.push(judgePart(watches, ended, violations));
  }
  const slowest = Math.max(...watches.flatMap(({ answers }) => answers.map((one) => one.took_ms)));
  const load = loadavg()[0]?.toFixed(0);
  const rest = `slowest answer ${seconds(slowest)}; load ${load}`;
  return `${told.join('; ')}; ${countsOf(watches)}; ${rest}`;
}

export async function openScene(folder: string, database_url: string): Promise<FailoverScene> {
  const ports: number[] = [];
  while (ports.length < SERVICES) ports.push(await freePort());
  const services: ServiceProcess[] = startServices(folder, database_url, ports);
  const log = await startCallbackLog();
  const stop = async () => {
    await Promise.all(services.map((service) => service.stop()));
    await log.close();
  };
  try {
    await Promise.all(services.map(({ ready }) => ready));
    const urls = ports.map((port) => `http://127.0.0.1:${port}`);
    const scene = await setScene(urls, log);
    const followers = scene.shops.map((shop) => followFeed(urls, shop));
    const { journal } = scene;
    return {
      scene,
      async play(event) {
        const from = { orders: journal.orders.length, lines: journal.lines.length };
        const ending = new AbortController();
        const load = live(scene, LOAD, ending.signal);
        const watches = urls.map((url) => watchService(scene, url));
        await sleep(STEADY_MS);
        const event_ms = await event.happen();
        await untilBack(watches, event_ms);
        const back_ms = performance.now();
        await event.end?.();
        await sleep(STEADY_MS);
        ending.abort();
        await Promise.all([load, ...watches.map((watch) => watch.stop())]);
        const over_ms = performance.now();
        const end_ms = event.end === undefined ? over_ms : back_ms;
        const moments = { event_ms, end_ms, over_ms };
        const told = judge(watches, event, moments, journal.violations);
        await checkOrders(
          scene,
          journal.orders.slice(from.orders),
          journal.lines.slice(from.lines),
        );
        await verifyServedBooks(scene);
        return told;
      },
      async finish() {
        const trades = await checkMoney(scene, SHOP_FUNDS_CENTS);
        const events = await checkEvents(scene, log, followers, PATIENCE_MS);
        await Promise.all(followers.map((follower) => follower.stop()));
        const { violations } = journal;
        const figures =
          `${trades} trades, ${journal.acknowledged} steps acknowledged, ` +
          `${journal.unanswered} refused or unknown, ${events} events delivered`;
        if (violations.length === 0) return `${figures}, 0 lost`;
        const some = violations.slice(0, 20).join('\n');
        throw new Error(`${figures}, ${violations.length} violations:\n${some}`);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
