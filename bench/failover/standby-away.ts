// The synchronous standby away for a minute, with a primary that goes on waiting for it: orders are
// refused at once, none is acknowledged, and the server's connections do not grow.
import { setTimeout as sleep } from 'node:timers/promises';
import { connectTo, type PatroniCluster } from './patroni.ts';
import type { FailoverEvent, FailoverScene } from './scene.ts';
import { type OrderAnswer, sendOrder } from './watch-service.ts';

const AWAY_MS = 60_000;
const ORDERS = 20;
const ORDERS_WITHIN_MS = 6_000;
const BACK_WITHIN_MS = 5_000;
const COUNT_EVERY_MS = 1_000;
const LOOK_MS = 100;
const LONGEST_MS = 90_000;
/** Each process opens at most 16. */
const MOST_BACKENDS = 2 * 16;

const BACKENDS = `select count(*)::int as found from pg_stat_activity
  where usename = 'payment_orders' and backend_type = 'client backend'`;
const SYNCED = `select count(*)::int as found from pg_stat_replication where sync_state = 'sync'`;

type Client = Awaited<ReturnType<typeof connectTo>>;

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

async function count(client: Client, text: string): Promise<number> {
  const { rows } = await client.query<{ found: number }>(text);
  return rows[0]?.found ?? 0;
}

/** At once, when nobody knows of it yet: one waits in vain, and no other one after it. */
async function ordersTogether({ scene }: FailoverScene, url: string): Promise<string> {
  const began_ms = performance.now();
  const answers = await Promise.all(Array.from({ length: ORDERS }, () => sendOrder(scene, url)));
  const took_ms = performance.now() - began_ms;
  const unknown = answers.filter(({ was }) => was === 'unknown').length;
  const told = `${ORDERS} orders together: ${seconds(took_ms)}, ${unknown} unknown`;
  if (took_ms > ORDERS_WITHIN_MS) scene.journal.violations.push(told);
  return told;
}

/** One after another, as somebody sends them who waits for each answer. */
async function ordersInTurn({ scene }: FailoverScene, url: string): Promise<string> {
  const answers: OrderAnswer[] = [];
  while (answers.length < ORDERS) answers.push(await sendOrder(scene, url));
  const took_ms = answers.reduce((sum, answer) => sum + answer.took_ms, 0);
  const told = `${ORDERS} orders in turn: ${seconds(took_ms)}`;
  const others = answers.filter(({ was }) => was !== 'refused').map(({ was }) => was);
  if (others.length > 0) scene.journal.violations.push(`${told}, not refused: ${others.join()}`);
  if (took_ms > ORDERS_WITHIN_MS) scene.journal.violations.push(told);
  return told;
}

async function mostBackends(client: Client, ending: AbortSignal): Promise<number> {
  let most = 0;
  while (!ending.aborted) {
    most = Math.max(most, await count(client, BACKENDS));
    await sleep(COUNT_EVERY_MS);
  }
  return most;
}

async function readiness({ scene }: FailoverScene): Promise<string[]> {
  const said: string[] = [];
  for (const url of scene.urls) {
    const answer = await fetch(`${url}/readyz`);
    const text = `${answer.status} ${await answer.text()}`;
    const expected = '503 {"ok":false,"checks":{"database":"ok","writes":"not confirmed"}}';
    if (text !== expected) said.push(`${url}/readyz said ${text}`);
  }
  return said;
}

/** `note` gets a sentence for each thing that was seen. */
export async function standbyAway(
  played: FailoverScene,
  cluster: PatroniCluster,
  note: (text: string) => void,
): Promise<FailoverEvent> {
  await cluster.change({ synchronous_mode_strict: true });
  const [primary, standby] = [await cluster.primary(), await cluster.standby()];
  const client = await connectTo(primary.address);
  const { violations } = played.scene.journal;
  return {
    name: 'the standby away for a minute',
    within_ms: BACK_WITHIN_MS,
    async happen() {
      standby.kill();
      const away = new AbortController();
      const backends = mostBackends(client, away.signal);
      const over = sleep(AWAY_MS);
      for (const orders of [ordersTogether, ordersInTurn]) {
        for (const url of played.scene.urls) note(await orders(played, url));
      }
      await sleep(AWAY_MS / 2);
      violations.push(...(await readiness(played)));
      await over;
      cluster.startAgain(standby);
      const end_ms = performance.now() + LONGEST_MS;
      while ((await count(client, SYNCED)) === 0) {
        if (performance.now() > end_ms) throw new Error('The standby did not come back');
        await sleep(LOOK_MS);
      }
      const back_ms = performance.now();
      away.abort();
      const most = await backends;
      note(`at most ${most} connections of ${MOST_BACKENDS}`);
      if (most > MOST_BACKENDS) violations.push(`${most} connections to the server`);
      return back_ms;
    },
    async end() {
      await client.end();
      await cluster.synced();
    },
  };
}
