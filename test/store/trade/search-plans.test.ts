// Searches of trades and bank lines never need to read a whole table: for each filter, alone and
// with each other one, PostgreSQL has an index.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Queryable } from '../../../server/store/connection/database.ts';
import { type LineFilter, selectLines } from '../../../server/store/line/select-lines.ts';
import { findSettlements } from '../../../server/store/settlement/settlements.ts';
import {
  findByAttemptUtr,
  findByEndToEndId,
  findByReference,
  findByUtrEnding,
} from '../../../server/store/trade/find-trades.ts';
import { selectTrades } from '../../../server/store/trade/select-trades.ts';
import type { TradeFilter } from '../../../server/store/trade/trade-filter.ts';
import { findByPayeeWords } from '../../../server/store/trade/trade-words.ts';
import { openTestApp, type TestApp } from '../../support/test-app.ts';

let service: TestApp;
before(async () => {
  service = await openTestApp();
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

/** Small tables of settings, which are read whole. */
const MAY_BE_READ = ['merchants'];

const readWhole = (node: Node): string[] => [
  ...(node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : []),
  ...(node.Plans ?? []).flatMap(readWhole),
];

/** The tables that its statements read as a whole although they try not to. */
async function wholeTables(work: (db: Queryable) => Promise<unknown>): Promise<string[]> {
  return await service.app.store.db.transaction(async (tx) => {
    const found: string[] = [];
    await tx.query('', 'set local enable_seqscan = off', []);
    await work({
      query: async (_, text, values) => {
        const [plan] = await tx.query<Plan>('', `explain (format json) ${text}`, values);
        found.push(...readWhole(plan?.['QUERY PLAN'][0].Plan ?? { 'Node Type': 'None' }));
        return [];
      },
    });
    return found.filter((table) => !MAY_BE_READ.includes(table));
  });
}

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const NOW = Date.UTC(2026, 2, 5);

const TRADE_FILTERS: readonly Partial<TradeFilter>[] = [
  { merchant_id: ID },
  { trade_id: ID },
  { number_hash: Buffer.from('00', 'hex') },
  { state: 'created' },
  { state: 'verifying' },
  { state: 'completed' },
  { state: 'failed' },
  { state_reason: 'fake_proof' },
  { direction: 'payin' },
  { direction: 'payout' },
  { order_id: 'Order #7' },
  { utr: '412345678901' },
  { client_hashes: [Buffer.from('00', 'hex')] },
  { receiving_account_id: ID },
  { amount_cents: 149_900n },
  { amount_min_cents: 100n },
  { amount_min_cents: 100n, amount_max_cents: 200n },
  { created_from: NOW },
  { created_to: NOW },
  { changed_from: NOW },
  { changed_to: NOW },
  { completed_from: NOW },
  { completed_to: NOW },
  { ended_from: NOW },
  { ended_to: NOW },
  { currency: 'INR' },
  { type: 'upi' },
  { sort: 'oldest' },
  { sort: 'oldest', before: ID },
  { before: ID },
  {},
];

const LINE_FILTERS: readonly Partial<LineFilter>[] = [
  { bank_line_id: ID },
  { receiving_account_id: ID },
  { status: 'suspense' },
  { status: 'matched' },
  { utr: '412345678901' },
  { amount_cents: 777n },
  { booked_from: NOW },
  { booked_from: NOW, booked_to: NOW + 1 },
  { words: [1n, 2n] },
  { before: ID },
  {},
];

const nameOf = (filter: object) =>
  Object.entries(filter)
    .map(([name, value]) => (name === 'state' || name === 'direction' ? value : name))
    .join(' and ') || 'nothing';

suite('trades by', () => {
  for (const [index, one] of TRADE_FILTERS.entries()) {
    test(`${nameOf(one)}, alone and with each other filter`, async () => {
      const { cipher } = service.app.store;
      for (const other of TRADE_FILTERS.slice(index)) {
        const filter = { before: null, limit: 51, ...one, ...other };
        const read = await wholeTables((db) => selectTrades(db, cipher, filter));
        assert.deepEqual(read, [], nameOf(filter));
      }
    });
  }
});

suite('bank lines by', () => {
  for (const [index, one] of LINE_FILTERS.entries()) {
    test(`${nameOf(one)}, alone and with each other filter`, async () => {
      const { cipher } = service.app.store;
      for (const other of LINE_FILTERS.slice(index)) {
        const filter = { before: null, limit: 51, ...one, ...other };
        const read = await wholeTables((db) => selectLines(db, cipher, filter));
        assert.deepEqual(read, [], nameOf(filter));
      }
    });
  }
});

test('the other look-ups of a search', async () => {
  const { cipher } = service.app.store;
  const named = { text: 'H7K2M9PQ4X', merchant_id: null, limit: 21 };
  for (const work of [
    (db: Queryable) => findByReference(db, cipher, named),
    (db: Queryable) => findByEndToEndId(db, cipher, named),
    (db: Queryable) => findByAttemptUtr(db, cipher, named),
    (db: Queryable) => findByUtrEnding(db, cipher, { ...named, text: '344471' }),
    (db: Queryable) => findByPayeeWords(db, cipher, { ...named, hashes: [1n, 2n] }),
    (db: Queryable) => findSettlements(db, { id: ID, merchant_id: null, limit: 21 }),
    (db: Queryable) => findSettlements(db, { number: 7, merchant_id: null, limit: 21 }),
  ]) {
    assert.deepEqual(await wholeTables(work), []);
  }
});

const CUSTOMERS = 'trades_customer';

/** What is looked up in an index, wherever the plan uses it. */
const lookedUp = (node: Node, index: string): string[] => [
  ...(node['Index Name'] === index ? [node['Index Cond'] ?? 'everything'] : []),
  ...(node.Plans ?? []).flatMap((inner) => lookedUp(inner, index)),
];

test('a customer of a thousand merchants is looked up merchant by merchant', async () => {
  const { cipher, db } = service.app.store;
  const client_hashes = Array.from({ length: 1_000 }, (_none, number) => Buffer.from([number]));
  const filter = { client_hashes, before: null, limit: 21 };
  const found = await db.transaction(async (tx) => {
    const conditions: string[] = [];
    await tx.query('', 'set local enable_seqscan = off', []);
    await tx.query('', 'set local enable_bitmapscan = off', []);
    const explaining: Queryable = {
      query: async (_, text, values) => {
        const [plan] = await tx.query<Plan>('', `explain (format json) ${text}`, values);
        conditions.push(
          ...(plan?.['QUERY PLAN'].flatMap((one) => lookedUp(one.Plan, CUSTOMERS)) ?? []),
        );
        return [];
      },
    };
    await selectTrades(explaining, cipher, filter);
    return conditions.map((one) => one.slice(0, 80));
  });
  // With all hashes as well, each of the thousand look-ups would sort a thousand of them.
  assert.deepEqual(found, ['(client_hash = c.client_hash)']);
});

test('a search without an index would be told', async () => {
  const text = `select 1 as found from trades where callback_url = 'x'`;
  assert.deepEqual(await wholeTables((db) => db.query('', text, [])), ['trades']);
});
