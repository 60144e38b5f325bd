// Two PostgreSQL of the distribution, kept by Patroni with etcd, synchronous: one is the primary,
// and the other takes over. Its settings are those of docs/operate/postgresql.md.
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { outputOfProgram, type StartedProgram, start } from '../deploy/part.ts';
import { postgresqlPrograms } from '../deploy/postgresql-programs.ts';
import { documentedBlock } from './documented-block.ts';
import { type Network, type NetworkMachine, openNetwork } from './network.ts';

const LOOK_MS = 200;
const LONGEST_MS = 90_000;
const POSTGRES = 5432;
const REST = 8008;

type Member = { readonly name: string; readonly role: string; readonly state: string };

export type PatroniCluster = {
  readonly network: Network;
  readonly etcd_address: string;
  /** Free for a proxy. */
  readonly proxy_address: string;
  readonly hosts: readonly string[];
  primary(): Promise<NetworkMachine>;
  standby(): Promise<NetworkMachine>;
  /** Resolves when a standby has all that is committed, and who leads. */
  synced(): Promise<void>;
  switchOver(): Promise<void>;
  change(settings: object): Promise<void>;
  /** Patroni on a machine that lost its processes, as systemd starts it again. */
  startAgain(machine: NetworkMachine): void;
  /** As the superuser, on the machine itself. */
  ask(machine: NetworkMachine, text: string): string;
  stop(): Promise<void>;
};

function settingsOf(
  machine: NetworkMachine,
  etcd: string,
  folder: string,
  programs: string,
): string {
  const replaced = documentedBlock('yaml')
    .replaceAll('db1.internal', machine.address)
    .replaceAll('etcd1.internal', etcd)
    .replaceAll('name: db1', `name: ${machine.name}`)
    .replaceAll('/var/lib/postgresql/15/main', join(folder, machine.name, 'data'))
    .replaceAll('/usr/lib/postgresql/15/bin', programs)
    .replaceAll('10.0.0.0/24', machine.address.replace(/\d+$/, '0/24'))
    .replaceAll('local all all peer', 'local all all trust')
    .replaceAll('scram-sha-256', 'trust')
    .replaceAll('…', 'a-password-of-this-check');
  // Sockets would meet in the same folder.
  return replaced.replace(
    '\n  parameters:\n',
    `\n  parameters:\n    unix_socket_directories: ${join(folder, machine.name)}\n`,
  );
}

async function members(machines: readonly NetworkMachine[]): Promise<readonly Member[]> {
  for (const { address } of machines) {
    try {
      const signal = AbortSignal.timeout(2_000);
      const answer = await fetch(`http://${address}:${REST}/cluster`, { signal });
      const { members: found } = (await answer.json()) as { members: Member[] };
      // One that is cut off tells what it knew.
      if (found.some(({ role, state }) => role === 'leader' && state === 'running')) return found;
    } catch {
      // Another one is asked.
    }
  }
  return [];
}

async function awaited<Value>(what: string, look: () => Promise<Value | null>): Promise<Value> {
  const end_ms = performance.now() + LONGEST_MS;
  while (performance.now() < end_ms) {
    const found = await look();
    if (found !== null) return found;
    await sleep(LOOK_MS);
  }
  throw new Error(`${what}: not within ${LONGEST_MS / 1_000} s`);
}

async function rest(
  machine: NetworkMachine,
  method: string,
  path: string,
  body: object,
): Promise<void> {
  const answer = await fetch(`http://${machine.address}:${REST}${path}`, {
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
}

/** As the superuser. */
export async function connectTo(host: string): Promise<pg.Client> {
  const client = new pg.Client({ host, port: POSTGRES, user: 'postgres', database: 'postgres' });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function prepare(folder: string, machines: readonly NetworkMachine[], etcd: string) {
  const programs = await postgresqlPrograms();
  const owner = Number((await outputOfProgram('id', ['-u', 'postgres'])).trim());
  await chmod(folder, 0o755);
  for (const machine of machines) {
    const home = join(folder, machine.name);
    await mkdir(home, { mode: 0o700 });
    await chown(home, owner, owner);
    const text = settingsOf(machine, etcd, folder, programs);
    await writeFile(join(folder, `${machine.name}.yml`), text);
  }
}

function startEtcd(folder: string, address: string): StartedProgram {
  const [clients, peers] = [`http://${address}:2379`, `http://${address}:2380`];
  return start('etcd', [
    ...['--name', 'etcd1', '--data-dir', join(folder, 'etcd'), '--log-level', 'error'],
    ...['--listen-client-urls', clients, '--advertise-client-urls', clients],
    ...['--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers],
    ...['--initial-cluster', `etcd1=${peers}`],
  ]);
}

/** Who does what, asked of whoever knows. */
function rolesOf(machines: readonly NetworkMachine[]) {
  const inRole = async (what: string, roles: readonly string[]) => {
    const name = await awaited(what, async () => {
      const found = await members(machines);
      return found.find(({ role }) => roles.includes(role))?.name ?? null;
    });
    const machine = machines.find((one) => one.name === name);
    if (machine === undefined) throw new Error(`No machine ${name}`);
    return machine;
  };
  return {
    primary: () => inRole('a primary', ['leader']),
    standby: () => inRole('a standby', ['sync_standby', 'replica']),
    async synced() {
      await awaited('a synchronous standby', async () => {
        const found = await members(machines);
        const roles = found.map(({ role }) => role).sort();
        return roles.join() === 'leader,sync_standby' ? true : null;
      });
    },
  };
}

async function makeDatabase(primary: NetworkMachine): Promise<void> {
  const client = await connectTo(primary.address);
  await client.query('create role payment_orders login');
  await client.query('create database payment_orders owner payment_orders');
  await client.end();
}

export async function startPatroni(folder: string): Promise<PatroniCluster> {
  const network = openNetwork(['a', 'b'], 2);
  const { machines } = network;
  const [etcd_address = '', proxy_address = ''] = network.others;
  await prepare(folder, machines, etcd_address);
  const etcd = startEtcd(folder, etcd_address);
  const patronis = new Map<NetworkMachine, StartedProgram>();
  const startAgain = (machine: NetworkMachine) => {
    const home = `HOME=${join(folder, machine.name)}`;
    const file = join(folder, `${machine.name}.yml`);
    patronis.set(machine, machine.start('env', [home, 'patroni', file]));
  };
  const { primary, standby, synced } = rolesOf(machines);
  const cluster: PatroniCluster = {
    ...{ network, etcd_address, proxy_address, primary, standby, synced, startAgain },
    hosts: machines.map(({ address }) => `${address}:${POSTGRES}`),
    async switchOver() {
      const [leader, candidate] = [await primary(), await standby()];
      const from_to = { leader: leader.name, candidate: candidate.name };
      await rest(leader, 'POST', '/switchover', from_to);
    },
    async change(settings) {
      await rest(await primary(), 'PATCH', '/config', settings);
    },
    ask(machine, text) {
      const socket = join(folder, machine.name);
      return machine.ask('psql', ['-AtX', '-h', socket, '-U', 'postgres', '-c', text]).trim();
    },
    async stop() {
      network.close();
      await etcd.stop();
    },
  };
  try {
    for (const machine of machines) startAgain(machine);
    await synced();
    await makeDatabase(await primary());
    return cluster;
  } catch (error) {
    await cluster.stop();
    const told = [...patronis].map(([{ name }, { told: text }]) => `${name}: ${text()}`);
    throw new Error([...told, `etcd: ${etcd.told()}`].join('\n'), { cause: error });
  }
}
