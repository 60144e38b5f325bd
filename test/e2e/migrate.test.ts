// `migrate` as an operator runs it: on the embedded PostgreSQL, beside a running service and
// without one, and on a server of one's own with two roles.
import { deepEqual, equal, match } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Client } from 'pg';
import { withClient } from '../../bench/fill/with-client.ts';
import { machineEnvironment } from '../../bench/harness/machine-environment.ts';
import { openScratchDatabase } from '../../bench/harness/scratch-database.ts';
import { removeFolder, scratchFolder } from '../../bench/harness/scratch-folder.ts';
import { spawnService } from '../../bench/harness/service-process.ts';
import { fillFromTemplate, MIGRATIONS } from '../../bench/harness/template-directory.ts';
import { joinRunning } from '../../server/store/embedded/join-running.ts';

const ENCRYPTION_KEY = randomBytes(32).toString('base64');
const NOTHING = 'Nothing to do: the database has all migrations of this release.\n';

type Outcome = { code: number; out: string; err: string };

let folder: string;
let files: string[];
/** Those that build an index beside writes, in no transaction. */
const CHANGES = { builds: 'create', drops: 'drop', none: null } as const;

/** What each file does to an index, if it is in no transaction. */
let concurrent: Map<string, 'builds' | 'drops'>;
before(async () => {
  folder = await scratchFolder();
  files = (await readdir(MIGRATIONS)).filter((file) => /^\d/.test(file)).sort();
  const texts = await Promise.all(
    files.map(async (file) => [file, await readFile(join(MIGRATIONS, file), 'utf8')] as const),
  );
  const does = (text: string) => {
    if (/^create (?:unique )?index concurrently/m.test(text)) return 'builds';
    return /^drop index concurrently/m.test(text) ? 'drops' : null;
  };
  concurrent = new Map(
    texts.flatMap(([file, text]) => {
      const act = does(text);
      return act === null ? [] : [[file, act] as const];
    }),
  );
});
after(() => removeFolder(folder));

/** With these settings alone. */
function run(settings: Record<string, string>, ...args: string[]): Promise<Outcome> {
  const env = { ...machineEnvironment(), ENCRYPTION_KEY, ...settings };
  const parameters = ['bin/payment-orders.mjs', 'migrate', ...args];
  return new Promise((resolve) => {
    execFile(process.execPath, parameters, { env }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err });
    });
  });
}

describe('migrate', () => {
  it('plans and migrates an empty database as the role that owns it', async (context) => {
    const database = await openScratchDatabase();
    context.after(() => database.stop());
    const { url, serving_url } = database;
    const settings = {
      DATA_DIR: join(folder, 'unused'),
      DATABASE_URL: serving_url,
      MIGRATION_DATABASE_URL: url,
    };
    const ask = (text: string) =>
      withClient(url, async (client) => (await client.query(text)).rows);

    const plan = await run(settings, '--plan');
    equal(plan.code, 3, plan.err);
    const lines = plan.out.trimEnd().split('\n');
    deepEqual(
      lines.slice(0, -1),
      files.map((file) =>
        concurrent.has(file)
          ? `${file}  ${concurrent.get(file)} an index concurrently, in no transaction`
          : `${file}  in a transaction`,
      ),
    );
    equal(lines.at(-1), `${files.length} migrations would run; nothing was changed.`);
    const told = await run(settings, '--plan', '--json');
    deepEqual(
      [told.code, JSON.parse(told.out)],
      [
        3,
        {
          pending: files.map((file) => ({
            file,
            change: CHANGES[concurrent.get(file) ?? 'none'],
            others_go_on: null,
          })),
        },
      ],
    );
    deepEqual(await ask("select relname from pg_class where relname = 'schema_migrations'"), []);

    const done = await run(settings, '--json');
    equal(done.code, 0, done.err);
    const { applied } = JSON.parse(done.out) as { applied: { file: string; seconds: number }[] };
    deepEqual(
      applied.map(({ file }) => file),
      files,
    );
    await withClient(serving_url, (client) => client.query('select from trades'));
    deepEqual(await run(settings), { code: 0, out: NOTHING, err: '' });
    deepEqual(await run(settings, '--plan'), { code: 0, out: NOTHING, err: '' });

    const add = (number: number, needs: number) =>
      ask(`insert into schema_migrations values (${number}, 'newer', 'x', ${needs}, now())`);
    // The service's role could not be given rights on a table of a later release.
    await add(8000, files.length);
    deepEqual(await run(settings, '--plan'), { code: 0, out: NOTHING, err: '' });
    const { code: later_code, out: later_out, err: later_err } = await run(settings);
    deepEqual([later_code, later_out], [0, NOTHING]);
    match(later_err, /"later":\["8000-newer.sql"\].*a later release has migrated the database/);
    await add(9000, 9000);
    for (const args of [[], ['--plan']]) {
      const { code, out, err } = await run(settings, ...args);
      deepEqual([code, out], [1, '']);
      match(err, /^The database has migration 9000-newer\.sql, which this version does not know/);
    }
  });

  it('works on the embedded PostgreSQL, without a service and beside one', async (context) => {
    const settings = { DATA_DIR: join(folder, 'embedded'), SEED: 'false', ENCRYPTION_KEY };
    await fillFromTemplate(settings.DATA_DIR, false);
    equal((await run(settings, '--plan')).code, 3);
    const { code, out, err } = await run(settings);
    deepEqual([code, err], [0, '']);
    match(out, /^0001-service\.sql {2}[\d.]+ s\n/);
    match(out, new RegExp(`\n${files.length} migrations in [\\d.]+ s\\.\n$`));
    const service = spawnService(settings);
    context.after(() => service.stop());
    await service.ready;
    deepEqual(await run(settings, '--plan'), { code: 0, out: NOTHING, err: '' });
    deepEqual(await run(settings), { code: 0, out: NOTHING, err: '' });

    // As if the service were of an earlier release.
    const joined = await joinRunning(settings.DATA_DIR);
    context.after(() => joined?.leave());
    const owner = new Client(joined?.owner);
    await owner.connect();
    await owner.query('delete from schema_migrations where version = $1', [
      Number(files.at(-1)?.slice(0, 4)),
    ]);
    await owner.end();
    const { code: plan_code, out: plan } = await run(settings, '--plan');
    const [line, sum, others] = plan.split('\n');
    deepEqual(
      [plan_code, line, sum],
      [3, `${files.at(-1)}  in a transaction`, '1 migration would run; nothing was changed.'],
    );
    match(others ?? '', /^(?:Stop all processes|The processes that run now may go on) /);
  });

  it('refuses a place without a database, and wrong usage', async () => {
    const nowhere = { DATA_DIR: join(folder, 'mistyped') };
    for (const args of [[], ['--plan']]) {
      const { code, out, err } = await run(nowhere, ...args);
      deepEqual([code, out], [1, '']);
      match(err, /^There is no database in .*mistyped: nothing was changed\./);
    }
    equal((await readdir(folder)).includes('mistyped'), false);
    for (const args of [['--wrong'], ['now'], ['--plan=yes']]) {
      const { code, out, err } = await run(nowhere, ...args);
      deepEqual([code, out], [2, '']);
      match(err, /^Usage: payment-orders migrate/);
    }
    const help = await run({}, '--help');
    deepEqual([help.code, help.err], [0, '']);
    match(help.out, /^Usage: payment-orders migrate.*Exit codes:.* 3 {2}--plan/s);
  });
});
