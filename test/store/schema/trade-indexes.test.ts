// What belongs to a trade is looked up by the trade's id, which alone finds it: no statement reads
// through the rows of its merchant.
import { deepEqual } from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import {
  readEventsByKey,
  readLastEvents,
  readTradeEvents,
} from '../../../server/store/callback/events.ts';
import { readStateEvents } from '../../../server/store/callback/past-events.ts';
import type { Queryable } from '../../../server/store/connection/database.ts';
import type { Cipher } from '../../../server/store/encryption/encryption.ts';
import { readPosted, readTradeEntries } from '../../../server/store/ledger/ledger-lists.ts';
import { readLinesOfTrade } from '../../../server/store/line/bank-lines.ts';
import { openTestApp, type TestApp } from '../../support/test-app.ts';

const TRADES = 3_000;
const ofTrade = (number: string) => `lpad(to_hex(${number}), 32, '0')::uuid`;
const MERCHANT = '00000000-0000-0000-0000-0000000000aa';
const TRADE = '00000000-0000-0000-0000-000000000007';

/** One merchant has them all, so that an index that begins with the merchant would not do. */
const ROWS = [
  `insert into events (merchant_id, trade_id, sequence, number, type, act, actor_role, happened_at,
     state)
   select '${MERCHANT}', ${ofTrade('n')}, s, 2 * n + s, 'x', 'x', 'x', 'epoch', 'x'
   from generate_series(1, ${TRADES}) n cross join generate_series(1, 2) s`,
  `insert into ledger_entries (merchant_id, entry_number, act, trade_id, accounts, currencies,
     amounts, entered_at, hash)
   select '${MERCHANT}', n, 'x', ${ofTrade('n')}, '{a,b}', '{INR,INR}', '{1,-1}', 'epoch', ''
   from generate_series(1, ${TRADES}) n`,
  `insert into bank_line_outcomes (bank_line_id, status, merchant_id, trade_id, reason, candidates,
     decided_at)
   select ${ofTrade('n')}, 'matched', '${MERCHANT}', ${ofTrade('n')}, 'x', '[]', 'epoch'
   from generate_series(1, ${TRADES}) n`,
];

let service: TestApp;
before(async () => {
  service = await openTestApp();
  for (const text of ROWS) await service.asOwner(text);
  for (const table of ['events', 'ledger_entries', 'bank_line_outcomes', 'trades']) {
    await service.asOwner(`analyze ${table}`);
  }
});
after(() => service.stop());

type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Node[];
};
type Plan = { 'QUERY PLAN': [{ Plan: Node }] };

/** Each index of the table with what it looks up, and the table itself if it is read whole. */
const waysIn = (node: Node, table: string): string[] => [
  ...(node['Node Type'] === 'Seq Scan' && node['Relation Name'] === table ? [table] : []),
  ...(node['Index Name']?.startsWith(`${table}_`) === true
    ? [`${node['Index Name']} ${/trade_id/.exec(node['Index Cond'] ?? '')?.[0]}`]
    : []),
  ...(node.Plans ?? []).flatMap((inner) => waysIn(inner, table)),
];

/** How the statements of the work come to the rows of one table. */
async function waysTo(table: string, work: (db: Queryable) => Promise<unknown>) {
  const { db } = service.app.store;
  const ways = new Set<string>();
  await work({
    query: async (_, text, values) => {
      const [plan] = await db.query<Plan>('', `explain (format json) ${text}`, values);
      const found = plan?.['QUERY PLAN'].flatMap((one) => waysIn(one.Plan, table)) ?? [];
      for (const way of found) ways.add(way);
      return [];
    },
  });
  return [...ways];
}

const KEY = { merchant_id: MERCHANT, trade_id: TRADE };

type Look = (db: Queryable, cipher: Cipher) => Promise<unknown>;

const LOOK_UPS: readonly (readonly [table: string, index: string, look: Look])[] = [
  ['events', 'events_trade', (db, cipher) => readTradeEvents(db, cipher, MERCHANT, TRADE)],
  [
    'events',
    'events_trade',
    (db, cipher) => readEventsByKey(db, cipher, [{ ...KEY, sequence: 1 }]),
  ],
  ['events', 'events_trade', (db) => readLastEvents(db, [KEY])],
  ['events', 'events_trade', (db) => readStateEvents(db, MERCHANT, [TRADE], ['x'], 2)],
  ['ledger_entries', 'ledger_entries_by_trade', (db) => readPosted(db, [KEY])],
  ['ledger_entries', 'ledger_entries_by_trade', (db) => readTradeEntries(db, MERCHANT, TRADE)],
  [
    'bank_line_outcomes',
    'bank_line_outcomes_by_trade',
    (db, cipher) => readLinesOfTrade(db, cipher, KEY),
  ],
];

suite('of one trade', () => {
  for (const [number, [table, index, look]] of LOOK_UPS.entries()) {
    test(`${number + 1}: ${table} are found by ${index}`, async () => {
      const ways = await waysTo(table, (db) => look(db, service.app.store.cipher));
      deepEqual(ways, [`${index} trade_id`]);
    });
  }

  test('a look-up that does not name the trade would be told', async () => {
    const text = 'select 1 as found from events where merchant_id = $1 and number = 5';
    deepEqual(await waysTo('events', (db) => db.query('', text, [MERCHANT])), [
      'events_pk undefined',
    ]);
  });
});
