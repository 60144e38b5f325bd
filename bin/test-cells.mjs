// Runs the tests of what a cell does on each of the given databases, where each test file gets a
// schema with roles of its own: plain PostgreSQL and Citus alike. On Citus no statement may have
// gone to several nodes. Says what it did not run.

import { join } from 'node:path';
import pg from 'pg';
import { planOf } from '../bench/harness/cells-plan.ts';
import { ROOT } from './bootstrap.mjs';
import { fail, runChild } from './child.mjs';

const addresses = process.argv.slice(2);
const isAddress = (text) => /^postgres(?:ql)?:\/\//.test(text);
if (addresses.length === 0 || !addresses.every(isAddress)) {
  fail('Usage: npm run test:cells -- ADDRESS… (postgres://…, of a superuser of each database)');
}

async function ask(address, text) {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query(text)).rows;
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

/** How many statements went to several shards so far; null if the server does not count them. */
async function countMultiShard(address) {
  try {
    return (await ask(address, ALL_NODES))[0]?.sum ?? null;
  } catch (error) {
    // A Citus before 13.1, or a node whose counters are off and give an empty text.
    if (['42P01', '42704', '22P02'].includes(error.code)) return null;
    throw error;
  }
}

async function look(address) {
  const [{ is_citus, version }] = await ask(
    address,
    `select exists (select from pg_extension where extname = 'citus') as is_citus,
       current_setting('server_version') as version`,
  );
  if (!is_citus) return { is_citus, told: `PostgreSQL ${version}`, nodes: 1, counts: false };
  const [{ nodes, citus }] = await ask(
    address,
    `select count(*)::integer as nodes, citus_version() as citus
     from pg_dist_node where shouldhaveshards and isactive and noderole = 'primary'`,
  );
  const counts = (await countMultiShard(address)) !== null;
  const [, told] = /^(Citus \S+)/.exec(citus) ?? ['', citus];
  return { is_citus, told: `PostgreSQL ${version}, ${told}, ${nodes} nodes`, nodes, counts };
}

const runTests = (address, { mode, files }) =>
  runChild(process.execPath, [join(ROOT, 'bin/run-tests.mjs'), ...files], {
    cwd: ROOT,
    env: { ...process.env, TEST_CELLS: mode, TEST_DATABASE_URL: address },
    stdio: 'inherit',
  });

/** True if everything passed, and no statement went to several nodes. */
async function runOn(address) {
  const server = await look(address);
  const { runs, not_run } = planOf(server);
  console.log(server.told);
  const before = server.counts ? await countMultiShard(address) : null;
  let is_good = true;
  for (const run of runs) {
    console.log(`\nRUN: ${run.what} (${run.files.length} files)`);
    if ((await runTests(address, run)) !== 0) is_good = false;
  }
  if (before !== null) {
    const count = (await countMultiShard(address)) - before;
    console.log(`Statements on several nodes: ${count}`);
    if (count !== 0) is_good = false;
  }
  for (const what of not_run) console.log(`NOT RUN: ${what}`);
  return is_good;
}

const failed = [];
for (const [index, address] of addresses.entries()) {
  // The addresses have passwords, so they are told by their place.
  const place = `Database ${index + 1} of ${addresses.length}`;
  console.log(`\n${place}`);
  try {
    if (!(await runOn(address))) failed.push(index + 1);
  } catch (error) {
    console.log(`${place} could not be asked: ${error.message}`);
    failed.push(index + 1);
  }
}
if (failed.length > 0) fail(`The tests failed on the database ${failed.join(', ')} of the list.`);
