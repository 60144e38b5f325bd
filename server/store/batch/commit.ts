// The one writer: every change to money or trades is written here, set-based, whole or not at all.

import type { Change, UtrClaim } from '../../domain/batch/decision.ts';
import { slotKey, type World } from '../../domain/batch/world.ts';
import type { EntryDraft } from '../../domain/ledger/ledger.ts';
import type { LineOutcome } from '../../domain/record/bank-line.ts';
import type { AccountDay, Reservation } from '../../domain/record/receiving-account.ts';
import type { Trade } from '../../domain/record/trade.ts';
import { appendAudit } from '../access/audit.ts';
import { addAccountDays, type Shard } from '../account/account-days.ts';
import { addHabits } from '../account/account-habits.ts';
import { addFeedLines } from '../account/feed-days.ts';
import { addMerchantDays, openedBy } from '../account/merchant-days.ts';
import { closeReservations, insertReservations, releaseAmounts } from '../account/reservations.ts';
import { type CallbackAddress, type NewEvent, writeOutbox } from '../callback/outbox.ts';
import type { Transaction } from '../connection/database.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { insertAdjustments } from '../ledger/adjustments.ts';
import { lockBooks, prepareEntries } from '../ledger/ledger.ts';
import { insertLines, insertOutcomes, moveOutcomes } from '../line/bank-lines.ts';
import { insertLineActs } from '../line/line-acts.ts';
import { insertClientPayins } from '../merchant/clients.ts';
import { writeAttempts } from '../payout/payout-attempts.ts';
import { updateExported } from '../payout/payout-batches.ts';
import { writeHolds } from '../settlement/holds.ts';
import { moveSettlements, updateSettlements } from '../settlement/settlements.ts';
import { insertTrades, updateTrades } from '../trade/trades.ts';
import { writeClaims } from '../trade/utr-claims.ts';
import type { Facts } from './read-facts.ts';

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
  for (const { receiving_account_id, day, count, amount_cents } of only(changes, 'account_used')) {
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

/** In the order of the changes: what is added and changed by one batch is written as it ends. */
function attemptsOf(changes: readonly Change[]) {
  return changes.filter(
    (change) => change.kind === 'attempt_added' || change.kind === 'attempt_changed',
  );
}

/** Those whose amounts somebody new gets now: their own hold on them has run out. */
function releasedBy(taken: readonly Reservation[], { now, reservations, slots }: World) {
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

function eventsOf(changes: readonly Change[]): NewEvent[] {
  return changes.flatMap((change) =>
    'event' in change ? { event: change.event, callback_url: change.trade.callback_url } : [],
  );
}

function endsOf(changes: readonly Change[]) {
  return only(changes, 'reservation_closed').map(({ trade, free_at, until }) => ({
    trade_id: trade.trade_id,
    free_at,
    until,
  }));
}

/** Kinds whose statements count the rows that they change: looked at before the commit is sent. */
const COUNTED = new Set<Change['kind']>([
  'trade_changed',
  'line_moved',
  'hold_changed',
  'settlement_approved',
  'settlement_moved',
  'attempt_changed',
  'payouts_exported',
]);

/** What else fails, fails by a constraint, and the commit with it. */
const isLookedAt = (changes: readonly Change[]) => changes.some(({ kind }) => COUNTED.has(kind));

/** Lines are not decided by balances: their books are locked when their entries are written. */
const booksOfEntries = (entries: readonly EntryDraft[]) => entries.map((entry) => entry.book);

export type Committed = {
  /** Accounts of the ledger that surely exist now. */
  made_accounts: readonly string[];
  has_deliveries: boolean;
};

export type CommitContext = {
  cipher: Cipher;
  /** Accounts of the ledger that the process knows to exist. */
  known_accounts: Set<string>;
  addressOf: CallbackAddress;
  shard: Shard;
};

/** What rests on no lock of its own, or on one that was taken for reading. */
function writeRows(
  tx: Transaction,
  cipher: Cipher,
  changes: readonly Change[],
  world: World,
): readonly Promise<unknown>[] {
  const { made, changed } = tradesOf(changes);
  const taken = only(changes, 'reserved').map((change) => change.reservation);
  const { added, moved } = outcomesOf(changes);
  return [
    updateTrades(tx, changed),
    closeReservations(tx, endsOf(changes)),
    insertTrades(tx, cipher, made),
    releaseAmounts(tx, releasedBy(taken, world)),
    insertReservations(tx, taken),
    writeClaims(tx, claimsOf(changes), world.now),
    insertClientPayins(
      tx,
      only(changes, 'client_used').map((change) => change.trade),
    ),
    insertLines(
      tx,
      cipher,
      only(changes, 'line_added').map((change) => change.record.line),
    ),
    insertOutcomes(tx, added),
    moveOutcomes(tx, moved),
    addFeedLines(tx, only(changes, 'feed_counted'), world.now),
    insertLineActs(
      tx,
      only(changes, 'line_reviewed').map((change) => change.act),
    ),
    insertAdjustments(
      tx,
      only(changes, 'adjusted').map((change) => change.adjustment),
    ),
    writeAttempts(tx, attemptsOf(changes)),
    ...only(changes, 'payouts_exported').map(({ batch }) => updateExported(tx, cipher, batch)),
    writeHolds(tx, only(changes, 'hold_changed')),
    updateSettlements(
      tx,
      only(changes, 'settlement_approved').map((change) => change.settlement),
    ),
    moveSettlements(
      tx,
      only(changes, 'settlement_moved').map((change) => change.settlement),
    ),
  ];
}

/**
 * Writes the changes of one batch inside its transaction: all statements at once, but the ledger's,
 * which follow the answers of those whose rows are counted. Row locks that they take (books, days,
 * event heads, then balances) follow those of read-facts in a fixed order. Returns what the process
 * may know once the transaction is through.
 */
export async function commit(
  tx: Transaction,
  context: CommitContext,
  changes: readonly Change[],
  { world, heads, limited_accounts }: Facts,
): Promise<Committed> {
  if (changes.length === 0) return { made_accounts: [], has_deliveries: false };
  const { cipher, known_accounts, addressOf, shard } = context;
  const written = writeRows(tx, cipher, changes, world);
  const entries = only(changes, 'entry').map((change) => change.entry);
  const ready = prepareEntries(tx, entries, world.balances, known_accounts, world.now);
  const locks_late = heads.length === 0 && entries.length > 0;
  // Other batches of lines wait for these books: what is long is sent and carried out before.
  if (locks_late) await Promise.all(written);
  const locked = locks_late ? lockBooks(tx, booksOfEntries(entries)) : heads;
  const days = addAccountDays(tx, daysOf(changes), { limited: limited_accounts, shard });
  const habits = addHabits(tx, only(changes, 'habit_seen'));
  const mine = addMerchantDays(tx, only(changes, 'account_used'), limited_accounts);
  const outbox = { addressOf, opened: openedBy(changes), now: world.now };
  const has_deliveries = writeOutbox(tx, eventsOf(changes), outbox);
  const audits = only(changes, 'audited');
  /** Last of all statements; the commit goes with them where nothing is left to look at. */
  const writeLedger = async (): Promise<readonly string[]> => {
    const is_looked_at = isLookedAt(changes);
    if (entries.length === 0 && is_looked_at) return [];
    const last = await locked;
    if (is_looked_at) await Promise.all(written);
    const made_accounts = ready.write(last);
    if (audits.length === 0) tx.commitWithThese();
    return await made_accounts;
  };
  const [made_accounts] = await Promise.all([
    writeLedger(),
    ...written,
    days,
    habits,
    mine,
    has_deliveries,
  ]);
  // Its head is locked last of all, here and in every other transaction.
  for (const { entry } of audits) await appendAudit(tx, entry);
  return { made_accounts, has_deliveries: await has_deliveries };
}
