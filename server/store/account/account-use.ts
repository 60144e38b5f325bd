// How much receiving accounts were used today: read under a lock if a limit depends on it,
// otherwise as this process last saw it.

import { createCrowding } from '../../domain/account/account-crowding.ts';
import { createRanking } from '../../domain/account/account-ranking.ts';
import type { Looked } from '../../domain/account/narrow-accounts.ts';
import type { Change } from '../../domain/batch/decision.ts';
import {
  type AccountDay,
  hasDailyLimit,
  hasDailyLimits,
  type ReceivingAccount,
} from '../../domain/record/receiving-account.ts';
import type { Transaction } from '../connection/database.ts';
import { readAccountDays } from './account-days.ts';

export type AccountUse = {
  /** Accounts with a daily limit are locked, in key order. The statements are sent at once. */
  read(
    tx: Transaction,
    day: number,
    accounts: readonly ReceivingAccount[],
  ): Promise<{ days: readonly AccountDay[]; limited: ReadonlySet<string> }>;
  /** Orders accounts by use. For a list with a daily limit, call `read` first. */
  rank(
    tx: Transaction,
    at: { day: number; now: number },
    accounts: readonly ReceivingAccount[],
  ): Promise<Looked>;
  /** As this process last saw it. */
  dayFor(receiving_account_id: string, day: number): AccountDay;
  /** Adds what a committed batch has used. */
  add(changes: readonly Change[]): void;
};

/**
 * Without a limit, use only spreads pay-ins over accounts, so other processes' counts may be late.
 */
const FRESH_FOR_MS = 1_000;

type Seen = { used: AccountDay; seen_at_ms: number };
type Ranked = { looked: Looked; day: number; ranked_at_ms: number };

const unused = (receiving_account_id: string, day: number): AccountDay => ({
  receiving_account_id,
  day,
  count: 0,
  amount_cents: 0n,
});

const idsOf = (accounts: readonly ReceivingAccount[]) =>
  accounts.map((account) => account.receiving_account_id);

/** The daily counters that this process has seen, with the time of each. */
function createSeenDays(clockMs: () => number) {
  const seen = new Map<string, Seen>();
  return {
    dayFor(receiving_account_id: string, day: number): AccountDay {
      const used = seen.get(receiving_account_id)?.used;
      return used?.day === day ? used : unused(receiving_account_id, day);
    },
    /** Null if any of them was not seen lately: then all are read. */
    recall(ids: readonly string[], day: number): AccountDay[] | null {
      const oldest_ms = clockMs() - FRESH_FOR_MS;
      const days: AccountDay[] = [];
      for (const id of ids) {
        const known = seen.get(id);
        if (known?.used.day !== day || known.seen_at_ms <= oldest_ms) return null;
        days.push(known.used);
      }
      return days;
    },
    note(days: readonly AccountDay[]): void {
      const seen_at_ms = clockMs();
      for (const used of days) seen.set(used.receiving_account_id, { used, seen_at_ms });
    },
    add({
      receiving_account_id: id,
      day,
      count,
      amount_cents,
    }: Extract<Change, { kind: 'account_used' }>) {
      const known = seen.get(id);
      if (known?.used.day !== day) return;
      const { used } = known;
      seen.set(id, {
        ...known,
        used: {
          ...used,
          count: used.count + count,
          amount_cents: used.amount_cents + amount_cents,
        },
      });
    },
  };
}

export function createAccountUse(clockMs = () => performance.now()): AccountUse {
  const seen = createSeenDays(clockMs);
  // Keyed by the list of accounts in the settings; each change of settings makes a new list.
  const ranked = new WeakMap<readonly ReceivingAccount[], Ranked>();

  async function read(tx: Transaction, day: number, accounts: readonly ReceivingAccount[]) {
    const ids = idsOf(accounts);
    const limited = new Set(idsOf(accounts.filter(hasDailyLimit)));
    const recalled = limited.size === 0 ? seen.recall(ids, day) : null;
    if (recalled !== null) return { days: recalled, limited };
    const found = await readAccountDays(tx, day, ids, limited);
    const by_id = new Map(found.map((used) => [used.receiving_account_id, used]));
    const days = ids.map((id) => by_id.get(id) ?? unused(id, day));
    seen.note(days);
    return { days, limited };
  }

  return {
    read,
    dayFor: seen.dayFor,
    async rank(tx, { day, now }, accounts) {
      const known = ranked.get(accounts);
      const ranked_at_ms = clockMs();
      const is_limited = hasDailyLimits(accounts);
      const is_fresh = known?.day === day && ranked_at_ms - known.ranked_at_ms < FRESH_FOR_MS;
      if (is_fresh && !is_limited) return known.looked;
      if (!is_limited) await read(tx, day, accounts);
      const ranking = createRanking(accounts, now, (id) => seen.dayFor(id, day));
      const looked = { ranking, crowding: known?.looked.crowding ?? createCrowding(clockMs) };
      ranked.set(accounts, { looked, day, ranked_at_ms });
      return looked;
    },
    add(changes) {
      for (const change of changes) if (change.kind === 'account_used') seen.add(change);
    },
  };
}
