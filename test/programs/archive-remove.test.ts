// `archive remove` as an operator runs it: the plan, what is refused, a process that is killed in a
// page and between two, and the run after them that ends the work.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { machineEnvironment } from '../../bench/harness/machine-environment.ts';
import { verifyBooks } from '../../server/app/proof/verify-books.ts';
import { DAY_MS } from '../../server/lib/durations.ts';
import { saveSandboxAhead } from '../../server/store/sandbox/sandbox-clock.ts';
import {
  endsMonth,
  type HistoryScene,
  monthOfDay,
  openHistoryScene,
} from '../app/archive/history-scene.ts';
import { allowPlan, keysGiven, livelyDay, noteMonths } from '../app/archive/removal-scene.ts';
import * as scene from '../app/scene.ts';
import { NOON } from '../support/noon.ts';

const DAYS = Array.from({ length: 60 }, (_, day) => day);
const [MONTH = '', NEXT = ''] = new Set(DAYS.map(monthOfDay));
const AHEAD_MS = NOON + 500 * DAY_MS - Date.now();

let history: HistoryScene;
let copy: string;
let keys: string[];
before(async () => {
  const days = DAYS.filter((day) => (day % 7 === 0 && monthOfDay(day) === MONTH) || endsMonth(day));
  const until = days.findIndex(endsMonth);
  history = await openHistoryScene(days.slice(0, until + 1), [MONTH], livelyDay);
  await noteMonths(history, [MONTH]);
  // The time of a process of its own.
  const { store } = history.app;
  await saveSandboxAhead(store.db, AHEAD_MS);
  Object.assign(store, { clock_offset_ms: 0, sandbox_ahead_ms: AHEAD_MS });
  const far = join(history.folder, 'far');
  await mkdir(far);
  copy = join(far, 'copy.jsonl.gz');
  await copyFile(history.fileOf(MONTH), copy);
  keys = (await keysGiven(history)).flatMap((key) => ['--public-key', key]);
});
after(() => history?.stop());

const settings = () => ({
  ...machineEnvironment(),
  DATA_DIR: join(history.folder, 'data'),
  DATABASE_URL: history.service.database.serving_url,
  MIGRATION_DATABASE_URL: history.service.database.url,
  ENCRYPTION_KEY: Buffer.from(history.service.master_key).toString('base64'),
  ARCHIVE_DIR: history.folder,
});

type Ran = { code: string | number | null | undefined; out: string; err: string };

const archive = (args: readonly string[], env: Record<string, string> = settings()) =>
  new Promise<Ran>((resolve) => {
    const given = ['server/programs/archive.ts', ...args];
    execFile(process.execPath, given, { env }, (error, out, err) =>
      resolve({ code: error === null ? 0 : error.code, out, err }),
    );
  });
const remove = (...args: readonly string[]) => archive(['remove', ...args, ...keys]);
const removeWithCopy = () => remove(MONTH, '--copy', copy);

const run = (text: string) => scene.sql(history.app, text);
const numberOf = async (text: string) => (await run(`select ${text} as n`))[0]?.n;

it('shows the plan, keeps it, and removes nothing', async () => {
  const before_it = await numberOf('(select count(*)::int from trades)');
  match((await removeWithCopy()).out, /^ {2}trades: \d+ rows$/m);
  await history.service.asOwner('analyze');
  const planned = await removeWithCopy();
  equal(planned.code, 0, planned.err);
  const lines = planned.out.trimEnd().split('\n');
  equal(lines[0], `${MONTH} would be removed. Nothing is removed yet:`);
  match(planned.out, /^ {2}ledger_entries: \d+ rows, about \d+ bytes$/m);
  match(planned.out, /^ {2}trades: \d+ rows, about \d+ bytes$/m);
  match(planned.out, /^1 stay: it was disputed, and messages of disputes are in no file\.$/m);
  match(lines.at(-2) ?? '', /^ {2}payment-orders removals allow \S+ --file-sha256 [0-9a-f]{64} /);
  equal(lines.at(-1), 'Then run this command again.');
  equal(await numberOf('(select count(*)::int from trades)'), before_it);
  const json = JSON.parse((await remove(MONTH, '--copy', copy, '--json')).out);
  deepEqual([json.outcome, json.month, json.copy], ['planned', MONTH, 'read']);
});

it('refuses what is not safe, with a reason and exit code 1', async () => {
  const same = await remove(MONTH, '--copy', history.fileOf(MONTH));
  deepEqual([same.code, same.out], [1, '']);
  match(same.err, /is the same file as/);
  const other = await remove(MONTH, '--copy-hash', 'ab'.repeat(32));
  equal(other.code, 1);
  match(other.err, /The copy has the SHA-256 (ab){32}, .* nothing is removed/);
  match((await remove(MONTH, '--copy-hash', 'ab')).err, /64 hex digits/);
  const no_key = await archive(['remove', MONTH, '--copy', copy]);
  equal(no_key.code, 1);
  match(no_key.err, /Give the public key of the proofs with --public-key/);
  equal((await remove(NEXT, '--copy', copy)).code, 1);
  const served = { ...settings(), MIGRATION_DATABASE_URL: history.service.database.serving_url };
  const role = await archive(['remove', MONTH, '--copy', copy, ...keys], served);
  equal(role.code, 1, role.out);
  for (const wrong of [[], ['--copy', copy, '--copy-hash', 'ab'.repeat(32)]]) {
    const ran = await remove(MONTH, ...wrong);
    deepEqual([ran.code, ran.err.slice(0, 6)], [2, 'Usage:']);
  }
});

it('ends with exit code 1 if a row differs from the file, and names its kind', async () => {
  const set = async (bank_id: string) => {
    await history.service.allowChanges('bank_lines');
    await run(`update bank_lines set bank_id = ${bank_id} where bank_line_id = (
      select bank_line_id from bank_line_outcomes o join trades t using (trade_id)
      where t.order_id = 'order-7')`);
  };
  await set(`'other'`);
  const differing = await removeWithCopy();
  equal(differing.code, 1, differing.out);
  match(differing.out, /^1 records of the kind line differ from the file, and stay\.$/m);
  match(differing.out, /Look at what differs with "payment-orders archive compare"/);
  await set('null');
  equal((await removeWithCopy()).code, 0);
});

it('removes nothing beside a process of an older release', async () => {
  await allowPlan(history, MONTH);
  const { serving_url } = history.service.database;
  const older = new pg.Client({
    connectionString: serving_url,
    application_name: 'payment-orders',
  });
  await older.connect();
  const refused = await removeWithCopy();
  await older.end();
  equal(refused.code, 1, refused.out);
  match(refused.err, /1 connections are of processes of an older release: stop them/);
  equal(await stage(), 'noted');
});

/** Starts a removal, kills it when it waits for this table, and lets go of it. */
async function killedAt(table: string): Promise<void> {
  const given = ['server/programs/archive.ts', 'remove', MONTH, '--copy', copy, ...keys];
  const holder = new pg.Client(history.service.database.connection);
  await holder.connect();
  try {
    await holder.query(`begin; lock table ${table} in share mode`);
    const killed = spawn(process.execPath, given, { env: settings(), stdio: 'ignore' });
    const ended = new Promise((resolve) => killed.once('close', resolve));
    const waits = `exists (select from pg_locks where not granted and mode = 'RowExclusiveLock'
      and relation = '${table}'::regclass)`;
    while (killed.exitCode === null && (await numberOf(waits)) !== true) await sleep(5);
    equal(killed.exitCode, null, 'it ended before it could be killed');
    killed.kill('SIGKILL');
    await ended;
  } finally {
    await holder.end();
  }
}

const past = () => numberOf('(select count(*)::int from past_trades)');
const stage = () => numberOf(`(select stage from archived_months where month = '${MONTH}')`);
const problems = async () => (await verifyBooks(history.app)).problems;

it('killed in a page it has removed nothing of it; killed after it, all', async () => {
  await killedAt('bank_line_words');
  deepEqual([await stage(), await past()], ['behind', 0]);
  deepEqual(await problems(), []);
  await killedAt('proof_digests');
  equal(await stage(), 'behind');
  ok(Number(await past()) > 5);
  deepEqual(await problems(), []);
});

it('from then on no process starts that knows nothing of removed months', async () => {
  const text = 'select needs from schema_migrations where version = 38';
  deepEqual(await history.app.store.db.query('', text, []), [{ needs: 38 }]);
});

it('run once more it ends the removal, once', async () => {
  const ended = await removeWithCopy();
  equal(ended.code, 0, ended.err + ended.out);
  match(ended.out, new RegExp(`^${MONTH} was removed:\n`));
  match(ended.out, /^ {2}trades: \d+ rows/m);
  equal(await stage(), 'removed');
  equal(await past(), Number(/^ {2}trades: (\d+) rows/m.exec(ended.out)?.[1]));
  deepEqual(await problems(), []);
  const whole = await archive(['verify', history.folder, '--database', ...keys]);
  equal(whole.code, 0, whole.err + whole.out);
  const again = await removeWithCopy();
  deepEqual([again.code, again.out.split('\n')[0]], [0, `${MONTH} was removed before:`]);
});
