// A database as an earlier checkout of the service left it, and the first start of the present
// version on it.
import { createCipheriv, randomBytes } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { type OpenApp, openApp } from '../../../server/app/open-app.ts';
import { type Embedded, startEmbedded } from '../../../server/store/embedded/supervisor.ts';
import { openServiceDatabase } from '../../../server/store/open/open-database.ts';
import { migrate } from '../../../server/store/schema/migrate.ts';
import { withClient } from '../../store/embedded/scratch.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');

export type EarlierCheckout = {
  /** The rows that the earlier version wrote. */
  fill<Value>(work: (client: Client) => Promise<Value>): Promise<Value>;
  /** Encrypts a value as the earlier version did. */
  seal(plain: string, place: string): Buffer;
  /** Starts the present version on this database; can be called several times. */
  start(): Promise<OpenApp>;
  stop(): Promise<void>;
};

const silent = () => undefined;
const log = { info: silent, warn: silent, error: silent };

function sealed(key: Buffer, plain: Buffer, place: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(place));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** The two keys that an earlier checkout made, and how it sealed under the first of them. */
async function makeKeys(client: Client, master_key: Buffer) {
  const [data, lookup] = [randomBytes(32), randomBytes(32)];
  await client.query(
    `insert into encryption_keys (key_id, purpose, wrapped, created_at)
     values (1, 'data', $1, now()), (2, 'lookup', $2, now())`,
    [
      sealed(master_key, data, 'encryption_keys/data/1'),
      sealed(master_key, lookup, 'encryption_keys/lookup/2'),
    ],
  );
  return (plain: string, place: string) =>
    Buffer.concat([Buffer.from([0, 0, 0, 1]), sealed(data, Buffer.from(plain), place)]);
}

/** With the migrations up to this number. */
export async function earlierCheckout(last_migration: string): Promise<EarlierCheckout> {
  const data_dir = await mkdtemp(join(tmpdir(), 'payment-orders-earlier-'));
  const master_key = randomBytes(32);
  const embedded = await startEmbedded({ data_dir, log });
  const folder = join(data_dir, 'migrations');
  await mkdir(folder);
  for (const file of await readdir(MIGRATIONS)) {
    if (!/^\d/.test(file) || file.slice(0, 4) > last_migration) continue;
    await copyFile(join(MIGRATIONS, file), join(folder, file));
  }
  const seal = await withClient(embedded, async (client) => {
    await migrate(client, folder);
    return await makeKeys(client, master_key);
  });
  const urlOf = ({ host, port, user, password, database }: Embedded['connection']) =>
    `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  const place = {
    database_url: urlOf(embedded.connection),
    migration_database_url: urlOf(embedded.owner),
    data_dir,
    master_key,
  };
  const opened: OpenApp[] = [];
  return {
    fill: (work) => withClient(embedded, work),
    seal,
    async start() {
      const never = new AbortController().signal;
      const modes = { mode: 'sandbox', database_mode: 'sandbox' } as const;
      const { db } = await openServiceDatabase({ ...place, ...modes }, log, never);
      const app = await openApp({
        mode: 'sandbox',
        public_url: 'http://pay.test',
        allow_local_callbacks: true,
        rate_limit_per_second: 0,
        log,
        count: silent,
        db,
        master_key,
        operator_token: undefined,
      });
      opened.push(app);
      return app;
    },
    async stop() {
      for (const app of opened) await app.close();
      await embedded.stop();
      await rm(data_dir, { recursive: true, force: true });
    },
  };
}
