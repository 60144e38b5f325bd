// A backup while orders are taken: whole, of one moment, without secrets, or nothing.
import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { openScratchDatabase } from '../../../bench/harness/scratch-database.ts';
import { openBackup } from '../../../server/store/backup/backup-manifest.ts';
import { copyOut } from '../../../server/store/backup/copy-rows.ts';
import * as scene from '../../app/scene.ts';
import { makeMerchant } from '../../support/test-app.ts';
import {
  type BackupScene,
  contents,
  definitions,
  openBackupScene,
  PASSPHRASE,
  withClient,
} from './backup-scene.ts';

let backups: BackupScene;
before(async () => {
  backups = await openBackupScene();
});
after(() => backups.stop());

/** The files of a backup: unpacked, or as they are (encrypted ones may begin like packed ones). */
async function textsOf(name: string, packed: boolean): Promise<Buffer[]> {
  const found = await readdir(backups.at(name), { recursive: true, withFileTypes: true });
  const files = found.filter((file) => file.isFile());
  const contents = await Promise.all(
    files.map((file) => readFile(join(file.parentPath, file.name))),
  );
  return contents.map((bytes) => (packed && bytes[0] === 0x1f ? gunzipSync(bytes) : bytes));
}

describe('a backup', () => {
  it('has the same rows and indexes after its restore, encrypted or not', async (t) => {
    for (const passphrase of [null, PASSPHRASE]) {
      const name = passphrase === null ? 'plain' : 'encrypted';
      const manifest = await backups.backUp(name, { passphrase });
      equal(manifest.last_order?.order_id, 'order-5');
      ok(manifest.tables.length > 80);
      const target = await openScratchDatabase();
      t.after(() => target.stop());
      await backups.load(target.url, name, passphrase);
      const [source, restored] = [
        await contents(backups.service.database.url),
        await contents(target.url),
      ];
      deepEqual(restored, source);
      deepEqual(await definitions(target.url), await definitions(backups.service.database.url));
    }
  });

  it('shows one moment, while orders are taken', async () => {
    const shop = await makeMerchant(backups.service.app);
    const taken: Promise<unknown>[] = [];
    const progress = () => {
      const order_id = `meanwhile-${taken.length}`;
      const amount_cents = 50_000 + taken.length;
      taken.push(scene.newPayin(backups.service.app, shop, { order_id, amount_cents }));
    };
    const manifest = await backups.backUp('meanwhile', { progress });
    await Promise.all(taken);
    const rows = (name: string) => manifest.tables.find((table) => table.name === name)?.rows;
    const { rows: now } = { rows: await scene.sql(backups.service.app, 'select from trades') };
    ok(Number(rows('trades')) < now.length);
    equal(rows('trades'), rows('events'));
  });

  it('never contains a key, a passphrase or a secret setting', async () => {
    await backups.backUp('searched', { passphrase: PASSPHRASE });
    const planted = [
      PASSPHRASE,
      backups.service.master_key.toString(),
      'operator-token-for-tests',
    ].flatMap((text) => [
      text,
      Buffer.from(text).toString('base64'),
      Buffer.from(text).toString('hex'),
    ]);
    await backups.backUp('searched-plain');
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
    const head = await readFile(backups.at('searched/backup.json'), 'utf8');
    deepEqual(Object.keys(JSON.parse(head)), ['format', 'format_version', 'encryption']);
  });

  it('that is interrupted leaves nothing, and a new one replaces what was left', async () => {
    const progress = ({ tables }: { tables: number }) => {
      if (tables === 20) throw new Error('the disk is full');
    };
    await rejects(backups.backUp('interrupted', { progress }), /the disk is full/);
    deepEqual(
      (await readdir(backups.folder)).filter((name) => name.startsWith('interrupted')),
      [],
    );
    await cp(backups.at('plain'), backups.at('killed.unfinished'), { recursive: true });
    await rejects(openBackup(backups.at('killed'), null), /is no backup/);
    await backups.backUp('killed');
    deepEqual(
      (await readdir(backups.folder)).filter((name) => name.startsWith('killed')),
      ['killed'],
    );
    await rejects(backups.backUp('killed'), /exists already/);
  });

  it('ends if what takes the rows fails in the middle of a table', async () => {
    const sink = new Writable({
      highWaterMark: 1,
      write: (_chunk, _encoding, done) => done(new Error('no space left')),
    });
    sink.on('error', () => undefined);
    const rows = "select repeat('x', 1000) from generate_series(1, 20000)";
    await withClient(backups.service.database.url, async (client) => {
      equal(await copyOut(client, `copy (${rows}) to stdout`, sink), 20_000);
    });
  });

  it('is made with the key of the database only', async () => {
    const master_key = Buffer.alloc(32, 'another');
    await rejects(
      backups.backUp('other-key', { master_key }),
      /does not open the keys of this database/,
    );
  });

  it('is made only of a database that can be told from its copies', async () => {
    await withClient(backups.service.database.url, async (client) => {
      await client.query('alter table installation rename to installation_gone');
      try {
        await rejects(backups.backUp('unmarked'), /Start the service of this release once/);
      } finally {
        await client.query('alter table installation_gone rename to installation');
      }
    });
  });
});
