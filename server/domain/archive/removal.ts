// What removing an archived month means: the kinds of rows that go, why some stay, and the plan
// that owners allow.
import { type Refusal, refuse } from '../service/refusal.ts';
import { openly } from '../setting/settings-ask.ts';
import type { SettingsVerdict } from '../setting/settings-decision.ts';

/** The tables whose rows go, in the order in which a page removes them. */
export const REMOVED_KINDS = [
  'bank_line_words',
  'bank_line_acts',
  'bank_line_outcomes',
  'bank_lines',
  'ledger_entries',
  'events',
  'holds',
  'utr_claims',
  'payout_attempts',
  'trade_words',
  'trades',
  'proof_digests',
] as const;
export type RemovedKind = (typeof REMOVED_KINDS)[number];
export type RemovedCounts = Readonly<Record<RemovedKind, number>>;

export const NOTHING_REMOVED: RemovedCounts = Object.freeze(
  Object.fromEntries(REMOVED_KINDS.map((kind) => [kind, 0])),
) as RemovedCounts;

/** Why a trade or a line of an archived month stays as it is. */
export const STAY_REASONS = [
  'may_change',
  'disputed',
  'settlement',
  'callbacks',
  'held',
  'refund',
  'erasure',
  'later',
  'split',
  'unsettled',
  'tied',
  'decided',
  'locked',
] as const;
export type StayReason = (typeof STAY_REASONS)[number];

export const STAY_WORDS: Readonly<Record<StayReason, string>> = {
  may_change: 'the trade can still change',
  disputed: 'it was disputed, and messages of disputes are in no file',
  settlement: 'it pays a settlement',
  callbacks: 'callbacks of it are kept (retention of deliveries)',
  held: 'money of it is held',
  refund: 'it refunds a pay-in that is still there',
  erasure: 'an erasure of its payer waits',
  later: 'an event or entry of it came after the month: it goes with a later one',
  split: 'a part of a split bank line belongs to it',
  unsettled: 'an entry of it is in no settlement statement yet',
  tied: 'a bank line or an entry of it belongs to another trade, too',
  decided: 'somebody has decided about the bank line since, or still has to',
  locked: 'somebody is at work on it: the next run looks at it again',
};

/** What differs from the file, by the kind of its record. */
export type Differing = Readonly<Record<string, number>>;

export type RemovalCounts = {
  readonly removed: RemovedCounts;
  readonly stays: Readonly<Partial<Record<StayReason, number>>>;
  readonly differs: Differing;
};

export const NO_COUNTS: RemovalCounts = { removed: NOTHING_REMOVED, stays: {}, differs: {} };

function sumOf<Name extends string>(
  one: Readonly<Partial<Record<Name, number>>>,
  other: Readonly<Partial<Record<Name, number>>>,
): Record<Name, number> {
  const names = new Set([...Object.keys(one), ...Object.keys(other)] as Name[]);
  return Object.fromEntries(
    [...names].map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)]),
  ) as Record<Name, number>;
}

export const addRemoved = (one: RemovedCounts, other: RemovedCounts): RemovedCounts =>
  sumOf(one, other);

export const addCounts = (one: RemovalCounts, other: RemovalCounts): RemovalCounts => ({
  removed: sumOf(one.removed, other.removed),
  stays: sumOf(one.stays, other.stays),
  differs: sumOf(one.differs, other.differs),
});

export const differingOf = ({ differs }: RemovalCounts): number =>
  Object.values(differs).reduce((sum, count) => sum + count, 0);

/** A second file was read and hashed by the command, or a person told its hash. */
export const COPY_KINDS = ['read', 'told'] as const;
export type CopyKind = (typeof COPY_KINDS)[number];

export type RemovalPlan = {
  readonly month: string;
  readonly file_sha256: string;
  readonly copy: CopyKind;
  readonly counts: RemovalCounts;
  /** Whether owners have allowed it. */
  readonly is_allowed: boolean;
};

export type RemovalAsked = {
  readonly month: string;
  readonly file_sha256: string;
  readonly trades: number;
  readonly reason: string;
};

const rowsOf = ({ removed }: RemovalCounts): number =>
  Object.values(removed).reduce((sum, rows) => sum + rows, 0);

const refuseOther = (detail: string): Refusal =>
  refuse('act_not_allowed', detail, { extra: { act: 'remove' } });

/** What owners see is what they allow: this file, with these counts. */
export function decideMonthRemoval(
  plan: RemovalPlan,
  { month, file_sha256, trades, reason }: RemovalAsked,
): SettingsVerdict<{ month: string }> {
  const saved = { month };
  if (plan.file_sha256 !== file_sha256) {
    return refuseOther(
      `The plan for ${month} is of the file with the SHA-256 ${plan.file_sha256}, not of this one.`,
    );
  }
  const planned = plan.counts.removed.trades;
  if (planned !== trades) {
    return refuseOther(`The plan for ${month} removes ${planned} trades, not ${trades}.`);
  }
  if (plan.is_allowed) return { saved, is_unchanged: true };
  const target = `archives/${month}`;
  const { copy, counts } = plan;
  const { stays, differs } = counts;
  const after = { file_sha256, copy, trades, rows: rowsOf(counts), stays, differs };
  const ask = openly({ merchant_id: null, target, before: { removal: null }, after });
  return { saved, target, detail: { month, ...after, reason }, ask };
}
