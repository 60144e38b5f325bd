// The outcome of a bank line as data, with the entries of the house that belong to it.

import type { Change } from '../batch/decision.ts';
import { lineEntry, undoLineEntry } from '../batch/entries.ts';
import type { World } from '../batch/world.ts';
import type { BankLine, LineCandidate, LineOutcome, LineReason } from '../record/bank-line.ts';
import type { Trade } from '../record/trade.ts';

/** The result of a person's decision: the line's new outcome, and everything that follows. */
export type Reviewed = {
  outcome: LineOutcome;
  changes: readonly Change[];
  /** The trade that the decision was about, if the outcome does not name it. */
  about?: Pick<Trade, 'merchant_id' | 'trade_id'>;
};

/** In suspense, where the money stays visible until somebody decides. */
export const suspense = (
  line: BankLine,
  reason: LineReason,
  candidates: readonly LineCandidate[],
  now: number,
): LineOutcome => ({
  bank_line_id: line.bank_line_id,
  status: 'suspense',
  merchant_id: null,
  trade_id: null,
  reason,
  candidates,
  decided_at: now,
});

/** An outcome without a trade: split, booked as costs, between own accounts, or reversed. */
export const placed = (
  line: BankLine,
  status: Exclude<LineOutcome['status'], 'matched' | 'suspense'>,
  reason: LineReason,
  now: number,
): LineOutcome => ({ ...suspense(line, reason, [], now), status });

/** Matched to a trade: the outcome, and the entry that moves the money from suspense to due. */
export function withTrade(
  line: BankLine,
  trade: Pick<Trade, 'merchant_id' | 'trade_id'>,
  reason: LineReason,
  now: number,
): { outcome: LineOutcome; entry: Change } {
  const { merchant_id, trade_id } = trade;
  const outcome: LineOutcome = {
    ...suspense(line, reason, [], now),
    status: 'matched',
    merchant_id,
    trade_id,
  };
  return { outcome, entry: lineEntry('match', line, merchant_id) };
}

/** Puts the lines of a failed pay-in back into suspense, where the money stays visible. */
export function returnLines(world: World, trade: Trade): Change[] {
  const records = [...world.lines.values()].filter(
    ({ outcome }) => outcome.status === 'matched' && outcome.trade_id === trade.trade_id,
  );
  return records.flatMap(({ line }) => [
    undoLineEntry('unmatch', line, trade.merchant_id),
    {
      kind: 'line_moved',
      from: 'matched',
      outcome: suspense(line, 'evidence_rejected', [], world.now),
    } as const,
  ]);
}
