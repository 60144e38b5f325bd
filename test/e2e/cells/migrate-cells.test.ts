// `migrate` over several cells: each is migrated and becomes a cell of the installation, and what
// is no cell of it stays as it is.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import { withClient } from '../../../bench/fill/with-client.ts';
import { operatorClient } from '../../../bench/harness/http-client.ts';
import { machineEnvironment } from '../../../bench/harness/machine-environment.ts';
import {
  openScratchDatabase,
  type ScratchDatabase,
} from '../../../bench/harness/scratch-database.ts';
import { removeFolder, scratchFolder } from '../../../bench/harness/scratch-folder.ts';
import { spawnService } from '../../../bench/harness/service-process.ts';
import { addAccount, BENCH_OPERATOR_TOKEN } from '../../../bench/harness/shop.ts';
import { MIGRATIONS } from '../../../bench/harness/template-directory.ts';
import { cleanup } from '../../support/cleanup.ts';

const ENCRYPTION_KEY = randomBytes(32).toString('base64');
const AWAY = 'postgres://nobody@127.0.0.1:1/nowhere';

type Outcome = { code: number; out: string; err: string };

const keep = cleanup();
let folder: string;
let count: number;
before(async () => {
  folder = await scratchFolder();
  keep(() => removeFolder(folder));
  count = (await readdir(MIGRATIONS)).filter((file) => /^\d/.test(file)).length;
});

async function database(): Promise<ScratchDatabase> {
  const made = await openScratchDatabase();
  keep(() => made.stop());
  return made;
}

const place = (name: string, { serving_url, url }: ScratchDatabase) => ({
  name,
  url: serving_url,
  migration_url: url,
});

function migrate(cells: readonly object[], ...args: string[]): Promise<Outcome> {
  const CELLS = JSON.stringify(cells);
  const env = { ...machineEnvironment(), ENCRYPTION_KEY, DATA_DIR: folder, CELLS };
  const parameters = ['bin/payment-orders.mjs', 'migrate', ...args];
  return new Promise((resolve) => {
    execFile(process.execPath, parameters, { env }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err });
    });
  });
}

const identityOf = ({ url }: ScratchDatabase) =>
  withClient(url, async (client) => {
    const text = 'select installation_id, name, is_control from cell_identity';
    return (await client.query(text)).rows[0];
  });

describe('migrate with CELLS', () => {
  it('plans and migrates cell by cell, and goes on where it stopped', async () => {
    const [main, east] = [await database(), await database()];
    const cells = [place('main', main), place('east', east)];
    const plan = await migrate(cells, '--plan', '--json');
    equal(plan.code, 3, plan.err);
    const pending: { cell: string }[] = JSON.parse(plan.out).pending;
    equal(pending.filter(({ cell }) => cell === 'main').length, count);
    equal(pending.filter(({ cell }) => cell === 'east').length, count);

    const stopped = await migrate([place('main', main), { name: 'east', url: AWAY }]);
    equal(stopped.code, 1);
    match(stopped.err, /The cell east is away: nothing was done there\./);
    equal(stopped.out.trimEnd().split('\n').length, count);
    ok(stopped.out.startsWith('main  0001-'), stopped.out);

    const applied = await migrate(cells);
    equal(applied.code, 0, applied.err);
    const lines = applied.out.trimEnd().split('\n');
    equal(lines.length, count + 1);
    ok(lines[0]?.startsWith('east  0001-'), lines[0]);
    const [control, member] = [await identityOf(main), await identityOf(east)];
    deepEqual([control.name, control.is_control], ['main', true]);
    deepEqual(member, {
      installation_id: control.installation_id,
      name: 'east',
      is_control: false,
    });
  });

  it('refuses a schema that is another cell, and leaves the others as they are', async () => {
    const [main, east, other] = [await database(), await database(), await database()];
    equal((await migrate([place('main', main), place('east', east)])).code, 0);

    const twice = await migrate([place('main', main), place('west', east)]);
    equal(twice.code, 1);
    match(twice.err, /west leads to the schema of the cell east/);

    const elsewhere = await migrate([place('top', other), place('east', east)]);
    equal(elsewhere.code, 1);
    match(elsewhere.err, /east leads to the cell east of another installation/);

    const swapped = await migrate([place('east', east), place('main', main)]);
    equal(swapped.code, 1);
    match(swapped.err, /the first cell must be the control cell/);
    deepEqual((await identityOf(east)).name, 'east');
  });

  it('refuses the schema of a service of its own before anything of it is migrated', async () => {
    const [main, own] = [await database(), await database()];
    const settings = { DATA_DIR: folder, ENCRYPTION_KEY, OPERATOR_TOKEN: BENCH_OPERATOR_TOKEN };
    const service = spawnService({ ...settings, DATABASE_URL: own.url, SEED: 'false' });
    await addAccount(operatorClient(await service.ready, BENCH_OPERATOR_TOKEN), '000111222333');
    equal(await service.stop(), 0);
    // As a release before cells left it.
    await withClient(own.url, async (client) => {
      await client.query('drop table cell_identity, known_cells');
      await client.query(`delete from schema_migrations
        where version >= (select version from schema_migrations where name = 'cells')`);
    });
    const refused = await migrate([place('main', main), place('east', own)]);
    equal(refused.code, 1);
    match(refused.err, /the schema of east has merchants or receiving accounts of a service/);
    const made = await withClient(own.url, async (client) => {
      const text = `select from pg_class where relname in ('cell_identity', 'known_cells')`;
      return (await client.query(text)).rowCount;
    });
    equal(made, 0);
  });

  it('is for a service that knows of cells: DATABASE_URL alone is refused', async () => {
    const [main, east] = [await database(), await database()];
    equal((await migrate([place('main', main), place('east', east)])).code, 0);
    const settings = { DATA_DIR: folder, ENCRYPTION_KEY, DATABASE_URL: east.serving_url };
    const service = spawnService({ ...settings, MIGRATION_DATABASE_URL: east.url });
    await service.ready.then(
      () => ok(false, 'it started'),
      () => undefined,
    );
    equal(await service.ended, 1);
    match(service.told(), /leads to the cell east of an installation with several/);
  });
});
