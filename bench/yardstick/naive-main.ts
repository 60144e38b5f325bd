// The naive service's process: sends its address to its parent and ends with it.
import pg from 'pg';
import { createSettingsCache } from '../../server/app/process/settings-cache.ts';
import { NO_SURROUNDINGS } from '../../server/domain/service/installation.ts';
import { openStore } from '../../server/store/batch/store.ts';
import { openDatabase } from '../../server/store/connection/database.ts';
import { openCipher } from '../../server/store/encryption/encryption.ts';
import { createCellFollower } from '../../server/store/moving/cell-follower.ts';
import { BENCH_ENCRYPTION_KEY } from '../harness/bench-app.ts';
import { buildNaive } from './naive-server.ts';

const { DATABASE_URL: connectionString = '', POOL_SIZE = '' } = process.env;

const tell = (error: unknown) => console.error(error);

// Reads settings as the product does, because only the writing of orders is to differ.
const connection = { connectionString };
const db = openDatabase({ connection, max_connections: 1, onIdleError: tell });
const cipher = await openCipher(db, Buffer.from(BENCH_ENCRYPTION_KEY, 'hex'));
const store = openStore(db, cipher, 'sandbox');
const settings = createSettingsCache(store, 'sandbox', tell, {
  around: NO_SURROUNDINGS,
  follower: createCellFollower(null),
});
await settings.current();

const pool = new pg.Pool({ ...connection, max: Number(POOL_SIZE) });
pool.on('error', tell);

const server = buildNaive({ pool, cipher, settings, with_blocked: new Set() });
process.on('disconnect', () => process.exit());
process.once('SIGTERM', async () => {
  await server.close();
  settings.close();
  await pool.end();
  await db.close();
  process.disconnect();
});
process.send?.({ url: await server.listen({ host: '127.0.0.1', port: 0 }) });
