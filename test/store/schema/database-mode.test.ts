// A database belongs to the mode of its first start, and is left as it is by the other one.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Client } from 'pg';
import {
  openScratchDatabase,
  type ScratchDatabase,
} from '../../../bench/harness/scratch-database.ts';
import { SERVICE_MODES, wrongDatabase } from '../../../server/domain/service/service-mode.ts';
import { refuseOtherMode, settleMode } from '../../../server/store/schema/database-mode.ts';
import { migrate } from '../../../server/store/schema/migrate.ts';
import { withClient } from '../embedded/scratch.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');

let database: ScratchDatabase;
let spaces = 0;
before(async () => {
  database = await openScratchDatabase();
});
after(async () => {
  await database.stop();
});

/** A database that no service has started on. */
async function fresh(work: (client: Client, space: string) => Promise<void>): Promise<void> {
  await withClient(database, async (client) => {
    spaces += 1;
    const space = `space_${spaces}`;
    await client.query(`create schema ${space}; set search_path to ${space}`);
    await work(client, space);
  });
}

async function modesIn(client: Client): Promise<unknown[]> {
  const { rows } = await client.query<{ mode: string }>('select mode from database_mode');
  return rows.map(({ mode }) => mode);
}

for (const mode of SERVICE_MODES) {
  const other = mode === 'live' ? 'sandbox' : 'live';
  const refused = { name: 'StartupError', message: wrongDatabase(other) };

  test(`is ${mode} for ever if it starts so first`, () =>
    fresh(async (client) => {
      await refuseOtherMode(client, mode);
      await migrate(client, MIGRATIONS, database.connection);
      await refuseOtherMode(client, mode);
      await settleMode(client, mode);
      await settleMode(client, mode);
      await assert.rejects(refuseOtherMode(client, other), refused);
      await assert.rejects(settleMode(client, other), refused);
      assert.deepEqual(await modesIn(client), [mode]);
    }));
}

test('of two first starts in different modes at once, one is refused', () =>
  fresh(async (client, space) => {
    await migrate(client, MIGRATIONS, database.connection);
    await withClient(database, async (second) => {
      await second.query(`set search_path to ${space}`);
      const starts = await Promise.allSettled([
        settleMode(client, 'live'),
        settleMode(second, 'sandbox'),
      ]);
      assert.deepEqual(starts.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    });
    assert.equal((await modesIn(client)).length, 1);
  }));
