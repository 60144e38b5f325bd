// Statements in transactions are not compiled (JIT), and the session keeps its own setting
// afterwards.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  openScratchDatabase,
  type ScratchDatabase,
} from '../../../bench/harness/scratch-database.ts';
import { type Database, openDatabase } from '../../../server/store/connection/database.ts';

let database: ScratchDatabase;
before(async () => {
  database = await openScratchDatabase();
});
after(async () => {
  await database.stop();
});

test('no statement of a transaction is compiled, whatever the session says', async () => {
  const settingOf = async (from: Pick<Database, 'query'>) =>
    (await from.query<{ jit: string }>('', 'show jit', []))[0]?.jit;
  const compiling = openDatabase({
    connection: { ...database.connection, options: '-c jit=on' },
    max_connections: 1,
    onIdleError: () => undefined,
  });
  try {
    assert.equal(await settingOf(compiling), 'on');
    assert.equal(await compiling.transaction(settingOf), 'off');
    assert.equal(await settingOf(compiling), 'on');
  } finally {
    await compiling.close();
  }
});
