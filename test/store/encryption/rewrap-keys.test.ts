// ENCRYPTION_KEY is changed by starting with the new key and the old one: everything can be
// decrypted as before, and the old key decrypts nothing any more. A process that runs on knows when
// the rows tell other keys than its own.
import { deepEqual, equal, fail, match, ok, rejects, throws } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { StartupError } from '../../../server/lib/startup-error.ts';
import {
  type Database,
  openDatabase,
  type Queryable,
} from '../../../server/store/connection/database.ts';
import { openCipher } from '../../../server/store/encryption/encryption.ts';
import { openServiceDatabase } from '../../../server/store/open/open-database.ts';
import { openTestApp, type TestApp } from '../../support/test-app.ts';

let service: TestApp;
before(async () => {
  service = await openTestApp();
});
after(() => service.stop());

const silent = () => undefined;

/** A start with these keys, as an operator gives them. */
async function startWith(master_key: Buffer, encryption_key_previous?: Buffer) {
  const place = {
    database_url: service.database.serving_url,
    migration_database_url: service.database.url,
    data_dir: '',
    mode: 'sandbox' as const,
    master_key,
    encryption_key_previous,
  };
  const never = new AbortController().signal;
  const { db } = await openServiceDatabase(place, { info: silent, warn: silent }, never);
  try {
    return await openCipher(db, master_key);
  } finally {
    await db.close();
  }
}

const refused = (start: Promise<unknown>, words: RegExp) =>
  rejects(start, (error) => {
    ok(error instanceof StartupError, String(error));
    match(error.message, words);
    return true;
  });

type Row = Record<string, unknown> & { use_from: number };

/** The rows that a first start makes in an empty database. */
async function keysOf(start: (db: Queryable) => Promise<unknown>, db: Database): Promise<Row[]> {
  return await db.transaction(async (tx) => {
    const like = '(like public.encryption_keys including all) on commit drop';
    await tx.query('', `create temporary table encryption_keys ${like}`, []);
    await start(tx);
    const read = 'select key_id, purpose, wrapped, use_from, now() as now from encryption_keys';
    return await tx.query<Row>('', read, []);
  });
}

test('a new key takes over with the old one beside it, and serves on', async () => {
  const { cipher } = service.app.store;
  const former = Buffer.from(service.master_key);
  const [next, other] = [randomBytes(32), randomBytes(32)];
  const sealed = cipher.seal('secret', 'p');
  const trade = {
    merchant_id: 'm',
    trade_id: 't',
    page_key_id: cipher.page_key_id,
  };
  const page_key = cipher.pageKey(trade);

  await refused(startWith(next), /^ENCRYPTION_KEY does not open/);
  await refused(startWith(next, other), /^Neither ENCRYPTION_KEY nor ENCRYPTION_KEY_PREVIOUS/);
  // Two processes are started with both at once; a third is started again with both.
  const ciphers = await Promise.all([startWith(next, former), startWith(next, former)]);
  ciphers.push(await startWith(next, former), await startWith(next));
  for (const opened of ciphers) {
    equal(opened.open(sealed, 'p'), 'secret');
    deepEqual(opened.lookup('x'), cipher.lookup('x'));
    deepEqual(opened.pageKey(trade), page_key);
    // The process that ran all the time reads what the others write.
    equal(cipher.open(opened.seal('later', 'p'), 'p'), 'later');
  }
  await refused(startWith(former), /^ENCRYPTION_KEY does not open/);
});

test('a restored copy that has another key under a known id is read with that key', async () => {
  const key = randomBytes(32);
  const start = async (db: Queryable) => await openCipher(db, key);
  const options = { connection: service.database.connection, max_connections: 1 };
  const db = openDatabase({ ...options, onIdleError: fail });
  const rows = { first: await keysOf(start, db), second: await keysOf(start, db) };
  let told = rows.first;
  const restored: Queryable = { query: () => Promise.resolve(told as never[]) };
  const running = await start(restored);
  const before = running.seal('before', 'p');
  told = rows.second;
  await running.keys.refresh();
  const others = await start(restored);
  equal(running.open(others.seal('after', 'p'), 'p'), 'after');
  equal(others.open(running.seal('mine', 'p'), 'p'), 'mine');
  throws(() => running.open(before, 'p'));
  // Keys of another master key are not taken for the known ones, nor sealed with.
  told = (await keysOf((db) => openCipher(db, randomBytes(32)), db)).map((row) => ({
    ...row,
    use_from: row.use_from + 1,
  }));
  await refused(running.keys.refresh(), /^ENCRYPTION_KEY does not open/);
  await db.close();
});
