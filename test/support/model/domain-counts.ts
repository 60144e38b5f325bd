// Computes the expected counters of accounts' days and open pay-ins from the trades alone: the
// oracle of the model.
import assert from 'node:assert/strict';
import type { Change } from '../../../server/domain/batch/decision.ts';
import type { World } from '../../../server/domain/batch/world.ts';
import type { Trade } from '../../../server/domain/record/trade.ts';

const DAY_MS = 86_400_000;

type Counters = Map<string, bigint>;

function add(counters: Counters, key: string, by: bigint): void {
  const sum = (counters.get(key) ?? 0n) + by;
  if (sum === 0n) counters.delete(key);
  else counters.set(key, sum);
}

/** Updated in the same way as the writer does it. */
function follow(counters: Counters, change: Change): void {
  if (change.kind === 'payins_opened') {
    add(counters, `open ${change.merchant_id}`, BigInt(change.by));
  }
  if (change.kind !== 'account_used') return;
  const { merchant_id, receiving_account_id, day, count, amount_cents } = change;
  add(counters, `count ${merchant_id} ${receiving_account_id} ${day}`, BigInt(count));
  add(counters, `sum ${merchant_id} ${receiving_account_id} ${day}`, amount_cents);
}

/** An ended pay-in is counted only if it was paid. */
const CAME_TO_NOTHING = new Set(['expired', 'canceled', 'failed']);
const OPEN = new Set(['created', 'pending', 'verifying']);

function recount(counters: Counters, trade: Trade): void {
  if (trade.direction !== 'payin') return;
  const { merchant_id, receiving_account_id, state, amount_cents } = trade;
  if (OPEN.has(state)) add(counters, `open ${merchant_id}`, 1n);
  const is_paid = !CAME_TO_NOTHING.has(state) || trade.received_amount_cents > 0n;
  if (receiving_account_id === null || !is_paid) return;
  const day = trade.account_day ?? Math.floor(trade.created_at / DAY_MS);
  add(counters, `count ${merchant_id} ${receiving_account_id} ${day}`, 1n);
  add(counters, `sum ${merchant_id} ${receiving_account_id} ${day}`, amount_cents);
}

const sorted = (counters: Counters) =>
  [...counters].toSorted(([left], [right]) => (left < right ? -1 : 1));

export function runningCounters() {
  const running: Counters = new Map();
  return {
    follow: (changes: readonly Change[]): void => {
      for (const change of changes) follow(running, change);
    },
    check: (world: World): void => {
      const counted: Counters = new Map();
      for (const trade of world.trades.values()) recount(counted, trade);
      assert.deepEqual(sorted(running), sorted(counted));
    },
  };
}
