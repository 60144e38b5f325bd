// An archived month is removed from the database: what owners allowed goes, row by row as the file
// has it, and what stays answers as before.
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { appendFile, copyFile, rm } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { allowMonthRemoval, listRemovals } from '../../../server/app/archive/allow-removal.ts';
import { findInArchive } from '../../../server/app/archive/find-in-archive.ts';
import { verifyHistoryGoesOn } from '../../../server/app/archive/history-goes-on.ts';
import { removeMonth } from '../../../server/app/archive/remove-month.ts';
import { verifyHistory } from '../../../server/app/archive/verify-history.ts';
import { listEvents } from '../../../server/app/callback/list-events.ts';
import { listJournal } from '../../../server/app/ledger/list-journal.ts';
import { getBalance } from '../../../server/app/ledger/past-balance.ts';
import { showMonth } from '../../../server/app/ledger/show-month.ts';
import { listWaitingLines } from '../../../server/app/line/waiting-lines.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { DAY_MS } from '../../../server/lib/durations.ts';
import { NOON, setToNoonAfter } from '../../support/noon.ts';
import { accepted, OPERATOR, raw, refusedWith } from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import { endsMonth, type HistoryScene, monthOfDay, openHistoryScene } from './history-scene.ts';
import { liesAbout } from './removal-lies.ts';
import {
  allowPlan,
  keysGiven,
  livelyDay,
  noteMonths,
  openOwnerApp,
  runRemoval,
} from './removal-scene.ts';

const DAYS = Array.from({ length: 130 }, (_, day) => day);
const [FIRST = '', SECOND = '', THIRD = '', FOURTH = ''] = new Set(DAYS.map(monthOfDay));

const MONTHS = [FIRST, SECOND, THIRD] as const;

let history: HistoryScene;
let owner: OpenApp;
before(async () => {
  const of = (day: number) => day === 0 || day % 7 === 0 || endsMonth(day);
  const days = DAYS.filter((day) => monthOfDay(day) < FOURTH).filter(of);
  history = await openHistoryScene(days, [FIRST, SECOND, THIRD], livelyDay);
  await noteMonths(history, [FIRST, SECOND, THIRD]);
  owner = await openOwnerApp(history.service);
});
after(async () => {
  await owner?.close();
  await history?.stop();
});

const run = (text: string) => scene.sql(history.app, text);
const problems = async () => (await verifyBooks(history.app)).problems;
const sinceProof = async () =>
  (await verifyBooks(history.app, () => undefined, { is_full: false })).problems;

async function goesOn(): Promise<readonly string[]> {
  const files = await verifyHistory(history.folder);
  return (await verifyHistoryGoesOn(history.app, files)).problems;
}

const balanceAt = async (at: string) => {
  const { app, shop } = history;
  return await getBalance(app, shop.caller, { merchant_id: shop.merchant_id }, { at });
};

/** What does not depend on rows of the removed month. */
async function answers() {
  const { app, shop } = history;
  const months: unknown[] = [];
  for (const month of [FIRST, SECOND, THIRD, FOURTH]) {
    for (const query of [{}, { merchant_id: shop.merchant_id }]) {
      months.push(accepted(await showMonth(app, month, query)));
    }
  }
  const path = { merchant_id: shop.merchant_id };
  const balance = accepted(await getBalance(app, shop.caller, path));
  const again = await scene.payin(app, shop, { order_id: 'order-0', amount_cents: 1_000 });
  const other = await scene.payin(app, shop, { order_id: 'order-0', amount_cents: 1_001 });
  const { trade } = accepted(again);
  const { archived_month: _, ...shown } = trade as typeof trade & { archived_month?: unknown };
  return { months, balance, shown, other: refusedWith(other).code };
}

const endOfFirst = () => {
  const last = DAYS.findLast((day) => monthOfDay(day) === FIRST) ?? 0;
  return new Date(NOON + last * DAY_MS).toISOString().slice(0, 10);
};

describe('a month', () => {
  it('is planned, and nothing goes before owners allow this very plan', async () => {
    const planned = await runRemoval(history, owner, FIRST);
    equal(planned.outcome, 'planned');
    deepEqual(planned.counts.differs, {});
    ok(planned.counts.removed.trades > 5);
    deepEqual(planned.counts.stays.disputed, 1);
    const count = await run('select count(*)::int as n from past_trades');
    equal(count[0]?.n, 0);
    const { trades } = planned.counts.removed;
    const allow = (file_sha256: string, wanted: number) =>
      allowMonthRemoval(
        history.app,
        OPERATOR,
        FIRST,
        raw({ file_sha256, trades: wanted, reason: 'policy' }),
      );
    match(refusedWith(await allow('ab'.repeat(32), trades)).detail ?? '', /not of this one/);
    match(refusedWith(await allow(planned.file_sha256, trades + 1)).detail ?? '', /not \d+\./);
    equal((await runRemoval(history, owner, FIRST)).outcome, 'planned');
    deepEqual(await problems(), []);
  });

  it('is not removed with another file, a wrong copy, no key, or before the one before', async () => {
    const file = history.fileOf(FIRST);
    const { master_key } = history.service;
    const public_keys = await keysGiven(history);
    const wish = { master_key, public_keys, tell: () => undefined };
    const copy = { file: `${file}.copy` };
    await rejects(runRemoval(history, owner, SECOND), new RegExp(`${FIRST} comes first`));
    await rejects(removeMonth(owner, { ...wish, file, copy: { file } }), /is the same file/);
    const other = { sha256: 'ab'.repeat(32) };
    await rejects(removeMonth(owner, { ...wish, file, copy: other }), /nothing is removed/);
    await rejects(
      removeMonth(owner, { ...wish, public_keys: [], file, copy }),
      /Give the public key/,
    );
    await copyFile(file, `${file}.kept`);
    await appendFile(file, 'x');
    await rejects(removeMonth(owner, { ...wish, file, copy }), /is not the archive of/);
    await copyFile(`${file}.kept`, file);
    await rm(`${file}.kept`);
    const served = removeMonth(history.app, { ...wish, file, copy });
    await rejects(served, /Only the role that owns the tables/);
  });

  it('goes, apart from what differs, and everything that stays answers as before', async () => {
    const before_it = await answers();
    const day_end = await balanceAt(`${endOfFirst()}T23:59:59.999Z`);
    await history.service.allowChanges('bank_lines');
    const [changed] = await run(
      `update bank_lines set bank_id = 'other' where bank_line_id = (
         select bank_line_id from bank_line_outcomes o join trades t using (trade_id)
         where t.order_id = 'order-7') returning bank_line_id`,
    );
    ok(changed !== undefined);
    await run(
      `insert into utr_claims (utr, trade_id, merchant_id, active, claimed_at)
       select 'ONLYHERE0001', trade_id, merchant_id, false, created_at from trades
       where order_id = 'order-14'`,
    );
    const { file_sha256 } = await allowPlan(history, FIRST);
    const told = runRemoval(history, owner, FIRST, { copy: { sha256: file_sha256 } });
    await rejects(told, /allowed with a copy that is read/);
    const removed = await runRemoval(history, owner, FIRST);
    equal(removed.outcome, 'removed');
    deepEqual(removed.counts.differs, { line: 1, trade: 1 });
    const left = await run(
      `select order_id from trades where order_id in ('order-0', 'order-7', 'order-14', 'claimed',
         'refunded') order by 1`,
    );
    deepEqual(
      left.map((row) => row.order_id),
      ['order-14', 'order-7'],
    );
    await run(`update bank_lines set bank_id = null where bank_id = 'other'`);
    await run(`delete from utr_claims where utr = 'ONLYHERE0001'`);
    deepEqual(await problems(), []);
    deepEqual(await sinceProof(), []);
    deepEqual(await goesOn(), []);
    deepEqual(await answers(), before_it);
    deepEqual(await balanceAt(`${endOfFirst()}T23:59:59.999Z`), day_end);
    equal((await runRemoval(history, owner, FIRST)).outcome, 'ended');
  });

  it('is told: within its days, in its journal, in the feed, and of a bank line', async () => {
    const { app, shop, account } = history;
    const within = refusedWith(await balanceAt(`${endOfFirst()}T10:00:00.000Z`));
    match(JSON.stringify(within), new RegExp(`is within ${FIRST}, which was archived`));
    const journal = refusedWith(await listJournal(app, FIRST, {}));
    match(journal.detail ?? '', new RegExp(`The entries of ${FIRST} were archived and removed`));
    accepted(await listJournal(app, SECOND, {}));
    const feed = accepted(await listEvents(app, shop.caller, { merchant_id: shop.merchant_id }));
    ok(feed.removed_to > 10);
    equal(feed.data[0]?.number, feed.removed_to + 1);
    const later = accepted(
      await listEvents(app, shop.caller, {
        merchant_id: shop.merchant_id,
        after: String(feed.removed_to),
      }),
    );
    deepEqual([later.removed_to, later.data[0]?.number], [0, feed.removed_to + 1]);
    const booked_at = `${endOfFirst()}T12:00:00Z`;
    const [line] = await scene.feed(app, account, [{ amount_cents: 1_030, booked_at }]);
    deepEqual([line?.status, line?.reason], ['waiting', 'day_removed']);
    const { data } = accepted(await listWaitingLines(app, { state: 'waiting' }));
    match(data[0]?.explanation ?? '', /look into the archive/);
    const found = await findInArchive(history.fileOf(FIRST), 'order', 'claimed');
    deepEqual([...new Set(found.map(({ kind }) => kind))].toSorted(), [
      'entry',
      'event',
      'line',
      'trade',
    ]);
    deepEqual(await problems(), []);
  });
});

/** Ends the work after so many transactions, as a killed process does. */
async function killedAfter(transactions: number, work: () => Promise<unknown>): Promise<boolean> {
  const { db } = owner.store;
  let done = 0;
  owner.store.db = {
    ...db,
    transaction: async (given, options) => {
      if (done === transactions) throw new Error('killed');
      done += 1;
      return await db.transaction(given, options);
    },
  };
  try {
    await work();
    return false;
  } catch (error) {
    if (error instanceof Error && error.message === 'killed') return true;
    throw error;
  } finally {
    owner.store.db = db;
  }
}

describe('the month after it', () => {
  it('takes what stayed of the first with it, and goes on after a kill at every step', async () => {
    const before_it = await answers();
    await runRemoval(history, owner, SECOND);
    await allowPlan(history, SECOND);
    const one = { page_rows: 1 };
    let kills = 0;
    while (await killedAfter(kills + 1, () => runRemoval(history, owner, SECOND, one))) {
      kills += 1;
      deepEqual(await problems(), []);
      deepEqual(await sinceProof(), []);
      if (kills === 2) deepEqual(await answers(), before_it);
      ok(kills < 40);
    }
    ok(kills > 3, `${kills} kills`);
    const left = await run(`select order_id from trades where order_id in ('order-7', 'order-14')`);
    deepEqual(left, []);
    deepEqual(await answers(), before_it);
    deepEqual(await goesOn(), []);
    const [row] = (await listRemovals(history.app)).removals.slice(-1);
    deepEqual([row?.month, row?.state, row?.differs], [SECOND, 'removed', 0]);
  });

  it('leaves what somebody is at work on, and two runs do nothing twice', async () => {
    await runRemoval(history, owner, THIRD);
    await allowPlan(history, THIRD);
    const [{ order_id } = { order_id: '' }] = await run(
      `select order_id from trades where order_id like 'order-%' order by created_at limit 1`,
    );
    await history.app.store.db.transaction(async (tx) => {
      await tx.query('', `select from trades where order_id = '${order_id}' for update`, []);
      const both = await Promise.allSettled([
        runRemoval(history, owner, THIRD),
        runRemoval(history, owner, THIRD),
      ]);
      const ended = both.filter((one) => one.status === 'fulfilled');
      equal(ended.length, 2, JSON.stringify(both));
    });
    const left = await run(`select order_id from trades where order_id = '${order_id}'`);
    equal(left.length, 1);
    setToNoonAfter(500, history.app);
    deepEqual(await problems(), []);
    deepEqual(await goesOn(), []);
  });
});

describe('a lie', () => {
  it('about what is kept of removed months is found, and everything is right before it', async () => {
    deepEqual(await problems(), []);
    const { database } = history.service;
    const tables = [...new Set(liesAbout(MONTHS).map((lie) => lie.slice(0, lie.indexOf(' '))))];
    await history.service.asOwner(
      `grant update, insert, delete on ${tables.join(', ')} to current_user`,
    );
    for (const lie of liesAbout(MONTHS)) {
      const table = lie.slice(0, lie.indexOf(' '));
      await history.service.asOwner(`create table kept_rows as select * from ${table}`);
      await history.service.asOwner(`update ${lie}`);
      ok((await problems()).length > 0, `nobody sees: ${lie} (${database.url.length})`);
      await history.service.asOwner(
        `delete from ${table}; insert into ${table} select * from kept_rows; drop table kept_rows`,
      );
    }
    deepEqual(await problems(), []);
  });
});
