// The consequences of changes, whichever command caused them: one row per kind of change.
import { type Change, isMissing, type OrMissing } from './batch/decision.ts';
import type { World } from './batch/world.ts';
import { followTrade } from './dispute/follow-trade.ts';
import type { EntryAct } from './ledger/ledger.ts';
import { giveUpCharged, giveUpReturn } from './matching/return-line.ts';
import { endFunded, type Follow } from './payout/end-funded.ts';
import {
  endHolds,
  placeHolds,
  refillByRecall,
  refillByRefund,
  resumeHolds,
  suspendHolds,
  useByCharge,
  useByChargeBack,
  useByRecall,
} from './trade/hold-changes.ts';
import { uncountRefund } from './trade/refund-count.ts';

type Kind = Change['kind'];
type Of<K extends Kind> = Extract<Change, { kind: K }>;

/** `all`: the changes of the whole decision, including the consequences so far. */
type Rule<C extends Change> = (
  world: World,
  change: C,
  all: readonly Change[],
) => readonly Change[];

/** Where a consequence is inserted: entries are posted in the order of the changes. */
type Row<C extends Change> = {
  before?: Rule<C>;
  after?: Rule<C>;
  /** After all changes of the decision. */
  at_the_end?: Rule<C>;
  /** After all of these: further acts, on the world as it is then. */
  afterwards?: (
    world: World,
    change: C,
    all: readonly Change[],
    follow: Follow,
  ) => OrMissing<readonly Change[]>;
};

const NOTHING = {} as const;

/** The effect of entries on the holds of their pay-in, by act. */
const OF_ENTRIES: Readonly<Partial<Record<EntryAct, Row<Of<'entry'>>>>> = {
  payin_completed: { after: placeHolds },
  payin_disputed: { before: suspendHolds },
  payin_dispute_won: { after: resumeHolds },
  payin_recalled: { before: useByRecall, afterwards: endFunded },
  payin_recall_undone: { after: refillByRecall },
  payin_charged_back: { after: useByChargeBack, afterwards: endFunded },
  payin_reversed: { before: endHolds, afterwards: endFunded },
  payout_charged: { before: useByCharge },
  payout_charge_undone: { after: refillByRefund },
  payout_released: { after: refillByRefund },
  payout_reversed: { after: refillByRefund },
};

/** Consequences have no consequences of their own, but for the acts of `afterwards`. */
const CONSEQUENCES: { readonly [K in Kind]: Row<Of<K>> } = {
  trade_created: NOTHING,
  trade_changed: {
    after: uncountRefund,
    at_the_end: (world, change, all) => [
      ...giveUpReturn(world, change, all),
      ...followTrade(world, change, all),
    ],
  },
  entry: {
    before: (world, change, all) =>
      OF_ENTRIES[change.entry.act]?.before?.(world, change, all) ?? [],
    after: (world, change, all) => OF_ENTRIES[change.entry.act]?.after?.(world, change, all) ?? [],
    afterwards: (world, change, all, follow) =>
      OF_ENTRIES[change.entry.act]?.afterwards?.(world, change, all, follow) ?? [],
  },
  reserved: NOTHING,
  reservation_closed: NOTHING,
  account_used: NOTHING,
  payins_opened: NOTHING,
  client_used: NOTHING,
  utr_claimed: NOTHING,
  utr_claim_ended: NOTHING,
  line_added: NOTHING,
  waiting_line_taken: NOTHING,
  line_moved: NOTHING,
  line_reviewed: NOTHING,
  feed_counted: NOTHING,
  habit_seen: NOTHING,
  adjusted: NOTHING,
  hold_changed: NOTHING,
  dispute_changed: NOTHING,
  dispute_message_added: NOTHING,
  settlement_approved: NOTHING,
  settlement_moved: NOTHING,
  attempt_added: NOTHING,
  attempt_changed: { at_the_end: giveUpCharged },
  payouts_exported: NOTHING,
  proposal_approved: NOTHING,
  act_counted: NOTHING,
  audited: NOTHING,
};

function rowOf<K extends Kind>(change: Of<K>): Row<Of<K>> {
  return CONSEQUENCES[change.kind];
}

/** The changes of a decision together with their consequences. */
export function withConsequences(
  world: World,
  changes: readonly Change[],
): OrMissing<readonly Change[]> {
  const all = changes.flatMap((change) => {
    const { before, after } = rowOf(change);
    if (before === undefined && after === undefined) return change;
    return [
      ...(before?.(world, change, changes) ?? []),
      change,
      ...(after?.(world, change, changes) ?? []),
    ];
  });
  for (const change of changes) {
    const { at_the_end } = rowOf(change);
    if (at_the_end !== undefined) all.push(...at_the_end(world, change, all));
  }
  for (const change of changes) {
    const { afterwards } = rowOf(change);
    if (afterwards === undefined) continue;
    const further = afterwards(world, change, all, withConsequences);
    if (isMissing(further)) return further;
    all.push(...further);
  }
  return all;
}
