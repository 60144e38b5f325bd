// The one writer: every change to money or trades is written here, set-based, whole or not at all.
import type { LineOutcome } from '../domain/bank-line.ts';
import type { Change, UtrClaim } from '../domain/decision.ts';
import type { AccountDay, Reservation } from '../domain/receiving-account.ts';
import type { Trade } from '../domain/trade.ts';
import { insertAdjustments } from './adjustments.ts';
import { appendAudit } from './audit.ts';
import { insertLines, insertOutcomes, moveOutcomes } from './bank-lines.ts';
import { insertClientPayins } from './clients.ts';
import type { Queryable } from './database.ts';
import type { Cipher } from './encryption.ts';
import { insertEvents } from './events.ts';
import { writeEntries } from './ledger.ts';
import type { Facts } from './read-facts.ts';
import { addAccountDays, closeReservations, insertReservations } from './reservations.ts';
import { insertTrades, updateTrades } from './trades.ts';
import { writeClaims } from './utr-claims.ts';

type Of<K extends Change['kind']> = Extract<Change, { kind: K }>;

function only<K extends Change['kind']>(changes: readonly Change[], kind: K): Of<K>[] {
  return changes.filter((change): change is Of<K> => change.kind === kind);
}

/** The last version of each trade, apart by whether the batch made it. */
function tradesOf(changes: readonly Change[]): { made: Trade[]; changed: Trade[] } {
  const made = new Map<string, Trade>();
  const changed = new Map<string, Trade>();
  for (const change of changes) {
    if (change.kind !== 'trade_created' && change.kind !== 'trade_changed') continue;
    const { trade } = change;
    const is_made = change.kind === 'trade_created' || made.has(trade.trade_id);
    (is_made ? made : changed).set(trade.trade_id, trade);
  }
  return { made: [...made.values()], changed: [...changed.values()] };
}

function daysOf(changes: readonly Change[]): AccountDay[] {
  const days = new Map<string, AccountDay>();
  for (const { receiving_account_id, day, amount_cents } of only(changes, 'account_used')) {
    const key = `${receiving_account_id}/${day}`;
    const before = days.get(key) ?? { receiving_account_id, day, count: 0, amount_cents: 0n };
    days.set(key, {
      ...before,
      count: before.count + 1,
      amount_cents: before.amount_cents + amount_cents,
    });
  }
  return [...days.values()];
}

function claimsOf(changes: readonly Change[]): (UtrClaim & { active: boolean })[] {
  const claims = new Map<string, UtrClaim & { active: boolean }>();
  for (const change of changes) {
    if (change.kind !== 'utr_claimed' && change.kind !== 'utr_claim_ended') continue;
    const active = change.kind === 'utr_claimed';
    claims.set(`${change.claim.utr}/${change.claim.trade_id}`, { ...change.claim, active });
  }
  return [...claims.values()];
}

/** A line's last place, apart by whether the batch brought it. */
function outcomesOf(changes: readonly Change[]) {
  const added = new Map<string, LineOutcome>();
  const moved = new Map<string, { outcome: LineOutcome; from: LineOutcome['status'] }>();
  for (const change of changes) {
    if (change.kind === 'line_added') {
      added.set(change.record.line.bank_line_id, change.record.outcome);
    }
    if (change.kind !== 'line_moved') continue;
    const id = change.outcome.bank_line_id;
    if (added.has(id)) added.set(id, change.outcome);
    else moved.set(id, { outcome: change.outcome, from: moved.get(id)?.from ?? change.from });
  }
  return { added: [...added.values()], moved: [...moved.values()] };
}

function reservationsOf(changes: readonly Change[]): Reservation[] {
  return only(changes, 'reserved').map((change) => change.reservation);
}

/**
 * Writes the changes of one batch inside its transaction. Row locks that it takes (days, then
 * balances last) follow the order of read-facts. Returns the ledger accounts that now surely exist,
 * for the process to remember once the transaction is through.
 */
export async function commit(
  tx: Queryable,
  cipher: Cipher,
  changes: readonly Change[],
  facts: Facts,
  known_accounts: Set<string>,
): Promise<string[]> {
  if (changes.length === 0) return [];
  const { now, balances } = facts.world;
  const { made, changed } = tradesOf(changes);
  await insertTrades(tx, cipher, made);
  await updateTrades(tx, changed);
  await insertReservations(tx, reservationsOf(changes), now);
  await closeReservations(
    tx,
    only(changes, 'reservation_closed').map(({ trade, free_at, until }) => ({
      trade_id: trade.trade_id,
      free_at,
      until,
    })),
  );
  await writeClaims(tx, claimsOf(changes), now);
  await insertClientPayins(
    tx,
    only(changes, 'client_used').map((change) => change.trade),
  );
  await insertLines(
    tx,
    only(changes, 'line_added').map((change) => change.record.line),
  );
  const { added, moved } = outcomesOf(changes);
  await insertOutcomes(tx, added);
  await moveOutcomes(tx, moved);
  await insertEvents(
    tx,
    changes.flatMap((change) => ('event' in change ? change.event : [])),
  );
  await insertAdjustments(
    tx,
    only(changes, 'adjusted').map((change) => change.adjustment),
  );
  await addAccountDays(tx, daysOf(changes));
  const entries = only(changes, 'entry').map((change) => change.entry);
  const ledger = { heads: facts.heads, balances, known_accounts };
  const made_accounts = await writeEntries(tx, entries, ledger, now);
  // Its head is locked last of all, here and in every other transaction.
  for (const { entry } of only(changes, 'audited')) await appendAudit(tx, entry);
  return made_accounts;
}
