// The clock passes every deadline that the service has, one after the other, and all jobs run: the
// ledger is the same before and after, except where the rules name an entry of the clock.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OpenApp } from '../../server/app/open-app.ts';
import { verifyBooks } from '../../server/app/proof/verify-books.ts';
import type { EntryAct } from '../../server/domain/ledger/ledger.ts';
import { TIMERS, type Timer } from '../../server/domain/service/timers.ts';
import type { JobWork } from '../../server/jobs/run-jobs.ts';
import { createStoredWork } from '../../server/jobs/runner.ts';
import * as scene from '../app/scene.ts';
import { type DatabaseClock, takeOverClock } from '../support/database-clock.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';
import { makeEverythingWait } from './waiting-scene.ts';

/**
 * The entries that a deadline itself may post; every other timer moves nothing. The money of a hold
 * is the merchant's already: its release only makes it spendable, on the day that the merchant's
 * settings said when it was credited.
 */
const MOVES: Readonly<Record<string, readonly EntryAct[]>> = {
  'holds.release_at': ['hold_released'],
};

/** What the jobs do besides: no job is left out of the test unseen. */
type Sending = Exclude<keyof JobWork<never>, keyof ReturnType<typeof createStoredWork>>;
const SENDING: Readonly<Record<Sending, string>> = {
  log: 'writes lines',
  events: 'only wakes the deliveries',
  isOutage: 'only names an error',
  rests: 'only reads a setting',
  countFailure: 'only counts',
  sendNotices: 'sends what is stored, and stores the answer',
  sendReports: 'reads trades, sends them, and stores how that went',
  claim: 'sends what is stored',
  post: 'sends what is stored',
  record: 'stores the answer of a receiver',
};

const DAY_MS = 86_400_000;

const PAUSED_MOVE = `grant insert on cell_moves to current_user;
  insert into cell_moves (move_id, state, place, pause_ends_at, begun_at, changed_at)
  values (gen_random_uuid(), 'paused', 'a test', now() + interval '5 seconds', now(), now())`;

let service: TestApp;
let app: OpenApp;
let clock: DatabaseClock;
before(async () => {
  service = await openTestApp();
  clock = await takeOverClock(service);
  app = await service.another();
  await makeEverythingWait(app);
  // Only the owner writes how far a move is; no writer asks, because there is no gate.
  await service.asOwner(PAUSED_MOVE);
});
after(() => service.stop());

type Kept = Timer & { kept_in: string };
const KEPT = TIMERS.filter((timer): timer is Kept => timer.kept_in !== null);

/** Of columns that look back: how long after them something ends. */
const LOOKS_BACK = /\.given_at$/;

type Row = { name: string; at: number };

/** Every deadline of every row that is ahead, in the order in which the clock comes to them. */
async function deadlines(): Promise<Row[]> {
  const found = await Promise.all(
    KEPT.map(async ({ kept_in, farthest_ms }) => {
      const [table, column = ''] = kept_in.split('.');
      const rows = await scene.sql<{ at: number }>(
        app,
        `select ${column} as at from ${table} where ${column} is not null`,
      );
      const later_ms = LOOKS_BACK.test(kept_in) ? (farthest_ms ?? 0) : 0;
      return rows.map(({ at }) => ({ name: kept_in, at: at + later_ms }));
    }),
  );
  return found.flat().sort((a, b) => a.at - b.at);
}

type Entry = { book: string; number: bigint; act: EntryAct; hash: string };

const entries = () =>
  scene.sql<Entry>(
    app,
    `select merchant_id::text as book, entry_number as number, act, encode(hash, 'hex') as hash
     from ledger_entries order by 1, 2`,
  );

const nameOf = ({ book, number, act, hash }: Entry) => `${book}/${number}/${act}/${hash}`;

/** Runs the jobs until none has work, with a limit for jobs that find the same work each time. */
async function runJobs(): Promise<void> {
  await app.settings.refresh();
  const work = Object.entries(createStoredWork(app));
  for (let round = 0; round < 3; round += 1) {
    for (const [, run] of work) await run();
  }
}

test('every timer that is stored has a row that waits', async () => {
  const waiting = new Set((await deadlines()).map(({ name }) => name));
  assert.deepEqual(
    KEPT.map(({ kept_in }) => kept_in).filter((name) => !waiting.has(name)),
    [],
  );
  assert.ok(Object.keys(MOVES).every((name) => waiting.has(name)));
  assert.ok(Object.values(SENDING).every((reason) => reason !== ''));
});

test('the clock passes them all, and only what the rules name is posted', async () => {
  const started_at = Date.now();
  await runJobs();
  const all = await deadlines();
  let before_step = await entries();
  const posted: string[] = [];
  const steps = [...Map.groupBy(all, ({ at }) => Math.ceil((at - started_at) / 60_000))];
  for (const [minutes, passed] of steps.filter(([minutes]) => minutes > 0)) {
    await clock.setAhead(minutes * 60_000);
    await runJobs();
    const now = await entries();
    const known = new Set(before_step.map(nameOf));
    assert.deepEqual(now.filter((one) => known.has(nameOf(one))).length, before_step.length);
    const names = [...new Set(passed.map(({ name }) => name))];
    const allowed = names.flatMap((name) => MOVES[name] ?? []);
    const added = now.filter((one) => !known.has(nameOf(one))).map(({ act }) => act);
    assert.deepEqual(
      added.filter((act) => !allowed.includes(act)),
      [],
      `after ${names.join(', ')}`,
    );
    posted.push(...added);
    before_step = now;
  }
  // The exceptions are none for show: each was seen.
  assert.deepEqual([...new Set(posted)], Object.values(MOVES).flat());
});

test('nor does a year in which nobody does anything', async () => {
  await runJobs();
  const before_year = (await entries()).map(nameOf);
  await clock.setAhead(400 * DAY_MS);
  await runJobs();
  assert.deepEqual((await entries()).map(nameOf), before_year);
  assert.deepEqual((await verifyBooks(app)).problems, []);
});
