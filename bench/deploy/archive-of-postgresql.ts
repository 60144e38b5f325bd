// The recipe of docs/operate/backup.md for pgBackRest, as it is written there: a full backup, then
// orders, then a restore to a moment between two of them, on which the service is quiet.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { acceptedBody, merchantClient, operatorClient } from '../harness/http-client.ts';
import { freePort, spawnService } from '../harness/service-process.ts';
import {
  addAccount,
  BENCH_OPERATOR_TOKEN,
  openShop,
  payinFields,
  type Shop,
} from '../harness/shop.ts';
import { type DeployPart, needs, needsRoot, outputOfProgram } from './part.ts';
import { asPostgres, postgresqlPrograms } from './postgresql-programs.ts';

const DOCUMENT = fileURLToPath(new URL('../../docs/operate/backup.md', import.meta.url));
const SECTION = '## PostgreSQL with an archive';
const CREATE = '/orders/deposit/create';
const QUIET = 503;

/** The blocks of the section: settings, what makes the backup, what restores it. */
function recipe(): [settings: string, backup: string, restore: string] {
  const text = readFileSync(DOCUMENT, 'utf8').split(SECTION)[1]?.split('\n## ')[0] ?? '';
  const [settings, backup, restore] = [...text.matchAll(/```text\n(.+?)```/gs)].map(
    ([, block = '']) => block,
  );
  if (settings === undefined || backup === undefined || restore === undefined) {
    throw new Error(`${SECTION} has not three blocks`);
  }
  return [settings, backup, restore];
}

type Cluster = { readonly run: (script: string) => Promise<string>; readonly folder: string };

/** Scripts run as the user who owns the cluster. */
async function makeCluster(folder: string, port: number): Promise<Cluster> {
  const programs = await postgresqlPrograms();
  const here = (text: string) =>
    text
      .replaceAll('/var/lib/pgbackrest', join(folder, 'repository'))
      .replaceAll('/var/lib/postgresql/18', folder)
      .replaceAll('pgbackrest --', `pgbackrest --config=${join(folder, 'pgbackrest.conf')} --`);
  const asUser = asPostgres(folder, programs, { PGPORT: String(port) });
  const run = (script: string) => asUser(here(script));
  const [settings] = recipe();
  const [archive = '', server = ''] = settings.split('# postgresql.conf\n');
  const secret = archive.replace('…', 'a-passphrase-of-this-check').replaceAll(/ +#.*/g, '');
  await outputOfProgram('chown', ['postgres', folder]);
  await run(`
    mkdir repository log
    cat > pgbackrest.conf <<'END'
${secret}
pg1-port=${port}
pg1-socket-path=${folder}
[global:archive-push]
log-path=${folder}/log
[global]
log-path=${folder}/log
lock-path=${folder}/log
END
    initdb --auth=trust --username=postgres main > /dev/null
    cat >> main/postgresql.conf <<'END'
port = ${port}
unix_socket_directories = '${folder}'
${server}
END
    pg_ctl --pgdata=main --log=server.log --wait start > /dev/null
    psql --host=${folder} --quiet --command="create role payment_orders login" \\
      --command="create database payment_orders owner payment_orders"`);
  return { run, folder };
}

const settingsOf = (folder: string, port: number, installation: string) => ({
  DATABASE_URL: `postgres://payment_orders@127.0.0.1:${port}/payment_orders`,
  DATA_DIR: join(folder, `data-${installation}`),
  ENCRYPTION_KEY: 'b'.repeat(64),
  OPERATOR_TOKEN: BENCH_OPERATOR_TOKEN,
  INSTALLATION: installation,
  SEED: 'false',
});

type Found = { orders: { order_id: string }[] };

const orderAt = (url: string, shop: Shop, order_id: string) =>
  merchantClient(url, shop.token).post<Found>(CREATE, payinFields(shop, order_id, 10_000));

async function makeOrders(cluster: Cluster, port: number): Promise<{ shop: Shop; at: string }> {
  const service = spawnService(settingsOf(cluster.folder, port, 'production'));
  try {
    const url = await service.ready;
    const operator = operatorClient(url, BENCH_OPERATOR_TOKEN);
    await addAccount(operator, '000111222333');
    const shop = await openShop(operator);
    await cluster.run(recipe()[1]);
    acceptedBody(await orderAt(url, shop, 'before'));
    await sleep(1_000);
    const now = await cluster.run(`psql --host=${cluster.folder} --tuples-only --no-align \\
      --command="select to_char(now(), 'YYYY-MM-DD HH24:MI:SSOF')"`);
    await sleep(1_500);
    acceptedBody(await orderAt(url, shop, 'after'));
    await cluster.run(`psql --host=${cluster.folder} --quiet --command="select pg_switch_wal()" \\
      > /dev/null; pgbackrest --stanza=payments check`);
    return { shop, at: now.trim() };
  } finally {
    await service.stop();
  }
}

async function restore({ run, folder }: Cluster, at: string, port: number): Promise<void> {
  await run('pg_ctl --pgdata=main --mode=fast --wait stop > /dev/null; mkdir -m 700 restored');
  await run(recipe()[2].replace(/--target="[^"]+"/, `--target="${at}"`));
  await run(`
    pg_ctl --pgdata=restored --log=restored.log --wait \\
      --options="-c archive_mode=off -c port=${port}" start > /dev/null
    until [ "$(psql --host=${folder} --port=${port} --tuples-only --no-align \\
      --command="select pg_is_in_recovery()")" = f ]; do sleep 0.2; done`);
}

async function lookAt(folder: string, port: number, shop: Shop): Promise<void> {
  const service = spawnService(settingsOf(folder, port, 'restored'));
  try {
    const url = await service.ready;
    const { status } = await orderAt(url, shop, 'on the copy');
    if (status !== QUIET) throw new Error(`A copy took an order: ${status}`);
    const operator = operatorClient(url, BENCH_OPERATOR_TOKEN);
    const { ok } = acceptedBody(await operator.get<{ ok: boolean }>('/verify'));
    if (!ok) throw new Error('The restored books do not hold');
    acceptedBody(await operator.post('/service/adopt', { reason: 'Restored by the check' }));
    const found = await operator.get<{ data: { order_id: string }[] }>('/trades');
    const orders = acceptedBody(found).data.map(({ order_id }) => order_id);
    if (orders.join() !== 'before') throw new Error(`Restored: ${orders.join(', ')}`);
    acceptedBody(await orderAt(url, shop, 'after adopting'));
  } finally {
    await service.stop();
  }
}

export const ARCHIVE_OF_POSTGRESQL: DeployPart = {
  name: 'pgbackrest',
  async run(folder) {
    needsRoot('run PostgreSQL as another user');
    for (const program of ['pgbackrest', 'runuser']) needs(program);
    const [port, other] = [await freePort(), await freePort()];
    const cluster = await makeCluster(folder, port);
    try {
      const { shop, at } = await makeOrders(cluster, port);
      await restore(cluster, at, other);
      await lookAt(folder, other, shop);
    } finally {
      await cluster.run(
        'for one in main restored; do pg_ctl --pgdata=$one --mode=immediate stop || true; done',
      );
    }
    const version = (await outputOfProgram('pgbackrest', ['version'])).trim();
    return `${version}: restored to a moment between two orders, quiet until it was adopted`;
  },
};
