// A backup while orders are taken, and its restore into an empty database: the same rows, all or
// none, and nothing that looks whole but is not.
import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import {
  appendFile,
  cp,
  mkdtemp,
  readdir,
  readFile,
  rm,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { openScratchDatabase } from '../../../bench/harness/scratch-database.ts';
import { openBackup } from '../../../server/store/backup/backup-manifest.ts';
import { loadBackup, refuseBackup } from '../../../server/store/backup/load-backup.ts';
import { type BackupOptions, makeBackup } from '../../../server/store/backup/make-backup.ts';
import { MIGRATIONS_FOLDER } from '../../../server/store/open/prepare-database.ts';
import * as scene from '../../app/scene.ts';
import { makeMerchant, openTestApp, type TestApp } from '../../support/test-app.ts';

const LOG = { info: () => undefined, warn: () => undefined };
const PASSPHRASE = 'a passphrase for tests, long enough';

let service: TestApp;
let folder: string;
before(async () => {
  service = await openTestApp();
  folder = await mkdtemp(join(tmpdir(), 'backup-'));
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
});
after(async () => {
  await rm(folder, { recursive: true });
  await service.stop();
});

const at = (name: string) => join(folder, name);

const backUp = (name: string, more: Partial<BackupOptions> = {}) =>
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
  });

const load = async (url: string, name: string, passphrase: string | null = null) => {
  const backup = await openBackup(at(name), passphrase);
  const connection = { connectionString: url };
  const progress = () => undefined;
  await loadBackup({ backup, connection, migrations: MIGRATIONS_FOLDER, log: LOG, progress });
};

/** Every row of every table as text; what a restore changes itself is left out. */
async function contents(url: string): Promise<Record<string, string>> {
  const client = new pg.Client(url);
  await client.connect();
  try {
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
  } finally {
    await client.end();
  }
}

async function definitions(url: string): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ text: string }>(
      `select pg_get_indexdef(i.indexrelid) as text from pg_index i
       join pg_class c on c.oid = i.indexrelid
       where c.relnamespace = current_schema()::regnamespace order by 1`,
    );
    return rows.map(({ text }) => text);
  } finally {
    await client.end();
  }
}

const isEmpty = async (url: string) => {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query(
      'select from pg_class where relnamespace = current_schema()::regnamespace',
    );
    if (rows.length === 0) return true;
    return (await client.query('select from merchants')).rowCount === 0;
  } finally {
    await client.end();
  }
};

/** The files of a backup: unpacked, or as they are (encrypted ones may begin like packed ones). */
async function textsOf(name: string, packed: boolean): Promise<Buffer[]> {
  const found = await readdir(at(name), { recursive: true, withFileTypes: true });
  const files = found.filter((file) => file.isFile());
  const contents = await Promise.all(
    files.map((file) => readFile(join(file.parentPath, file.name))),
  );
  return contents.map((bytes) => (packed && bytes[0] === 0x1f ? gunzipSync(bytes) : bytes));
}

describe('a backup', () => {
  it('has the same rows and indexes after its restore, encrypted or not', async () => {
    for (const passphrase of [null, PASSPHRASE]) {
      const name = passphrase === null ? 'plain' : 'encrypted';
      const manifest = await backUp(name, { passphrase });
      equal(manifest.last_order?.order_id, 'order-5');
      ok(manifest.tables.length > 80);
      const target = await openScratchDatabase();
      await load(target.url, name, passphrase);
      const [source, restored] = [await contents(service.database.url), await contents(target.url)];
      deepEqual(restored, source);
      deepEqual(await definitions(target.url), await definitions(service.database.url));
      await target.stop();
    }
  });

  it('shows one moment, while orders are taken', async () => {
    const shop = await makeMerchant(service.app);
    const taken: Promise<unknown>[] = [];
    const progress = () => {
      const order_id = `meanwhile-${taken.length}`;
      const amount_cents = 50_000 + taken.length;
      taken.push(scene.newPayin(service.app, shop, { order_id, amount_cents }));
    };
    const manifest = await backUp('meanwhile', { progress });
    await Promise.all(taken);
    const rows = (name: string) => manifest.tables.find((table) => table.name === name)?.rows;
    const { rows: now } = { rows: await scene.sql(service.app, 'select from trades') };
    ok(Number(rows('trades')) < now.length);
    equal(rows('trades'), rows('events'));
  });

  it('never contains a key, a passphrase or a secret setting', async () => {
    await backUp('searched', { passphrase: PASSPHRASE });
    const planted = [PASSPHRASE, service.master_key.toString(), 'operator-token-for-tests'].flatMap(
      (text) => [text, Buffer.from(text).toString('base64'), Buffer.from(text).toString('hex')],
    );
    await backUp('searched-plain');
    const texts = [
      ...(await textsOf('searched', false)),
      ...(await textsOf('searched-plain', true)),
    ];
    ok(texts.length > 160);
    for (const text of texts)
      deepEqual(
        planted.filter((one) => text.includes(one)),
        [],
      );
    const head = await readFile(at('searched/backup.json'), 'utf8');
    deepEqual(Object.keys(JSON.parse(head)), ['format', 'format_version', 'encryption']);
  });

  it('that is interrupted leaves nothing, and a new one replaces what was left', async () => {
    const progress = ({ tables }: { tables: number }) => {
      if (tables === 20) throw new Error('the disk is full');
    };
    await rejects(backUp('interrupted', { progress }), /the disk is full/);
    deepEqual(
      (await readdir(folder)).filter((name) => name.startsWith('interrupted')),
      [],
    );
    await cp(at('plain'), at('killed.unfinished'), { recursive: true });
    await rejects(openBackup(at('killed'), null), /is no backup/);
    await backUp('killed');
    deepEqual(
      (await readdir(folder)).filter((name) => name.startsWith('killed')),
      ['killed'],
    );
    await rejects(backUp('killed'), /exists already/);
  });
});

const OF_THE_SAME_SIZE = 'another table of the same size';
const DAMAGES: Readonly<Record<string, (copy: string) => Promise<void>>> = {
  'a changed byte': async (copy) => {
    const file = join(copy, 'tables/trades');
    const bytes = await readFile(file);
    bytes[40] = (bytes[40] ?? 0) ^ 1;
    await writeFile(file, bytes);
  },
  'a missing file': (copy) => rm(join(copy, 'tables/trades')),
  'a file that was cut': (copy) => truncate(join(copy, 'tables/trades'), 100),
  'a file that has more': (copy) => appendFile(join(copy, 'tables/trades'), 'more'),
  'another table’s file': (copy) => cp(join(copy, 'tables/events'), join(copy, 'tables/trades')),
  [OF_THE_SAME_SIZE]: (copy) =>
    cp(join(copy, 'tables/sandbox_faults'), join(copy, 'tables/passkeys')),
};

describe('a restore', () => {
  it('of a damaged backup is refused and leaves nothing; then the whole one is restored', async () => {
    const target = await openScratchDatabase();
    const tries = [
      // Empty tables have the same bytes if they are not encrypted.
      ...Object.keys(DAMAGES)
        .filter((what) => what !== OF_THE_SAME_SIZE)
        .map((what) => ['plain', what] as const),
      ...['a changed byte', OF_THE_SAME_SIZE].map((what) => ['encrypted', what] as const),
    ];
    for (const [kind, what] of tries) {
      await cp(at(kind), at('damaged'), { recursive: true });
      await DAMAGES[what]?.(at('damaged'));
      await rejects(
        load(target.url, 'damaged', kind === 'plain' ? null : PASSPHRASE),
        /damaged|cannot be decrypted/,
        `${kind}: ${what}`,
      );
      ok(await isEmpty(target.url), `${kind}: ${what}`);
      await rm(at('damaged'), { recursive: true });
    }
    await load(target.url, 'plain');
    await rejects(load(target.url, 'plain'), /not empty/);
    await target.stop();
  });

  it('never goes into a database that has something else', async () => {
    const target = await openScratchDatabase();
    const client = new pg.Client(target.url);
    await client.connect();
    await client.query('create table of_somebody_else (id integer primary key)');
    await client.end();
    await rejects(load(target.url, 'plain'), /not empty/);
    await target.stop();
  });

  it('needs the passphrase, the key, the mode and the release', async () => {
    await rejects(openBackup(at('encrypted'), null), /is encrypted: give --passphrase-file/);
    await rejects(openBackup(at('encrypted'), 'another passphrase'), /cannot be decrypted/);
    await rejects(openBackup(at('nowhere'), null), /is no backup/);
    const backup = await openBackup(at('plain'), null);
    const { master_key } = service;
    const given = { mode: 'sandbox', master_key, migrations: MIGRATIONS_FOLDER };
    await refuseBackup(backup, given);
    await rejects(refuseBackup(backup, { ...given, mode: 'live' }), /of MODE=sandbox/);
    const other = { ...given, master_key: Buffer.alloc(32, 'another') };
    await rejects(refuseBackup(backup, other), /not the key of the backup/);
    const newer = { version: 9_999, name: 'later', checksum: 'x' };
    const { manifest } = backup;
    const migrations = [...manifest.migrations, newer];
    const later = { ...backup, manifest: { ...manifest, migrations, release: '9.9.9' } };
    await rejects(refuseBackup(later, given), /release 9\.9\.9.*run the newer version/);
  });
});
