// The table of timers names every time that the database compares with the present one, and no
// process compares such a time with its own clock.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { nextAttemptAt, RETRY_DELAYS_MS } from '../../../server/domain/callback/retry.ts';
import { LIMITS } from '../../../server/domain/service/limits.ts';
import { TIMERS } from '../../../server/domain/service/timers.ts';

const SERVER = new URL('../../../server/', import.meta.url);
const SCHEMA = new URL('../../../migrations/schema.sql', import.meta.url);

async function sources(): Promise<Map<string, string>> {
  const names = await readdir(SERVER, { recursive: true });
  const files = names.filter((name) => name.endsWith('.ts')).sort();
  const texts = files.map(async (name) => [name, await readFile(new URL(name, SERVER), 'utf8')]);
  return new Map((await Promise.all(texts)) as [string, string][]);
}

/** Columns named like a deadline. */
const ENDS =
  /^(?:due_at|release_at|free_at|until|until_at|deadline_at|expires_at|use_from|\w+_until)$/;

/** What was told at a time, of an event or of an order that was put aside: nothing waits for it. */
const PAST = [
  'events.expires_at',
  'past_trades.expires_at',
  'customer_erasure_trades.reason_until',
];

async function endColumns(): Promise<string[]> {
  const tables = (await readFile(SCHEMA, 'utf8')).matchAll(
    /create table public\.(\w+) \(\n(.*?)\n\)/gs,
  );
  return [...tables].flatMap(([, table, body = '']) =>
    [...body.matchAll(/^ {2}(\w+) timestamp with time zone/gm)]
      .map(([, column = '']) => column)
      .filter((column) => ENDS.test(column))
      .map((column) => `${table}.${column}`),
  );
}

test('every column that says until when something is so has its row in the table', async () => {
  const columns = await endColumns();
  assert.ok(columns.length >= 8, `${columns}`);
  const known = TIMERS.map(({ kept_in }) => kept_in);
  assert.deepEqual(
    columns.filter((column) => !(known.includes(column) || PAST.includes(column))),
    [],
  );
});

/** Compared with the present time although they are not deadlines: they look back. */
const LOOK_BACK = [
  'decided_at',
  'changed_at',
  'attempted_at',
  'finished_at',
  'last_seen_at',
  'recovered_at',
  'second_at',
];

test('so has every column that a statement compares with the present time', async () => {
  const present = String.raw`(?:now|clock_timestamp|statement_timestamp)\(\)`;
  const ahead = String.raw`\$\{(?:serviceNow\(|NOW\})`;
  const compared = new RegExp(
    String.raw`(\w+) *(?:<=|>=|<|>) *(?:least\()?(?:${present}|${ahead})`,
    'g',
  );
  const columns = [...(await sources()).values()].flatMap((text) =>
    [...text.matchAll(compared)].map(([, column = '']) => column),
  );
  assert.ok(columns.includes('due_at') && columns.includes('expires_at'), `${columns}`);
  const known = TIMERS.map(({ kept_in }) => kept_in?.split('.')[1]);
  const strangers = columns.filter((one) => !(known.includes(one) || LOOK_BACK.includes(one)));
  assert.deepEqual(strangers, []);
});

test("no time but a proof's is compared with the machine's own clock", async () => {
  const compared =
    /(?:[<>]=?|min\(.*,|isActive\(.*,) *Date\.now\(\)|Date\.now\(\) *[^;,\n]* [<>]=? /;
  const found = [...(await sources())]
    .filter(([, text]) => compared.test(text))
    .map(([name]) => name);
  assert.deepEqual(found, ['app/proof/daily-proof.ts', 'app/proof/make-proof.ts']);
});

test('the farthest time is what the schedules can make', () => {
  const farthest = (column: string) =>
    TIMERS.find(({ kept_in }) => kept_in === column)?.farthest_ms ?? Number.NaN;
  const latest = RETRY_DELAYS_MS.map((_, index) =>
    nextAttemptAt({ attempt: index + 1, now: 0, jitter: 1, retry_after_ms: 10 ** 12 }),
  );
  assert.equal(Math.max(...latest.map(Number)), farthest('deliveries.due_at'));
  assert.equal(farthest('trades.expires_at'), LIMITS.payin_life_max_ms);
});
