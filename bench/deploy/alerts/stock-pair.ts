// A PostgreSQL of the distribution with a standby, so that a standby can fall behind.
import pg from 'pg';
import { freePort } from '../../harness/service-process.ts';
import { outputOfProgram } from '../part.ts';
import { asPostgres, postgresqlPrograms } from '../postgresql-programs.ts';

export type StockPair = {
  /** As the role that serves. */
  readonly database_url: string;
  /** A connection of its own, as the superuser; close it. */
  connect(): Promise<pg.Client>;
  /** One statement on the primary, as the superuser. */
  ask(text: string): Promise<void>;
  /** How many rows there are of a table, with its condition. */
  count(from: string): Promise<number>;
  askStandby(text: string): Promise<void>;
  stopPrimary(): Promise<void>;
  startPrimary(): Promise<void>;
  stop(): Promise<void>;
};

async function askAt(port: number, text: string): Promise<void> {
  await rowsAt(port, text);
}

async function rowsAt(port: number, text: string): Promise<Record<string, unknown>[]> {
  const client = await connectAt(port);
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

async function connectAt(port: number): Promise<pg.Client> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    database: 'payment_orders',
  });
  // The server ends it when the check stops the server.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

export async function startStockPair(folder: string): Promise<StockPair> {
  const programs = await postgresqlPrograms();
  const [port, standby_port] = [await freePort(), await freePort()];
  const run = asPostgres(folder, programs);
  const startPrimary = async () => {
    await run('pg_ctl --pgdata=main --log=main.log --wait start > /dev/null');
  };
  await outputOfProgram('chown', ['postgres', folder]);
  await run(`
    initdb --auth=trust --username=postgres main > /dev/null
    cat >> main/postgresql.conf <<'END'
port = ${port}
unix_socket_directories = '${folder}'
min_wal_size = 32MB
wal_keep_size = 1GB
END`);
  await startPrimary();
  await run(`
    psql --host=${folder} --port=${port} --quiet --command="create role payment_orders login" \\
      --command="grant pg_monitor to payment_orders" \\
      --command="create database payment_orders owner payment_orders"
    pg_basebackup --host=${folder} --port=${port} --pgdata=standby \\
      --checkpoint=fast --write-recovery-conf
    echo "port = ${standby_port}" >> standby/postgresql.conf
    pg_ctl --pgdata=standby --log=standby.log --wait start > /dev/null`);
  return {
    database_url: `postgres://payment_orders@127.0.0.1:${port}/payment_orders`,
    connect: () => connectAt(port),
    ask: (text) => askAt(port, text),
    count: async (from) => {
      const [row] = await rowsAt(port, `select count(*)::int as count from ${from}`);
      return Number(row?.['count']);
    },
    askStandby: (text) => askAt(standby_port, text),
    startPrimary,
    stopPrimary: async () => {
      await run('pg_ctl --pgdata=main --mode=fast --wait stop > /dev/null');
    },
    stop: async () => {
      await run(
        'for one in standby main; do pg_ctl --pgdata=$one --mode=immediate stop || true; done',
      );
    },
  };
}
