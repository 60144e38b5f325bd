// Whether the data of a trade's payer may be erased, and what the audit trail says about it.
import { DAY_MS } from '../../lib/durations.ts';
import { type Refusal, refuse } from '../service/refusal.ts';
import { openly } from '../setting/settings-ask.ts';
import type { SettingsVerdict } from '../setting/settings-decision.ts';

/**
 * Records of a transaction and of who paid are kept for five years after it: India's PMLA 2002,
 * section 12, and Directive (EU) 2015/849, article 40.
 */
export const KEPT_BY_LAW_DAYS = 1_827;

export const ERASURE_OBSTACLES = [
  'not_final',
  'dispute_open',
  'hold_open',
  'refund_open',
  'batch_open',
  'proposal_open',
  'kept_by_law',
] as const;
export type ErasureObstacle = (typeof ERASURE_OBSTACLES)[number];

const WORDS: Readonly<Record<ErasureObstacle, string>> = {
  not_final: 'the state of the trade can still change',
  dispute_open: 'a dispute about the trade is open',
  hold_open: 'money of the trade is still held',
  refund_open: 'a refund of the trade can still change',
  batch_open: 'a file for the bank that names this payee also has pay-outs that can still change',
  proposal_open: 'a request about the trade waits for a second person',
  kept_by_law: 'the law asks for these records for five years after the transaction',
};

/** What is erased, by kind: how many values and files. */
export const ERASED_KINDS = [
  'trade_fields',
  'notes',
  'bank_lines',
  'dispute_messages',
  'receipts',
  'dispute_files',
  'payout_files',
  'bank_answers',
  'callback_attempts',
  'proposals',
] as const;
export type ErasedKind = (typeof ERASED_KINDS)[number];
export type ErasedCounts = Readonly<Record<ErasedKind, number>>;

export type ErasureStanding = { asked_at: number; erased_at: number | null };

export type ErasureFacts = {
  now: number;
  /** When the trade ended, and the last moment at which its state may change; null: it is open. */
  ended_at: number;
  final_at: number | null;
  has_open_dispute: boolean;
  has_open_hold: boolean;
  has_open_refund: boolean;
  has_open_batch: boolean;
  has_open_proposal: boolean;
  /** What there is to erase. */
  counts: ErasedCounts;
  /** Null: nobody has asked for it. */
  standing: ErasureStanding | null;
};

/** `until`: null if nobody knows. */
export type FoundObstacle = { reason: ErasureObstacle; words: string; until: number | null };

const found = (reason: ErasureObstacle, until: number | null = null): FoundObstacle => ({
  reason,
  words: WORDS[reason],
  until,
});

/** What no reason of a person overrules; null: nothing stands against it. */
export function workLeft(facts: ErasureFacts): FoundObstacle | null {
  const { final_at, now } = facts;
  if (final_at === null || final_at >= now) return found('not_final', final_at);
  if (facts.has_open_dispute) return found('dispute_open');
  if (facts.has_open_hold) return found('hold_open');
  if (facts.has_open_refund) return found('refund_open');
  if (facts.has_open_batch) return found('batch_open');
  if (facts.has_open_proposal) return found('proposal_open');
  return null;
}

export function obstacleOf(facts: ErasureFacts): FoundObstacle | null {
  const until = facts.ended_at + KEPT_BY_LAW_DAYS * DAY_MS;
  return workLeft(facts) ?? (until > facts.now ? found('kept_by_law', until) : null);
}

export function refuseErasure(
  { reason, words, until }: FoundObstacle,
  start = 'The data of the payer cannot be erased yet',
): Refusal {
  const when = until === null ? '' : `, until ${new Date(until).toISOString()}`;
  const way = reason === 'kept_by_law' ? ' `early_reason` says why it is done before.' : '';
  const detail = `${start}: ${words}${when}.${way}`;
  return refuse('act_not_allowed', detail, { extra: { act: 'erase', reason } });
}

export const hasLeft = ({ counts }: Pick<ErasureFacts, 'counts'>): boolean =>
  Object.values(counts).some((count) => count > 0);

export type ErasureAsked = {
  merchant_id: string;
  trade_id: string;
  erasure_id: string;
  reason: string;
  early_reason: string | null;
};

export type NewErasure = Pick<ErasureAsked, 'merchant_id' | 'trade_id' | 'erasure_id'>;

/** The audit entry has no word of the payer: the trade, the reasons, and how much there was. */
export function decideErasure(
  facts: ErasureFacts,
  { merchant_id, trade_id, erasure_id, reason, early_reason }: ErasureAsked,
): SettingsVerdict<NewErasure> {
  const saved = { merchant_id, trade_id, erasure_id };
  const { standing, counts } = facts;
  const is_waiting = standing !== null && standing.erased_at === null;
  if (is_waiting || !hasLeft(facts)) return { saved, is_unchanged: true };
  const obstacle = obstacleOf(facts);
  const is_early = obstacle?.reason === 'kept_by_law' && early_reason !== null;
  if (obstacle !== null && !is_early) return refuseErasure(obstacle);
  const target = `trades/${merchant_id}/${trade_id}`;
  const detail = { erases: counts, reason, ...(is_early ? { early_reason } : {}) };
  const ask = openly({ merchant_id, target, before: { erases: null }, after: { erases: counts } });
  return { saved, target, detail, ask };
}
