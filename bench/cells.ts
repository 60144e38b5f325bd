// Runs the tests of what a cell does on each of the given databases, where each test file gets a
// schema with roles of its own: plain PostgreSQL and Citus alike. On Citus no statement may have
// gone to several nodes. Says what it did not run.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type CellsRun, type CellsServer, planOf } from './harness/cells-plan.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

async function ask<Row extends pg.QueryResultRow>(address: string, text: string): Promise<Row> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    const [row] = (await client.query<Row>(text)).rows;
    if (row === undefined) throw new Error('The database gave no row');
    return row;
  } finally {
    await client.end();
  }
}

/** Null if a node does not count. */
const ALL_NODES = `select case when bool_and(r.success) then sum(r.result::numeric) end as sum
  from run_command_on_all_nodes($count$
    select query_execution_multi_shard from citus_stat_counters
    where name = current_database() and current_setting('citus.enable_stat_counters')::boolean
  $count$) as r(node, success, result)`;

/** A Citus before 13.1 has no counters, and those that are off give an empty text. */
const NO_COUNTERS = ['42P01', '42704', '22P02'];

/** How many statements went to several shards so far; null if the server does not count them. */
async function countMultiShard(address: string): Promise<number | null> {
  try {
    const { sum } = await ask<{ sum: string | null }>(address, ALL_NODES);
    return sum === null ? null : Number(sum);
  } catch (error) {
    if (error instanceof pg.DatabaseError && NO_COUNTERS.includes(error.code ?? '')) return null;
    throw error;
  }
}

async function look(address: string): Promise<CellsServer & { told: string }> {
  const { is_citus, version } = await ask<{ is_citus: boolean; version: string }>(
    address,
    `select exists (select from pg_extension where extname = 'citus') as is_citus,
       current_setting('server_version') as version`,
  );
  if (!is_citus) return { is_citus, told: `PostgreSQL ${version}`, nodes: 1, counts: false };
  const { nodes, citus } = await ask<{ nodes: number; citus: string }>(
    address,
    `select count(*)::integer as nodes, split_part(citus_version(), ' on ', 1) as citus
     from pg_dist_node where shouldhaveshards and isactive and noderole = 'primary'`,
  );
  const counts = (await countMultiShard(address)) !== null;
  return { is_citus, told: `PostgreSQL ${version}, ${citus}, nodes: ${nodes}`, nodes, counts };
}

async function runTests(address: string, { mode, files }: CellsRun): Promise<boolean> {
  const child = spawn(process.execPath, ['bin/run-tests.mjs', ...files], {
    cwd: ROOT,
    env: { ...process.env, TEST_CELLS: mode, TEST_DATABASE_URL: address },
    stdio: 'inherit',
  });
  const [code] = await once(child, 'close');
  return code === 0;
}

/** True if everything passed, and no statement went to several nodes. */
async function runOn(address: string, say: (line: string) => void): Promise<boolean> {
  const server = await look(address);
  const { runs, not_run } = planOf(server);
  say(server.told);
  const before = server.counts ? await countMultiShard(address) : null;
  let is_good = true;
  for (const run of runs) {
    say(`\nRUN: ${run.what} (${run.files.length} files)`);
    if (!(await runTests(address, run))) is_good = false;
  }
  if (before !== null) {
    const count = ((await countMultiShard(address)) ?? Number.NaN) - before;
    say(`Statements on several nodes: ${count}`);
    if (count !== 0) is_good = false;
  }
  for (const what of not_run) say(`NOT RUN: ${what}`);
  return is_good;
}

const say = (line: string) => void process.stdout.write(`${line}\n`);
const addresses = process.argv.slice(2);
const isAddress = (text: string) => /^postgres(?:ql)?:\/\//.test(text);
if (addresses.length === 0 || !addresses.every(isAddress)) {
  process.stderr.write(
    'Usage: npm run test:cells -- ADDRESS… (postgres://…, of a superuser of each database)\n',
  );
  process.exit(1);
}
const failed: number[] = [];
for (const [index, address] of addresses.entries()) {
  // The addresses have passwords, so they are told by their place.
  say(`\nDatabase ${index + 1} of ${addresses.length}`);
  try {
    if (!(await runOn(address, say))) failed.push(index + 1);
  } catch (error) {
    say(`It could not be asked: ${error instanceof Error ? error.message : String(error)}`);
    failed.push(index + 1);
  }
}
if (failed.length > 0) {
  process.stderr.write(`The tests failed on the database ${failed.join(', ')} of the list.\n`);
  process.exitCode = 1;
}
