// Batches of pay-outs: what an export fixes, and the state that follows from the attempts.
import type { ExportPayouts } from '../batch/command.ts';
import type { Change, Verdict } from '../batch/decision.ts';
import type { World } from '../batch/world.ts';
import {
  OPEN_ATTEMPT_STATES,
  type PayoutAttempt,
  type PayoutAttemptState,
  type PayoutBatch,
} from '../record/payout-attempt.ts';
import { type Refusal, refuse, refuseFields } from '../service/refusal.ts';

/** The most pay-outs in one batch, and so in one file. */
export const MOST_IN_PAYOUT_BATCH = 1_000;

/** Null if there is room for another; the caller has locked the batch. */
export function refuseFull(
  world: World,
  payout_batch_id: string,
  most = MOST_IN_PAYOUT_BATCH,
): Refusal | null {
  const count = world.payout_counts.get(payout_batch_id) ?? 0;
  if (count < Math.min(most, MOST_IN_PAYOUT_BATCH)) return null;
  if (count < MOST_IN_PAYOUT_BATCH) {
    return refuse('act_not_allowed', `The batch has the ${most} pay-outs that were asked for.`);
  }
  return refuse('act_not_allowed', `The batch is full: it has ${count} pay-outs.`);
}

export const PAYOUT_BATCH_STATES = ['draft', 'exported', 'answered', 'closed'] as const;
export type PayoutBatchState = (typeof PAYOUT_BATCH_STATES)[number];

/**
 * `answered`: the bank has answered or shown some of them. `closed`: none is open any more. An
 * emptied draft stays a draft.
 */
export function payoutBatchState(
  batch: Pick<PayoutBatch, 'exported_at'>,
  counts: Partial<Record<PayoutAttemptState, number>>,
): PayoutBatchState {
  if (batch.exported_at === null) return 'draft';
  if (OPEN_ATTEMPT_STATES.every((state) => (counts[state] ?? 0) === 0)) return 'closed';
  const heard: readonly PayoutAttemptState[] = [
    'accepted',
    'unknown',
    'paid',
    'rejected',
    'returned',
  ];
  return heard.some((state) => (counts[state] ?? 0) > 0) ? 'answered' : 'exported';
}

/** In the order of their ids, which is the order in every file. */
export function exportedOf(attempts: readonly PayoutAttempt[]): PayoutAttempt[] {
  return attempts
    .filter((attempt) => attempt.sent_at !== null)
    .toSorted((a, b) => (a.payout_attempt_id < b.payout_attempt_id ? -1 : 1));
}

/** A repeated export may leave the day out or name the same one; another day would be ignored. */
function refuseOtherDay({ debtor }: PayoutBatch, asked: string | null): Refusal | null {
  if (asked === null || debtor?.execution_on === asked) return null;
  const message =
    `was ${debtor?.execution_on} when the batch was exported, and an exported batch never ` +
    'changes: agree another day with the bank when you upload its file';
  return refuseFields([{ field: 'execution_on', code: 'not_allowed', message }]);
}

/** Somebody may have filled the draft since its file was checked; what was put back is no harm. */
function refuseUnchecked(
  pending: readonly PayoutAttempt[],
  checked: readonly string[] | null,
): Refusal | null {
  if (checked === null) return null;
  const known = new Set(checked);
  if (pending.every(({ payout_attempt_id }) => known.has(payout_attempt_id))) return null;
  return refuse('act_not_allowed', 'The batch has changed since its file was checked: try again.');
}

/**
 * Exports a batch. From here on the money may leave, so its pay-outs, payer and dates are fixed
 * before the first byte of a file is handed out. If it was exported before, nothing changes.
 */
export function exportPayouts(world: World, command: ExportPayouts): Verdict {
  const batch = world.payout_batches.get(command.payout_batch_id);
  if (batch === undefined) return refuse('not_found', 'There is no such batch.');
  if (batch.exported_at !== null) {
    const refused = refuseOtherDay(batch, command.asked_execution_on);
    if (refused !== null) return refused;
    return { changes: [], result: { kind: 'payout_batch', batch, found: true } };
  }
  const pending = [...world.attempts.values()].filter(
    (attempt) => attempt.payout_batch_id === batch.payout_batch_id && attempt.state === 'pending',
  );
  if (pending.length === 0) {
    return refuse('act_not_allowed', 'The batch is empty: take pay-outs into it first.');
  }
  const unchecked = refuseUnchecked(pending, command.checked_attempts);
  if (unchecked !== null) return unchecked;
  const exported: PayoutBatch = {
    ...batch,
    exported_at: world.now,
    // Only files wait for a person to take them to the bank.
    handed_at: batch.rail === 'files' ? null : world.now,
    debtor: command.debtor,
    payout_count: pending.length,
    total_cents: pending.reduce((sum, attempt) => sum + attempt.amount_cents, 0n),
  };
  const sent = pending.map<Change>((attempt) => ({
    kind: 'attempt_changed',
    attempt: { ...attempt, state: 'sent', sent_at: world.now, changed_at: world.now },
  }));
  return {
    changes: [{ kind: 'payouts_exported', batch: exported }, ...sent],
    result: { kind: 'payout_batch', batch: exported, found: false },
  };
}

export function refuseDraftFile({ exported_at }: Pick<PayoutBatch, 'exported_at'>): Refusal | null {
  if (exported_at !== null) return null;
  return refuse('act_not_allowed', 'A draft has no file: export the batch first.');
}

/** The files of an exported batch may be with the bank: nothing is added to it. */
export function refuseExported({ exported_at }: Pick<PayoutBatch, 'exported_at'>): Refusal | null {
  if (exported_at === null) return null;
  return refuse('act_not_allowed', 'The batch was exported: no pay-outs can be added.');
}

type Draft = Pick<PayoutBatch, 'payout_batch_id' | 'receiving_account_id' | 'rail'>;

/** A key that is sent again stands for the batch that it created. */
export function refuseOtherDraft(known: Draft, asked: Draft): Refusal | null {
  const is_same =
    known.receiving_account_id === asked.receiving_account_id && known.rail === asked.rail;
  if (is_same) return null;
  return refuse('reference_taken', 'This Idempotency-Key was used for another batch.', {
    extra: { id: known.payout_batch_id },
  });
}

export const refuseNotInBatch = (): Refusal =>
  refuse('not_found', 'The pay-out is not in this batch.');
