// A database that fails over under load, as parts of `deploy/check`: Patroni with two PostgreSQL of
// the distribution, and the service that follows by itself. Nothing acknowledged is lost.
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DeployPart, needs, needsRoot } from '../deploy/part.ts';
import { postgresqlPrograms } from '../deploy/postgresql-programs.ts';
import { type DatabaseProxy, startDatabaseProxy } from './haproxy.ts';
import { connectTo, type PatroniCluster, startPatroni } from './patroni.ts';
import { type FailoverEvent, type FailoverScene, openScene } from './scene.ts';
import { standbyAway } from './standby-away.ts';

const WITHIN_MS = 30_000;
const BACK_WITHIN_MS = 5_000;
const SWAPPED_MS = 6_000;

async function needsPatroni(): Promise<void> {
  needsRoot('make machines with networks of their own');
  needs('ip', 'iproute2');
  needs('setpriv', 'util-linux');
  needs('patroni');
  needs('etcd', 'etcd-server');
  await postgresqlPrograms();
}

type Played = {
  readonly scene: FailoverScene;
  readonly cluster: PatroniCluster;
  readonly told: string[];
};

/** Closes all of it, whatever happens. */
async function onPatroni(
  folder: string,
  way: { addressOf(cluster: PatroniCluster): string; play(played: Played): Promise<void> },
): Promise<string> {
  await needsPatroni();
  const cluster = await startPatroni(folder);
  try {
    const scene = await openScene(folder, way.addressOf(cluster));
    const told: string[] = [];
    try {
      await way.play({ scene, cluster, told });
      return [await scene.finish(), ...told].join('\n  ');
    } catch (error) {
      throw new Error([String(error), ...told].join('\n  '), { cause: error });
    } finally {
      await scene.stop();
    }
  } finally {
    await cluster.stop();
  }
}

const bothHosts = ({ hosts }: PatroniCluster) =>
  `postgres://payment_orders@${hosts.join(',')}/payment_orders?target_session_attrs=read-write`;

function isReachable(address: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port, timeout: 1_000 });
    const end = (is_open: boolean) => {
      socket.destroy();
      resolve(is_open);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
}

/** The whole machine: nobody says farewell, and it comes back later. */
async function killPrimary(cluster: PatroniCluster) {
  const primary = await cluster.primary();
  return {
    name: 'kill -9 of the primary and its Patroni',
    within_ms: WITHIN_MS,
    happen() {
      primary.kill();
      return Promise.resolve(performance.now());
    },
    async end() {
      cluster.startAgain(primary);
      await cluster.synced();
    },
  };
}

const switchOver = (cluster: PatroniCluster) => ({
  name: 'planned switchover',
  within_ms: WITHIN_MS,
  async happen() {
    const began_ms = performance.now();
    await cluster.switchOver();
    return began_ms;
  },
  end: () => cluster.synced(),
});

async function cutPrimary(cluster: PatroniCluster) {
  const primary = await cluster.primary();
  return {
    name: 'network cut of the primary',
    within_ms: WITHIN_MS,
    async happen() {
      primary.cut();
      const cut_ms = performance.now();
      // The cut is real, and behind it the primary goes on.
      if (await isReachable(primary.address, 5432)) throw new Error('The cut cuts nothing');
      const there = cluster.ask(primary, 'select not pg_is_in_recovery()');
      if (there !== 't') throw new Error('The primary was gone before it was cut off');
      return cut_ms;
    },
    async end() {
      primary.mend();
      await cluster.synced();
    },
  };
}

/** The services still reach it, and nobody else does: what it takes, nobody else has. */
async function isolatePrimary(cluster: PatroniCluster) {
  const [primary, standby] = [await cluster.primary(), await cluster.standby()];
  return {
    name: 'the primary cut off from etcd and the standby, and not from the services',
    within_ms: WITHIN_MS,
    async happen() {
      primary.cutFrom([cluster.etcd_address, standby.address]);
      const cut_ms = performance.now();
      if (!(await isReachable(primary.address, 5432))) throw new Error('The cut is too wide');
      return cut_ms;
    },
    async end() {
      primary.mend();
      await cluster.synced();
    },
  };
}

/** To a server that answers each read and refuses each write. */
async function swapProxy(cluster: PatroniCluster, proxy: DatabaseProxy): Promise<FailoverEvent> {
  const [primary, standby] = [await cluster.primary(), await cluster.standby()];
  return {
    name: `HAProxy leads to the standby for ${SWAPPED_MS / 1_000} s, and back`,
    within_ms: BACK_WITHIN_MS,
    async happen() {
      await proxy.swapTo(standby, primary);
      await sleep(SWAPPED_MS);
      const client = await connectTo(cluster.proxy_address);
      const { rows } = await client.query('select pg_is_in_recovery() as is_standby');
      await client.end();
      if (rows[0]?.is_standby !== true) throw new Error('HAProxy did not lead to the standby');
      await proxy.swapBack(standby, primary);
      return performance.now();
    },
  };
}

export const FAILOVER: DeployPart = {
  name: 'failover',
  run: (folder) =>
    onPatroni(folder, {
      addressOf: bothHosts,
      async play({ scene, cluster, told }) {
        for (const event of [killPrimary, switchOver, cutPrimary, isolatePrimary]) {
          told.push(await scene.play(await event(cluster)));
        }
      },
    }),
};

export const FAILOVER_PROXY: DeployPart = {
  name: 'failover-proxy',
  async run(folder) {
    needs('haproxy');
    let proxy: DatabaseProxy | undefined;
    const addressOf = (cluster: PatroniCluster) => {
      proxy = startDatabaseProxy(folder, cluster);
      return `postgres://payment_orders@${proxy.host}/payment_orders`;
    };
    const play = async ({ scene, cluster, told }: Played) => {
      if (proxy === undefined) throw new Error('HAProxy was not started');
      told.push(await scene.play(await swapProxy(cluster, proxy)));
      for (const event of [switchOver, killPrimary, switchOver]) {
        told.push(await scene.play(await event(cluster)));
      }
    };
    try {
      return await onPatroni(folder, { addressOf, play });
    } finally {
      await proxy?.stop();
    }
  },
};

export const STANDBY_AWAY: DeployPart = {
  name: 'standby-away',
  run: (folder) =>
    onPatroni(folder, {
      addressOf: bothHosts,
      async play({ scene, cluster, told }) {
        const note = (text: string) => void told.push(text);
        told.push(await scene.play(await standbyAway(scene, cluster, note)));
      },
    }),
};
