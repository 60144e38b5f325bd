// The version on which somebody decided: if the object has changed since, nothing is done and they
// are told how it is now.
import type { LineRecord } from '../record/bank-line.ts';
import type { Dispute } from '../record/dispute-record.ts';
import type { Trade } from '../record/trade.ts';
import { type Refusal, refuse } from '../service/refusal.ts';

/** Null if the act names no version, or the one that the trade has. */
export function refuseStaleTrade(trade: Trade, expected: number | undefined): Refusal | null {
  const { direction, state, sequence } = trade;
  if (expected === undefined || expected === sequence) return null;
  const noun = direction === 'payin' ? 'pay-in' : 'pay-out';
  const detail =
    `The ${noun} has changed since you looked at it: it is ${state} now ` +
    `(change ${sequence}, you saw ${expected}). Nothing was done.`;
  return refuse('changed_meanwhile', detail, { extra: { state, sequence } });
}

/** Null if the act names no version, or the one that the dispute has. */
export function refuseStaleDispute(
  { state, sequence }: Dispute,
  expected: number | undefined,
): Refusal | null {
  if (expected === undefined || expected === sequence) return null;
  const detail =
    `The dispute has changed since you looked at it: it is ${state} now ` +
    `(change ${sequence}, you saw ${expected}). Nothing was done.`;
  return refuse('changed_meanwhile', detail, { extra: { state, sequence } });
}

/** A line's version is the moment at which its status was decided. */
export function refuseStaleLine(
  { outcome: { status, decided_at } }: LineRecord,
  expected: number | undefined,
): Refusal | null {
  if (expected === undefined || expected === decided_at) return null;
  const detail =
    'Somebody has decided about the bank line since you looked at it: its status is ' +
    `${status} now. Nothing was done.`;
  return refuse('changed_meanwhile', detail, { extra: { state: status } });
}
