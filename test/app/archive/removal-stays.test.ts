// What a removal leaves: each reason for which a trade or a line stays, and each column in which a
// row can differ from the file. Planted in the database, and undone after the plan.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import type { OpenApp } from '../../../server/app/open-app.ts';
import type { StayReason } from '../../../server/domain/archive/removal.ts';
import { endsMonth, type HistoryScene, monthOfDay, openHistoryScene } from './history-scene.ts';
import { livelyDay, noteMonths, openOwnerApp, runRemoval } from './removal-scene.ts';

const DAYS = Array.from({ length: 40 }, (_, day) => day);
const [MONTH = ''] = DAYS.map(monthOfDay);

let history: HistoryScene;
let owner: OpenApp;
before(async () => {
  const days = DAYS.filter((day) => monthOfDay(day) === MONTH && (day % 7 === 0 || endsMonth(day)));
  history = await openHistoryScene(days, [MONTH], livelyDay);
  await noteMonths(history, [MONTH]);
  owner = await openOwnerApp(history.service);
});
after(async () => {
  await owner?.close();
  await history?.stop();
});

const plan = async () => (await runRemoval(history, owner, MONTH, { page_rows: 500 })).counts;
const allow = (table: string) => `grant insert, update, delete on ${table} to current_user`;

/** Changes a table, looks at the plan, and puts back what was there. */
async function planWith(table: string, ...changes: readonly string[]) {
  const { asOwner } = history.service;
  await asOwner(`${allow(table)}; create table kept_rows as select * from ${table}`);
  try {
    for (const change of changes) await asOwner(change);
    return await plan();
  } finally {
    await asOwner(
      `${allow(table)}; delete from ${table}; insert into ${table} select * from kept_rows;
       drop table kept_rows`,
    );
  }
}

const THE_TRADE = `(select trade_id from trades where order_id = 'order-7')`;
const ITS_KEY = `(select merchant_id from trades where order_id = 'order-7'), ${THE_TRADE}`;
const settled = (last_entry_number: string) => `
  insert into settlements select merchant_id, gen_random_uuid(), 1, 'approved', 'S', 'INR',
    now() - interval '1 day', now(), 1, ${last_entry_number}, 0, ${Array(15).fill(0).join(', ')},
    null, now(), now(), now(), gen_random_uuid()
  from trades where order_id = 'order-7'`;

type Planted = readonly [reason: StayReason, table: string, change: string];

const PLANTED: readonly Planted[] = [
  ['may_change', 'trades', `update trades set final_at = '2100-01-01' where order_id = 'order-7'`],
  [
    'settlement',
    'trades',
    `update trades set settlement_id = gen_random_uuid() where order_id = 'order-7'`,
  ],
  [
    'callbacks',
    'deliveries',
    `insert into deliveries (merchant_id, trade_id, sequence, number, url, status, is_next,
       attempts, attempts_before, due_at) values (${ITS_KEY}, 1, 1, '', 'delivered', false, 1, 0,
       now())`,
  ],
  [
    'held',
    'holds',
    `insert into holds values (${ITS_KEY}, 'delay', 'INR', 1, 1, 0, false, now(), now(), null)`,
  ],
  ['erasure', 'erasures', `insert into erasures values (${ITS_KEY}, gen_random_uuid(), now())`],
  [
    'later',
    'events',
    `update events set number = number + 100000 where number = (
       select max(number) from events where trade_id = ${THE_TRADE})`,
  ],
  [
    'later',
    'ledger_entries',
    `update ledger_entries set entry_number = entry_number + 100000 where merchant_id <> (
       select min(merchant_id::text)::uuid from ledger_entries) and trade_id = ${THE_TRADE}`,
  ],
  [
    'split',
    'bank_lines',
    `update bank_lines set parent_line_id = gen_random_uuid() where bank_line_id = (
       select bank_line_id from bank_line_outcomes where trade_id = ${THE_TRADE})`,
  ],
  [
    'tied',
    'payout_attempts',
    `update payout_attempts set debit_line_id = (
       select bank_line_id from bank_line_outcomes where trade_id = ${THE_TRADE})`,
  ],
  [
    'decided',
    'bank_line_outcomes',
    `update bank_line_outcomes set status = 'suspense' where status = 'fee'`,
  ],
];

describe('a trade or line stays', () => {
  for (const [reason, table, change] of PLANTED) {
    it(`because of ${reason} (${table})`, async () => {
      const whole = await plan();
      deepEqual(whole.stays, { disputed: 1 });
      const left = await planWith(table, change);
      deepEqual(left.stays, { disputed: 1, [reason]: 1 });
      const gone = reason === 'decided' ? 0 : 1;
      equal(whole.removed.trades - left.removed.trades, gone);
    });
  }

  it('because no statement of its merchant has its entries yet', async () => {
    const left = await planWith('settlements', settled('0'));
    ok((left.stays.unsettled ?? 0) > 5);
    const settled_trades = await planWith('settlements', settled('1000000'));
    deepEqual(settled_trades.stays, { disputed: 1 });
  });

  it('as a refund, as long as its pay-in does', async () => {
    const change = `update trades set final_at = '2100-01-01' where order_id = 'refunded'`;
    deepEqual((await planWith('trades', change)).stays, { disputed: 1, may_change: 1, refund: 1 });
  });

  for (const table of ['bank_line_outcomes', 'trades']) {
    it(`while somebody is at work on it (${table})`, async () => {
      const holder = new pg.Client(history.service.database.connection);
      await holder.connect();
      try {
        await holder.query(`begin; select from ${table} where trade_id = ${THE_TRADE}
        for update`);
        deepEqual((await plan()).stays, { disputed: 1, locked: 1 });
      } finally {
        await holder.end();
      }
      deepEqual((await plan()).stays, { disputed: 1 });
    });
  }
});

const CHANGED: Readonly<Record<string, (column: string) => string>> = {
  'timestamp with time zone': (name) => `coalesce(${name}, now()) + interval '1 second'`,
  bigint: (name) => `coalesce(${name}, 0) + 1000`,
  integer: (name) => `coalesce(${name}, 0) + 1000`,
  smallint: (name) => `coalesce(${name}, 0) + 1`,
  numeric: (name) => `coalesce(${name}, 0) + 1`,
  json: () => `'{"x":1}'`,
  text: (name) => `coalesce(${name}, '') || 'X'`,
  uuid: () => 'gen_random_uuid()',
  boolean: (name) => `not coalesce(${name}, false)`,
  bytea: () => `sha256('x')`,
  jsonb: () => `'{"x":1}'`,
  ARRAY: () => `'{}'`,
};

/** What a rule of the table asks to change as well, or allows only. */
const ALLOWED: Readonly<Record<string, string>> = {
  'bank_line_outcomes.status': `status = 'fee', merchant_id = null, trade_id = null`,
  'bank_lines.source': `source = 'file'`,
  'events.standing': `standing = '{"x":1}', state = null`,
  'ledger_entries.accounts': `layout = null, accounts = array_fill('x'::text,
    array[cardinality(amounts)]),
    currencies = array_fill('INR'::text, array[cardinality(amounts)])`,
  'ledger_entries.amounts': 'amounts = (select array_agg(2 * a) from unnest(amounts) a)',
  'ledger_entries.currencies': `layout = null, accounts = array_fill('x'::text,
    array[cardinality(amounts)]),
    currencies = array_fill('USD'::text, array[cardinality(amounts)])`,
  'trades.direction': `direction = 'payout', payee = ''`,
  'trades.payee': `direction = 'payout', payee = ''`,
  'trades.state': `state = 'reversed'`,
  'trades.trace_context': `trace_context = substr(sha256('x') || sha256('x'), 1, 25)`,
};

/** Each of these tables is in the files, and goes. */
const TABLES = ['bank_lines', 'bank_line_outcomes', 'ledger_entries', 'events', 'trades'];

type Column = { name: string; column: string; type: string };

const COLUMNS = `
  select table_name as name, column_name as column, data_type as type
  from information_schema.columns c
  where table_schema = current_schema() and table_name in ('${TABLES.join("', '")}')
    and is_generated = 'NEVER' and not exists (
      select from pg_index i join pg_attribute a on a.attrelid = i.indrelid
        and a.attnum = any(i.indkey)
      where i.indrelid = c.table_name::regclass and i.indisprimary and a.attname = c.column_name)
  order by 1, 2`;

const OF_LINE = `r.bank_line_id = (
  select bank_line_id from bank_line_outcomes o where o.trade_id = t.trade_id)`;

/** In one row of the trade. */
function changeOf({ name, column, type }: Column): string {
  const set = ALLOWED[`${name}.${column}`] ?? `${column} = ${CHANGED[type]?.(column)}`;
  const is_its = name === 'bank_lines' ? OF_LINE : 'r.trade_id = t.trade_id';
  return `update ${name} set ${set} where ctid = (
    select r.ctid from ${name} r join trades t on t.order_id = 'order-7' where ${is_its} limit 1)`;
}

describe('a row that differs from the file', () => {
  it('stays with its trade, whichever column it is', async () => {
    const columns = await history.app.store.db.query<Column>('', COLUMNS, []);
    ok(columns.length > 80);
    const whole = await plan();
    const unseen: string[] = [];
    for (const one of columns) {
      const left = await planWith(one.name, changeOf(one));
      const is_seen = left.removed.trades === whole.removed.trades - 1;
      if (!is_seen) unseen.push(`${one.name}.${one.column}`);
    }
    deepEqual(unseen, []);
  });
});
