// Writes each kind of change: one table, total over the kinds, in the order of the statements.
import type { Change } from '../../domain/batch/decision.ts';
import type { World } from '../../domain/batch/world.ts';
import { addAccountDays, type Shard } from '../account/account-days.ts';
import { addHabits } from '../account/account-habits.ts';
import { addFeedLines } from '../account/feed-days.ts';
import { addMerchantDays, openedBy } from '../account/merchant-days.ts';
import { closeReservations, insertReservations, releaseAmounts } from '../account/reservations.ts';
import type { ActSums } from '../approval/act-sums.ts';
import { insertCountedActs } from '../approval/counted-acts.ts';
import { approveProposals } from '../approval/proposals.ts';
import { type CallbackAddress, writeOutbox } from '../callback/outbox.ts';
import type { Transaction } from '../connection/database.ts';
import { insertDisputeMessages } from '../dispute/dispute-messages.ts';
import { writeDisputes } from '../dispute/disputes.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { insertAdjustments } from '../ledger/adjustments.ts';
import { insertLines, insertOutcomes, moveOutcomes } from '../line/bank-lines.ts';
import { insertLineActs } from '../line/line-acts.ts';
import { markTaken } from '../line/waiting-lines.ts';
import { insertClientPayins } from '../merchant/clients.ts';
import { writePayoutAttempts } from '../payout/payout-attempts.ts';
import { updateExported } from '../payout/payout-batches.ts';
import { writeHolds } from '../settlement/holds.ts';
import { moveSettlements, updateSettlements } from '../settlement/settlements.ts';
import { insertTrades, updateTrades } from '../trade/trades.ts';
import { writeClaims } from '../trade/utr-claims.ts';
import { claimsOf, daysOf, type Of, outcomesOf, releasedBy, tradesOf } from './fold-changes.ts';

type Kind = Change['kind'];

export type Writing = {
  tx: Transaction;
  cipher: Cipher;
  /** The world after all changes were applied. */
  world: World;
  addressOf: CallbackAddress;
  /** Called if new callbacks are waiting. */
  onDeliveries: () => void;
  /** Receiving accounts whose day is locked, because a limit depends on it. */
  limited_accounts: ReadonlySet<string>;
  shard: Shard;
  act_sums: ActSums;
};

/** Sends the statements for all changes of its kinds, given in the order of the decisions. */
type Step<C extends Change> = (to: Writing, changes: readonly C[]) => Promise<unknown>;

/** When the statements of a row are sent depends on the locks they need. */
type Row<C extends Change> =
  | {
      /** Needs no lock, or one taken while reading: sent first. */
      rows: Step<C>;
      /**
       * Its statements count the rows that they change, which is checked before the commit is sent.
       */
      counts_rows?: true;
      counters?: Counters<C>;
    }
  | { counters: Counters<C> }
  /** Written by commit.ts itself, after everything else. */
  | { last: 'ledger' | 'audit_trail' };

/** Counters that many transactions update: locked after all rows, until the commit. */
type Counters<C extends Change> = readonly [Step<C>, ...Step<C>[]];

const trades: Step<Of<'trade_created' | 'trade_changed'>> = ({ tx, cipher }, changes) => {
  const { made, changed } = tradesOf(changes);
  return Promise.all([updateTrades(tx, changed), insertTrades(tx, cipher, made)]);
};

const reserved: Step<Of<'reserved'>> = ({ tx, world }, changes) => {
  const taken = changes.map((change) => change.reservation);
  return Promise.all([releaseAmounts(tx, releasedBy(taken, world)), insertReservations(tx, taken)]);
};

const claims: Step<Of<'utr_claimed' | 'utr_claim_ended'>> = ({ tx, world }, changes) =>
  writeClaims(tx, claimsOf(changes), world.now);

const lines: Step<Of<'line_added' | 'line_moved'>> = ({ tx, cipher }, changes) => {
  const added = changes.flatMap((one) => (one.kind === 'line_added' ? one.record.line : []));
  const outcomes = outcomesOf(changes);
  return Promise.all([
    insertLines(tx, cipher, added),
    insertOutcomes(tx, outcomes.added),
    moveOutcomes(tx, outcomes.moved),
  ]);
};

const attempts: Step<Of<'attempt_added' | 'attempt_changed'>> = ({ tx, cipher }, changes) =>
  writePayoutAttempts(tx, cipher, changes);

const accountDays: Step<Of<'account_used'>> = ({ tx, limited_accounts: limited, shard }, changes) =>
  addAccountDays(tx, daysOf(changes), { limited, shard });

const merchantDays: Step<Of<'account_used'>> = ({ tx, limited_accounts }, changes) =>
  addMerchantDays(tx, changes, limited_accounts);

const events: Step<Of<'trade_created' | 'trade_changed' | 'payins_opened'>> = async (
  { tx, cipher, addressOf, onDeliveries, world },
  changes,
) => {
  const told = changes.flatMap((change) =>
    'event' in change ? { event: change.event, callback_url: change.trade.callback_url } : [],
  );
  const options = { addressOf, opened: openedBy(changes), now: world.now };
  if (await writeOutbox(tx, cipher, told, options)) onDeliveries();
};

const closed: Step<Of<'reservation_closed'>> = ({ tx }, changes) =>
  closeReservations(
    tx,
    changes.map(({ trade, free_at, until }) => ({ trade_id: trade.trade_id, free_at, until })),
  );

const exported: Step<Of<'payouts_exported'>> = ({ tx, cipher }, changes) =>
  Promise.all(changes.map(({ batch }) => updateExported(tx, cipher, batch)));

/**
 * Rows and counters are written in the order of this table. Kinds written by the same statements
 * name the same step, which runs at the place of the first of them.
 */
const WRITTEN: { readonly [K in Kind]: Row<Of<K>> } = {
  account_used: { counters: [accountDays, merchantDays] },
  habit_seen: { counters: [({ tx }, changes) => addHabits(tx, changes)] },
  trade_changed: { rows: trades, counts_rows: true, counters: [events] },
  trade_created: { rows: trades, counters: [events] },
  payins_opened: { counters: [events] },
  reservation_closed: { rows: closed },
  reserved: { rows: reserved },
  utr_claimed: { rows: claims },
  utr_claim_ended: { rows: claims },
  client_used: {
    rows: ({ tx, cipher }, changes) =>
      insertClientPayins(
        tx,
        cipher,
        changes.map((change) => change.trade),
      ),
  },
  line_added: { rows: lines },
  line_moved: { rows: lines, counts_rows: true },
  waiting_line_taken: {
    rows: ({ tx }, changes) =>
      markTaken(
        tx,
        changes.map((change) => change.taken),
      ),
    counts_rows: true,
  },
  feed_counted: { rows: ({ tx, world }, changes) => addFeedLines(tx, changes, world.now) },
  line_reviewed: {
    rows: ({ tx }, changes) =>
      insertLineActs(
        tx,
        changes.map((change) => change.act),
      ),
  },
  adjusted: {
    rows: ({ tx }, changes) =>
      insertAdjustments(
        tx,
        changes.map((change) => change.adjustment),
      ),
  },
  attempt_added: { rows: attempts },
  attempt_changed: { rows: attempts, counts_rows: true },
  payouts_exported: { rows: exported, counts_rows: true },
  hold_changed: { rows: ({ tx }, changes) => writeHolds(tx, changes), counts_rows: true },
  dispute_changed: { rows: ({ tx }, changes) => writeDisputes(tx, changes), counts_rows: true },
  dispute_message_added: {
    rows: ({ tx, cipher }, changes) =>
      insertDisputeMessages(
        tx,
        cipher,
        changes.map((change) => change.message),
      ),
  },
  settlement_approved: {
    rows: ({ tx }, changes) =>
      updateSettlements(
        tx,
        changes.map((change) => change.settlement),
      ),
    counts_rows: true,
  },
  settlement_moved: {
    rows: ({ tx }, changes) =>
      moveSettlements(
        tx,
        changes.map((change) => change.settlement),
      ),
    counts_rows: true,
  },
  proposal_approved: {
    rows: ({ tx }, changes) => approveProposals(tx, changes),
    counts_rows: true,
  },
  act_counted: {
    rows({ tx, cipher, act_sums }, changes) {
      const at = act_sums.at(tx, cipher);
      const acts = changes.map((change) => change.counted);
      return insertCountedActs(at.tx, at.cipher, acts);
    },
  },
  entry: { last: 'ledger' },
  audited: { last: 'audit_trail' },
};

const KINDS = Object.keys(WRITTEN) as readonly Kind[];

/** Changes whose statements check that a row exists; for the others a constraint checks it. */
export const countsRows = (changes: readonly Change[]): boolean =>
  changes.some(({ kind }) => 'counts_rows' in WRITTEN[kind]);

/** The steps in the order of the table, each with the changes that it writes. */
function planned<K extends Kind>(
  kinds: readonly K[],
  changes: readonly Of<K>[],
  stepsOf: (row: Row<Of<K>>) => readonly Step<Of<K>>[],
): [Step<Of<K>>, Of<K>[]][] {
  const rowOf = (kind: K): Row<Of<K>> => WRITTEN[kind];
  const plan = new Map<Step<Of<K>>, Of<K>[]>();
  for (const kind of kinds) for (const step of stepsOf(rowOf(kind))) plan.set(step, []);
  for (const change of changes) {
    for (const step of stepsOf(rowOf(change.kind))) plan.get(step)?.push(change);
  }
  return [...plan].filter(([, own]) => own.length > 0);
}

/** Sends the statements of all rows, step by step. */
export function* writeRows(to: Writing, changes: readonly Change[]): Generator<Promise<unknown>> {
  const plan = planned(KINDS, changes, (row) => ('rows' in row ? [row.rows] : []));
  for (const [step, own] of plan) yield step(to, own);
}

/** Sends the statements of all counters, and of the events, which are numbered. */
export function writeCounters(to: Writing, changes: readonly Change[]): Promise<unknown>[] {
  const plan = planned(KINDS, changes, (row) => ('counters' in row ? (row.counters ?? []) : []));
  return plan.map(([step, own]) => step(to, own));
}
