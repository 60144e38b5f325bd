// The gate in the place that a cell leaves: whoever writes there meets it, and a pause that nobody
// ends is over by itself.
import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { before, beforeEach, describe, it } from 'node:test';
import pg from 'pg';
import {
  openScratchDatabase,
  type ScratchDatabase,
} from '../../../bench/harness/scratch-database.ts';
import { openDatabase } from '../../../server/store/connection/database.ts';
import {
  insertLeaving,
  openAddress,
  readLeaving,
} from '../../../server/store/moving/move-records.ts';
import { movedTables } from '../../../server/store/moving/moved-tables.ts';
import { ownEverything } from '../../../server/store/moving/replicate.ts';
import {
  beginPause,
  buildWriteGate,
  endPause,
  isGateComplete,
  leavePlace,
  removeWriteGate,
} from '../../../server/store/moving/write-gate.ts';
import { grantRights } from '../../../server/store/schema/role-rights.ts';
import { cleanup } from '../../support/cleanup.ts';

const LONG_S = 60;
const REFUSED = { code: '25006' };
const master_key = randomBytes(32);
const urls = { url: 'postgres://a:secret@new/db', owner_url: 'postgres://b:secret@new/db' };
const keep = cleanup();
const noWait = () => undefined;

let database: ScratchDatabase;
let owner: pg.Client;
let service: pg.Client;
let move_id: string;

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  keep(() => client.end());
  return client;
}

async function grant(role: string): Promise<void> {
  const { connection } = database;
  const db = openDatabase({ connection, max_connections: 1, onIdleError: noWait });
  await db.transaction((tx) => grantRights(tx, role));
  await db.close();
}

before(async () => {
  database = await openScratchDatabase(true);
  keep(() => database.stop());
  owner = await connect(database.url);
  service = await connect(database.serving_url);
  const { rows } = await service.query<{ role: string }>('select current_user::text as role');
  await grant(rows[0]?.role ?? '');
});

beforeEach(async () => {
  await owner.query('delete from cell_moves');
  move_id = randomUUID();
  await insertLeaving(owner, { master_key, move_id, place: 'new/db' }, urls);
  await buildWriteGate(owner, noWait);
});

const write = (client: pg.Client) =>
  client.query(`update settings_versions set version = version + 1 where name = 'settings'`);

const expire = () =>
  owner.query(`update cell_moves set pause_ends_at = clock_timestamp() - interval '1 second'`);

const stateNow = async () => (await readLeaving(owner))?.state;

describe('the gate of a place that a cell leaves', () => {
  it('lets all write until the pause, then nobody, also the owner', async () => {
    await write(service);
    await beginPause(owner, move_id, LONG_S);
    await rejects(write(service), REFUSED);
    await rejects(write(owner), REFUSED);
    equal((await service.query('select from settings_versions')).rowCount, 1);
    await endPause(owner, move_id);
    await write(service);
  });

  it('is before every table that is copied, and every way to write', async () => {
    await ownEverything(owner);
    await beginPause(owner, move_id, LONG_S);
    const passed: string[] = [];
    const tables = await movedTables(owner);
    for (const { name } of tables) {
      for (const text of [`delete from ${name} where false`, `truncate ${name}`]) {
        await owner.query(text).then(
          () => passed.push(text),
          ({ code }) => equal(code, '25006', text),
        );
      }
      const [column] = (
        await owner.query<{ name: string }>(
          `select attname::text as name from pg_attribute
           where attrelid = $1::regclass and attnum > 0 and not attisdropped limit 1`,
          [name],
        )
      ).rows;
      const insert = `insert into ${name} select * from ${name} where false`;
      const update = `update ${name} set ${column?.name} = ${column?.name} where false`;
      for (const text of [insert, update]) await rejects(owner.query(text), REFUSED, text);
    }
    deepEqual(passed, []);
    ok(tables.length > 100, String(tables.length));
  });

  it('waits for who writes, and has seen all of it', async () => {
    await service.query('begin');
    await write(service);
    const paused = beginPause(owner, move_id, LONG_S);
    await service.query('commit');
    await paused;
    await rejects(write(service), REFUSED);
  });

  it('is not closed while a transaction does not end', async () => {
    await service.query('begin');
    await write(service);
    await rejects(beginPause(owner, move_id, LONG_S), { code: '55P03' });
    equal(await stateNow(), 'copying');
    await write(service);
    await service.query('rollback');
  });

  it('lets writes through once the pause is over, and then the place cannot be left', async () => {
    await beginPause(owner, move_id, LONG_S);
    await expire();
    await write(service);
    equal(await leavePlace(owner, move_id), false);
    equal(await stateNow(), 'paused');
    // A later try may pause again.
    await beginPause(owner, move_id, LONG_S);
    await rejects(write(service), REFUSED);
  });

  it('never opens again once the place is left, whatever the time', async () => {
    await beginPause(owner, move_id, LONG_S);
    ok(await leavePlace(owner, move_id));
    await expire();
    await endPause(owner, move_id);
    await beginPause(owner, move_id, LONG_S);
    equal(await stateNow(), 'moved');
    await rejects(write(service), REFUSED);
    await rejects(write(owner), REFUSED);
  });

  it('refuses a writer who waited while the place was left', async () => {
    await beginPause(owner, move_id, LONG_S);
    await expire();
    // In a transaction that has the lock of the switch.
    await owner.query('begin');
    await owner.query('lock table cell_moves in access exclusive mode');
    const refused = rejects(write(service), REFUSED);
    await owner.query(`update cell_moves set state = 'moved'`);
    await owner.query('commit');
    await refused;
  });

  it('may be built and removed as often as a command is repeated', async () => {
    await buildWriteGate(owner, noWait);
    ok(await isGateComplete(owner));
    await removeWriteGate(owner);
    equal(await isGateComplete(owner), false);
    await beginPause(owner, move_id, LONG_S);
    await write(service);
  });

  it('is written by the owner alone, with addresses that only the master key opens', async () => {
    await rejects(service.query('delete from cell_moves'), { code: '42501' });
    await rejects(service.query(`update cell_moves set state = 'copying'`), { code: '42501' });
    const move = await readLeaving(service);
    ok(move !== null);
    equal(openAddress(master_key, move_id, 'url', move.sealed_url), urls.url);
    equal(openAddress(master_key, move_id, 'owner_url', move.sealed_owner_url), urls.owner_url);
    equal(openAddress(master_key, move_id, 'url', move.sealed_owner_url), null);
    equal(openAddress(randomBytes(32), move_id, 'url', move.sealed_url), null);
  });
});
