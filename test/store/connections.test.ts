// The connections of a pool on a real PostgreSQL: how they end.
import { equal } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openScratchDatabase, type ScratchDatabase } from '../../bench/harness/scratch-database.ts';
import { openDatabase } from '../../server/store/database.ts';

let database: ScratchDatabase;

before(async () => {
  database = await openScratchDatabase();
});
after(() => database.stop());

const SOCKETS: readonly string[] = ['PipeWrap', 'TCPSocketWrap'];
const openSockets = () =>
  process.getActiveResourcesInfo().filter((name) => SOCKETS.includes(name)).length;

describe('a pool that is closed', () => {
  it('has no socket any more, so that its server can stop in peace', async () => {
    const before_all = openSockets();
    const pool = openDatabase({
      connection: database.connection,
      max_connections: 16,
      onIdleError: () => undefined,
    });
    await Promise.all(
      Array.from({ length: 16 }, () => pool.query('', 'select pg_sleep(0.05)', [])),
    );
    equal(openSockets(), before_all + 16);
    await pool.close();
    equal(openSockets(), before_all);
  });
});
