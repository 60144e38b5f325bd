// HAProxy in front of the two PostgreSQL, with the settings of docs/operate/postgresql.md: it leads
// to the one that Patroni calls the primary, or to the one that the test chooses.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type StartedProgram, start } from '../deploy/part.ts';
import { documentedBlock } from './documented-block.ts';
import type { NetworkMachine } from './network.ts';
import type { PatroniCluster } from './patroni.ts';

export type DatabaseProxy = {
  readonly host: string;
  /** Leads to the standby alone, as a proxy does whose checks are wrong. */
  swapTo(standby: NetworkMachine, primary: NetworkMachine): Promise<void>;
  swapBack(standby: NetworkMachine, primary: NetworkMachine): Promise<void>;
  stop(): Promise<void>;
};

/** HAProxy's commands, one connection each. */
async function command(socket_path: string, text: string): Promise<void> {
  const socket = connect(socket_path);
  let told = '';
  socket.on('data', (chunk) => {
    told += String(chunk);
  });
  socket.end(`${text}\n`);
  await once(socket, 'close');
  if (told.trim() !== '') throw new Error(`HAProxy refuses ${text}: ${told}`);
}

export function startDatabaseProxy(folder: string, cluster: PatroniCluster): DatabaseProxy {
  const [a, b] = cluster.network.machines;
  const admin = join(folder, 'admin.socket');
  const file = join(folder, 'haproxy.cfg');
  const text = documentedBlock('haproxy')
    .replaceAll('bind :5432', `bind ${cluster.proxy_address}:5432`)
    .replaceAll('db1.internal', a?.address ?? '')
    .replaceAll('db2.internal', b?.address ?? '')
    .replaceAll('server db1', 'server a')
    .replaceAll('server db2', 'server b');
  writeFileSync(file, `global\n  stats socket ${admin} level admin\n${text}`);
  const haproxy: StartedProgram = start('haproxy', ['-db', '-f', file]);
  const send = async (...commands: readonly string[]) => {
    for (const one of commands) await command(admin, one);
  };
  return {
    host: `${cluster.proxy_address}:5432`,
    swapTo: (standby, primary) =>
      send(
        `disable health database/${standby.name}`,
        `set server database/${standby.name} health up`,
        `set server database/${primary.name} state maint`,
      ),
    swapBack: (standby, primary) =>
      send(
        `set server database/${primary.name} state ready`,
        `set server database/${standby.name} health down`,
        `enable health database/${standby.name}`,
      ),
    stop: haproxy.stop,
  };
}
