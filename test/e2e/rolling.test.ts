// A release that only adds to the schema is rolled out while clients create orders, and back.
import { deepEqual, ok } from 'node:assert/strict';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { rollThereAndBack } from '../../bench/deploy/rolling.ts';
import { withClient } from '../../bench/fill/with-client.ts';
import { PROJECT_ROOT } from '../../bench/harness/bench-service.ts';
import { openScratchDatabase } from '../../bench/harness/scratch-database.ts';
import { removeFolder, scratchFolder } from '../../bench/harness/scratch-folder.ts';
import { readMigrations } from '../../server/store/schema/migration-files.ts';

let folder: string;
before(async () => {
  folder = await scratchFolder();
});
after(() => removeFolder(folder));

/** What a service needs to start; the packages are those of this checkout. */
const PARTS = ['migrations', 'openapi', 'package.json', 'server'];

const numbered = (number: number) => String(number).padStart(4, '0');

/** This checkout as its next release could be: tables that creates write have more columns. */
async function makeNext(project: string): Promise<string> {
  await mkdir(project);
  for (const part of PARTS) {
    await cp(join(PROJECT_ROOT, part), join(project, part), { recursive: true });
  }
  await symlink(join(PROJECT_ROOT, 'node_modules'), join(project, 'node_modules'));
  const newest = (await readMigrations(join(project, 'migrations'))).at(-1)?.version ?? 0;
  const goes_on = `-- Processes that know ${numbered(newest)} go on.`;
  const head = `-- What the next release adds.\n${goes_on}\n`;
  const file = `${numbered(newest + 1)}-next.sql`;
  const statements = `
    alter table trades add column next_note text;
    alter table ledger_entries add column next_count integer not null default 0;
    alter table events add column next_flag boolean not null default false;
    create table next_things (merchant_id uuid not null, n integer not null,
      constraint next_things_pk primary key (merchant_id, n));
    revoke update, delete on next_things from current_user;`;
  await writeFile(join(project, 'migrations', file), `${head}${statements}\n`);
  return file;
}

describe('two processes', () => {
  it('are rolled to the next release and back, and lose no order', async (context) => {
    const database = await openScratchDatabase();
    context.after(() => database.stop());
    const newer = join(folder, 'next');
    const file = await makeNext(newer);
    const { url: database_url } = database;
    const rolled = await rollThereAndBack({ older: PROJECT_ROOT, newer, folder, database_url });
    const { orders, repeats: _repeats, ...faults } = rolled;
    deepEqual(faults, { refusals: [], lost: [], problems: [] });
    ok(orders > 100, `only ${orders} orders`);
    await withClient(database.url, async (client) => {
      const { rows } = await client.query(
        `select name from schema_migrations where 'next_things' in (select relname from pg_class)
         order by version desc limit 1`,
      );
      deepEqual(rows, [{ name: 'next' }], file);
    });
  });
});
