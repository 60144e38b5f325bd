// Folds the changes of a batch into rows: the last version of each row, inserted or updated
// depending on whether the batch created it.

import type { Change, UtrClaim } from '../../domain/batch/decision.ts';
import { slotKey, type World } from '../../domain/batch/world.ts';
import type { LineOutcome } from '../../domain/record/bank-line.ts';
import type { AccountDay, Reservation } from '../../domain/record/receiving-account.ts';
import type { Trade } from '../../domain/record/trade.ts';

export type Of<K extends Change['kind']> = Extract<Change, { kind: K }>;

export function tradesOf(changes: readonly Of<'trade_created' | 'trade_changed'>[]) {
  const made = new Map<string, Trade>();
  const changed = new Map<string, Trade>();
  for (const { kind, trade } of changes) {
    const is_made = kind === 'trade_created' || made.has(trade.trade_id);
    (is_made ? made : changed).set(trade.trade_id, trade);
  }
  return { made: [...made.values()], changed: [...changed.values()] };
}

export function outcomesOf(changes: readonly Of<'line_added' | 'line_moved'>[]) {
  const added = new Map<string, LineOutcome>();
  const moved = new Map<string, { outcome: LineOutcome; from: LineOutcome['status'] }>();
  for (const change of changes) {
    if (change.kind === 'line_added') {
      added.set(change.record.line.bank_line_id, change.record.outcome);
      continue;
    }
    const id = change.outcome.bank_line_id;
    if (added.has(id)) added.set(id, change.outcome);
    else moved.set(id, { outcome: change.outcome, from: moved.get(id)?.from ?? change.from });
  }
  return { added: [...added.values()], moved: [...moved.values()] };
}

export function claimsOf(changes: readonly Of<'utr_claimed' | 'utr_claim_ended'>[]) {
  const claims = new Map<string, UtrClaim & { active: boolean }>();
  for (const { kind, claim } of changes) {
    claims.set(`${claim.utr}/${claim.trade_id}`, { ...claim, active: kind === 'utr_claimed' });
  }
  return [...claims.values()];
}

/** The additions to the counters of each account and day. */
export function daysOf(changes: readonly Of<'account_used'>[]): AccountDay[] {
  const days = new Map<string, AccountDay>();
  for (const { receiving_account_id, day, count, amount_cents } of changes) {
    const key = `${receiving_account_id}/${day}`;
    const before = days.get(key) ?? { receiving_account_id, day, count: 0, amount_cents: 0n };
    days.set(key, {
      ...before,
      count: before.count + count,
      amount_cents: before.amount_cents + amount_cents,
    });
  }
  return [...days.values()];
}

/** The reservations whose expired amounts are given to somebody else now. */
export function releasedBy(taken: readonly Reservation[], { now, reservations, slots }: World) {
  return taken
    .filter((reservation) => reservation.exclusive)
    .flatMap(({ receiving_account_id, amount_cents, trade_id }) => {
      const others = slots.get(slotKey(receiving_account_id, amount_cents)) ?? new Set();
      return [...others]
        .filter((other) => other !== trade_id)
        .flatMap((other) => reservations.get(other) ?? []);
    })
    .filter(({ exclusive, free_at }) => exclusive && free_at !== null && free_at <= now);
}
