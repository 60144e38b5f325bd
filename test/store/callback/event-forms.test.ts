// Events with their standing in columns and events that have it as JSON are one history: both are
// read, counted, digested and proven alike.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { makeProofNow } from '../../../server/app/proof/make-proof-now.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { countEvents, finishCounting } from '../../../server/app/trade/count-events.ts';
import { eventTexts } from '../../../server/store/archive/archive-rows.ts';
import { STANDING_COLUMNS, standingJson } from '../../../server/store/callback/event-standing.ts';
import { readEvents, readTradeEvents } from '../../../server/store/callback/events.ts';
import { readStateEvents } from '../../../server/store/callback/past-events.ts';
import { readRecords } from '../../../server/store/proof/record-sources.ts';
import { makeHistory } from '../../app/proof/planted-history.ts';
import * as scene from '../../app/scene.ts';
import { OPERATOR, openTestApp, type TestApp } from '../../support/test-app.ts';

let service: TestApp;
let app: OpenApp;
before(async () => {
  service = await openTestApp();
  app = service.app;
  await makeHistory(app);
  await makeProofNow(app, OPERATOR);
  await finishCounting(app);
  await service.allowChanges('events', 'trade_counts', 'trade_slots', 'trade_days');
});
after(() => service.stop());

const count = async (where: string) => {
  const [row] = await scene.sql<{ n: number }>(
    app,
    `select count(*)::int as n from events where ${where}`,
  );
  return row?.n ?? 0;
};

/** As rows of releases before the columns. */
const AS_JSON = `update events set standing = ${standingJson('events')},
  ${STANDING_COLUMNS.map((name) => `${name} = null`).join(', ')}`;

const countersOf = async () => [
  await scene.sql(app, 'select * from trade_counts order by 1, 2, 3, 4'),
  await scene.sql(app, 'select * from trade_slots order by 1, 2, 3, 4, 5'),
];

/** Counts all events once more. */
async function countAgain() {
  const sums = await countersOf();
  await scene.sql(app, 'delete from trade_counts');
  await scene.sql(app, 'delete from trade_slots');
  await scene.sql(app, 'delete from trade_days');
  await scene.sql(app, 'update trade_count_heads set counted_number = 0');
  while (await countEvents(app));
  deepEqual(await countersOf(), sums);
  return sums;
}

/** Everything that reads the standing of events. */
async function readAll() {
  const { db, cipher } = app.store;
  const merchants = await scene.sql<{ id: string; last: bigint }>(
    app,
    'select merchant_id as id, last_number as last from event_heads order by 1',
  );
  const read: unknown[] = [];
  for (const { id, last } of merchants) {
    const events = await readEvents(db, cipher, id, 0n, 1_000);
    const trades = [...new Set(events.map(({ trade_id }) => trade_id))];
    const types = [...new Set(events.map(({ type }) => type))];
    const run = { stream: 'events', book: id, after_number: 0n, to_number: last } as const;
    read.push(events, await readStateEvents(db, id, trades, types, 9));
    read.push(await readRecords(db, cipher, run));
    for (const trade of trades) read.push(await readTradeEvents(db, cipher, id, trade));
  }
  const all = { after_proof: 0n, to_proof: 1n, after_group: 0n, to_group: 1_000n };
  const archived = await db.transaction(async (tx) => {
    const texts: string[] = [];
    for await (const page of eventTexts(tx, all)) texts.push(...page);
    return texts;
  });
  return { read, archived, counters: await countAgain() };
}

test('all events read the same in both forms, are counted the same, and prove', async () => {
  equal(await count('standing is not null'), 0);
  const in_columns = await readAll();
  ok(in_columns.archived.length > 20);
  await scene.sql(app, `${AS_JSON} where number % 2 = 0`);
  ok((await count('standing is not null')) > 10);
  deepEqual(await readAll(), in_columns);
  for (const is_full of [true, false]) {
    deepEqual((await verifyBooks(app, undefined, { is_full })).problems, []);
  }
  await scene.sql(app, `${AS_JSON} where standing is null`);
  equal(await count('standing is null'), 0);
  deepEqual(await readAll(), in_columns);
  deepEqual((await verifyBooks(app, undefined, { is_full: true })).problems, []);
});
