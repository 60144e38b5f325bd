// Runs rounds of load, a kill at a random moment and a restart, then checks all that a merchant
// can read.
import { setTimeout as sleep } from 'node:timers/promises';
import { startCallbackLog } from './callback-log.ts';
import { checkEvents } from './check-events.ts';
import { checkMoney, verifyServedBooks } from './check-money.ts';
import { checkOrders } from './check-orders.ts';
import { type Cluster, startCluster, TARGETS, type Target } from './cluster.ts';
import { followFeed } from './feed-reader.ts';
import { SHOP_FUNDS_CENTS, setScene } from './set-scene.ts';
import { type Clients, live, type TortureScene } from './stories.ts';

export type TortureOptions = Clients & {
  readonly rounds: number;
  readonly services: number;
  readonly seconds: number;
  readonly targets?: readonly Target[];
  /** Another checkout to run instead, such as one with a known fault. */
  readonly project?: string;
  readonly tell?: (round: Round) => void;
};

export type Round = {
  readonly round: number;
  readonly killed: Target;
  readonly after_ms: number;
  /** From the kill until every service was ready again. */
  readonly away_ms: number;
  readonly orders: number;
  readonly acknowledged: number;
  readonly unanswered: number;
  readonly entries: number;
  readonly violations: number;
};

export type Report = {
  readonly ok: boolean;
  readonly rounds: readonly Round[];
  readonly trades: number;
  readonly events: number;
  readonly callbacks: number;
  readonly violations: readonly string[];
};

/** The lease of a killed service expires after 30 s; a refused callback is retried after 5 s. */
const PATIENCE_MS = 120_000;

async function playRound(
  scene: TortureScene,
  cluster: Cluster,
  options: TortureOptions,
  round: number,
): Promise<Round> {
  const { journal } = scene;
  const from = { ...journal, orders: journal.orders.length, lines: journal.lines.length };
  const before = journal.violations.length;
  const targets = options.targets ?? TARGETS;
  const killed = targets[(round - 1) % targets.length] ?? 'both';
  const ending = new AbortController();
  const load = live(scene, options, ending.signal);
  const after_ms = Math.round(options.seconds * 1_000 * (0.3 + 0.7 * Math.random()));
  await sleep(after_ms);
  const killed_ms = performance.now();
  await cluster.kill(killed);
  await cluster.restart();
  const away_ms = Math.round(performance.now() - killed_ms);
  // The load goes on for a while, so that new requests meet the state that the crash has left.
  await sleep(options.seconds * 300);
  ending.abort();
  await load;
  await checkOrders(scene, journal.orders.slice(from.orders), journal.lines.slice(from.lines));
  const proof = await verifyServedBooks(scene);
  return {
    round,
    killed,
    after_ms,
    away_ms,
    orders: journal.orders.length - from.orders,
    acknowledged: journal.acknowledged - from.acknowledged,
    unanswered: journal.unanswered - from.unanswered,
    entries: proof.entries,
    violations: journal.violations.length - before,
  };
}

export async function runTorture(options: TortureOptions): Promise<Report> {
  const { services, project } = options;
  const cluster = await startCluster({ services, ...(project === undefined ? {} : { project }) });
  const log = await startCallbackLog();
  try {
    const scene = await setScene(cluster.urls, log);
    const followers = scene.shops.map((shop) => followFeed(cluster.urls, shop));
    const rounds: Round[] = [];
    for (let round = 1; round <= options.rounds; round += 1) {
      const played = await playRound(scene, cluster, options, round);
      rounds.push(played);
      options.tell?.(played);
    }
    const trades = await checkMoney(scene, SHOP_FUNDS_CENTS);
    const events = await checkEvents(scene, log, followers, PATIENCE_MS);
    await Promise.all(followers.map((follower) => follower.stop()));
    const { violations } = scene.journal;
    const callbacks = log.received();
    return { ok: violations.length === 0, rounds, trades, events, callbacks, violations };
  } finally {
    await cluster.stop();
    await log.close();
  }
}
