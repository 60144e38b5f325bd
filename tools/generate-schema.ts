// Renders migrations/schema.sql: the schema as the migrations leave it, read back from a real
// PostgreSQL.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../server/store/embedded/supervisor.ts';
import { migrate } from '../server/store/schema/migrate.ts';
import { dumpSchema } from './dump-schema.ts';

const MIGRATIONS = join(import.meta.dirname, '../migrations');

const say = (message: string) => console.error(message);

async function renderSchema(): Promise<string> {
  const data_dir = await mkdtemp(join(tmpdir(), 'payment-orders-schema-'));
  const log = { info: () => undefined, warn: say, error: say };
  const embedded = await startEmbedded({ data_dir, log });
  try {
    const client = new pg.Client(embedded.owner);
    await client.connect();
    await migrate(client, MIGRATIONS, embedded.owner);
    const schema = await dumpSchema(client);
    await client.end();
    return schema;
  } finally {
    await embedded.stop();
    await rm(data_dir, { recursive: true, force: true });
  }
}

export const SCHEMA_FILE = { path: 'migrations/schema.sql', render: renderSchema };
