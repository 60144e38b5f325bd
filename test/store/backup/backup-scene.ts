// A service with some orders, and what tests do with its backups: make, load, compare.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openBackup } from '../../../server/store/backup/backup-manifest.ts';
import { loadBackup } from '../../../server/store/backup/load-backup.ts';
import { type BackupOptions, makeBackup } from '../../../server/store/backup/make-backup.ts';
import { MIGRATIONS_FOLDER } from '../../../server/store/schema/migration-files.ts';
import * as scene from '../../app/scene.ts';
import { makeMerchant, openTestApp } from '../../support/test-app.ts';

const LOG = { info: () => undefined, warn: () => undefined };
export const PASSPHRASE = 'a passphrase for tests, long enough';

export async function withClient<Result>(
  url: string,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(url);
  await client.connect();
  return await use(client).finally(() => client.end());
}

export async function openBackupScene() {
  const service = await openTestApp();
  const folder = await mkdtemp(join(tmpdir(), 'backup-'));
  const shop = await makeMerchant(service.app);
  await scene.makeAccount(service.app, 'INR');
  for (let number = 1; number <= 5; number += 1) {
    await scene.newPayin(service.app, shop, {
      order_id: `order-${number}`,
      amount_cents: 1_000 + number,
    });
  }
  // More than the buffers between PostgreSQL and the disk hold.
  await scene.sql(
    service.app,
    `insert into settings_versions (name, version)
     select repeat(md5(n::text), 20), n from generate_series(1, 20000) n`,
  );
  const at = (name: string) => join(folder, name);
  return {
    service,
    folder,
    at,
    backUp: (name: string, more: Partial<BackupOptions> = {}) =>
      makeBackup({
        connection: { connectionString: service.database.serving_url },
        place: at(name),
        passphrase: null,
        master_key: service.master_key,
        release: '0.1.0',
        settings: [{ name: 'ENCRYPTION_KEY', value: null }],
        log: LOG,
        progress: () => undefined,
        ...more,
      }),
    load: async (url: string, name: string, passphrase: string | null = null) => {
      const backup = await openBackup(at(name), passphrase);
      const connection = { connectionString: url };
      const progress = () => undefined;
      await loadBackup({ backup, connection, migrations: MIGRATIONS_FOLDER, log: LOG, progress });
    },
    stop: async () => {
      await rm(folder, { recursive: true });
      await service.stop();
    },
  };
}

export type BackupScene = Awaited<ReturnType<typeof openBackupScene>>;

/** Every row of every table as text; what a restore changes itself is left out. */
export const contents = (url: string): Promise<Record<string, string>> =>
  withClient(url, async (client) => {
    await client.query("set timezone = 'UTC'");
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname::text as name from pg_class
       where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') order by 1`,
    );
    const found: Record<string, string> = {};
    for (const { name } of tables) {
      const row = name === 'installation' ? 'to_jsonb(t) - $$restored_at$$' : 'to_jsonb(t)';
      const omitted = name === 'schema_migrations' ? `${row} - $$applied_at$$` : row;
      const { rows } = await client.query<{ text: string }>(
        `select coalesce(string_agg(r, e'\\n' order by r), '') as text
         from (select (${omitted})::text as r from ${name} t) s`,
      );
      found[name] = rows[0]?.text ?? '';
    }
    return found;
  });

export const definitions = (url: string): Promise<string[]> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ text: string }>(
      // Two databases may be two schemas of one (TEST_CELLS).
      `select replace(pg_get_indexdef(i.indexrelid), current_schema() || '.', '') as text
       from pg_index i
       join pg_class c on c.oid = i.indexrelid
       where c.relnamespace = current_schema()::regnamespace order by 1`,
    );
    return rows.map(({ text }) => text);
  });

export const isEmpty = (url: string): Promise<boolean> =>
  withClient(url, async (client) => {
    const { rows } = await client.query(
      'select from pg_class where relnamespace = current_schema()::regnamespace',
    );
    if (rows.length === 0) return true;
    return (await client.query('select from merchants')).rowCount === 0;
  });
