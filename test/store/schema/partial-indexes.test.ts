// Each partial index over states serves its statement: PostgreSQL uses it only if the statement's
// list is within the index's.
import { deepEqual, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  findApprovalsWaiting,
  findCallbacksExhausted,
  findImportsUnfinished,
  findLinesInSuspense,
  findLinesWaiting,
  findPayinsToVerify,
  findPayinsWithoutLine,
  findPayoutsToSend,
  findPayoutsUnconfirmed,
  findPayoutsWithoutLine,
  findSettlementsWaiting,
} from '../../../server/store/alert/attention.ts';
import { findCallbacksFailing } from '../../../server/store/alert/failing-callbacks.ts';
import type { Queryable } from '../../../server/store/connection/database.ts';
import { readLinesNearPayin } from '../../../server/store/line/lines-near-payin.ts';
import { selectLines } from '../../../server/store/line/select-lines.ts';
import { readTradesOfLines } from '../../../server/store/payout/payout-attempts.ts';
import { readPayoutQueue } from '../../../server/store/payout/payout-queue.ts';
import {
  countPayoutsUnderWay,
  readPayoutsEnded,
  readPayoutsUnderWay,
} from '../../../server/store/payout/payout-work.ts';
import { readDayFacts } from '../../../server/store/proof/proof-days.ts';
import { readWaitingSettlements } from '../../../server/store/settlement/settlements.ts';
import { selectTrades } from '../../../server/store/trade/select-trades.ts';
import { readDue, readEndingAfter } from '../../../server/store/trade/trades.ts';
import { readVerifyQueue } from '../../../server/store/trade/verify-queue.ts';
import { lineWith } from '../../support/model/domain-commands.ts';
import { openTestApp, type TestApp } from '../../support/test-app.ts';

let service: TestApp;
before(async () => {
  service = await openTestApp();
});
after(async () => {
  await service.stop();
});

type Node = { 'Index Name'?: string; Plans?: Node[] };
type Plan = { 'QUERY PLAN': [{ Plan: Node }] };

const indexesOf = (node: Node): string[] => [
  ...(node['Index Name'] === undefined ? [] : [node['Index Name']]),
  ...(node.Plans ?? []).flatMap(indexesOf),
];

/** The indexes that the statements of the work may use: of a small table the whole is cheaper. */
async function usedBy(work: (db: Queryable) => Promise<unknown>): Promise<string[]> {
  return await service.app.store.db.transaction(async (tx) => {
    const used: string[] = [];
    await tx.query('', 'set local enable_seqscan = off', []);
    await work({
      query: async (name, text, values) => {
        const [plan] = await tx.query<Plan>('', `explain (format json) ${text}`, values);
        used.push(...indexesOf(plan?.['QUERY PLAN'][0].Plan ?? {}));
        return await tx.query(name, text, values);
      },
    });
    return used;
  });
}

const NOW = Date.UTC(2026, 2, 10);
const ANY = '00000000-0000-7000-8000-000000000001';
const QUEUE = { merchant_id: null, type: null, max_amount_cents: null, after: null, limit: 10 };
const WORK = { merchant_id: null, currency: null, receiving_account_id: null, limit: 10 };
const DAY = { receiving_account_id: ANY, day: '2026-03-10', from_at: NOW, zone_offset_ms: 0 };

const VERIFY = {
  merchant_id: null,
  receiving_account_id: null,
  state_reason: null,
  after: null,
  limit: 10,
};
const NEAR = { receiving_account_id: ANY, utr: null };

const SEARCH = { before: null, limit: 10 };

type Served = readonly [index: string, work: (db: Queryable) => Promise<unknown>];

const SERVED: readonly Served[] = [
  ['trades_expiry', (db) => readDue(db, NOW, 10)],
  ['trades_expiry', (db) => readEndingAfter(db, NOW, 10)],
  [
    'trades_payout_queue',
    (db) => readPayoutQueue(db, service.app.store.cipher, { ...QUEUE, currency: 'INR' }),
  ],
  ['trades_without_line', (db) => readDayFacts(db, DAY)],
  ['payout_attempts_unseen', (db) => readTradesOfLines(db, [lineWith({ amount_cents: -500n })])],
  [
    'bank_line_outcomes_unmatched',
    (db) => selectLines(db, service.app.store.cipher, { ...SEARCH, status: 'fee' }),
  ],
  ...['trades_amount', 'trades_expiry', 'trades_payout_queue'].map(
    (index): Served => [
      index,
      (db) => selectTrades(db, service.app.store.cipher, { ...SEARCH, amount_cents: 500n }),
    ],
  ),
  ['settlements_waiting', (db) => readWaitingSettlements(db)],
  ['settlements_waiting', findSettlementsWaiting],
  ['trades_verifying', findPayinsToVerify],
  ['trades_verifying', (db) => readVerifyQueue(db, service.app.store.cipher, VERIFY)],
  [
    'bank_line_outcomes_suspense',
    (db) => readLinesNearPayin(db, service.app.store.cipher, NEAR, 5n),
  ],
  ['trades_payout_queue', findPayoutsToSend],
  ['trades_decisions', findPayoutsUnconfirmed],
  ['bank_line_outcomes_suspense', findLinesInSuspense],
  ['trades_without_line', (db) => findPayinsWithoutLine(db, [ANY])],
  ['payout_attempts_under_way', (db) => readPayoutsUnderWay(db, 'taken', WORK, null)],
  ['payout_attempts_under_way', (db) => readPayoutsUnderWay(db, 'unconfirmed', WORK, ANY)],
  ['payout_attempts_under_way', (db) => countPayoutsUnderWay(db, 10)],
  ['payout_attempts_ended', (db) => readPayoutsEnded(db, { ...WORK, since: NOW }, null)],
  [
    'payout_attempts_ended',
    (db) =>
      readPayoutsEnded(db, { ...WORK, since: 0 }, { changed_at: NOW, payout_attempt_id: ANY }),
  ],
  ['payout_attempts_unbacked', (db) => findPayoutsWithoutLine(db, [ANY])],
  ['deliveries_failing', findCallbacksFailing],
  ['deliveries_exhausted', (db) => findCallbacksExhausted(db, NOW)],
  ['statement_imports_open', findImportsUnfinished],
  ['waiting_lines_open', findLinesWaiting],
  ['proposals_waiting', findApprovalsWaiting],
];

describe('a partial index over states', () => {
  for (const [index, work] of SERVED) {
    it(`${index} serves its statement`, async () => {
      const used = await usedBy(work);
      ok(used.includes(index), `${used.join(', ')} instead of ${index}`);
    });
  }

  it('a statement that asks for a state more does without it', async () => {
    const used = await usedBy((db) =>
      db.query('', `select 1 from settlements where state in ('draft', 'settled')`, []),
    );
    deepEqual(used.includes('settlements_waiting'), false);
  });
});
