// Where a bank line ends up: the outcome as data, and the house's entries that go with it.

import type { Change } from '../batch/decision.ts';
import { lineEntry, undoLineEntry } from '../batch/entries.ts';
import type { World } from '../batch/world.ts';
import type { BankLine, LineCandidate, LineOutcome, LineReason } from '../record/bank-line.ts';
import type { Trade } from '../record/trade.ts';

/** What a person's decision leads to: the line's new place, and all that goes with it. */
export type Reviewed = {
  outcome: LineOutcome;
  changes: readonly Change[];
  /** The trade that it was about, where the outcome does not name it. */
  about?: Pick<Trade, 'merchant_id' | 'trade_id'>;
};

/** In suspense, where money stays visible until somebody decides. */
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

/** Somewhere without a trade: in its parts, among the costs, on its way, or taken back. */
export const placed = (
  line: BankLine,
  status: Exclude<LineOutcome['status'], 'matched' | 'suspense'>,
  reason: LineReason,
  now: number,
): LineOutcome => ({ ...suspense(line, reason, [], now), status });

/** With a trade: the outcome, and the entry that moves the money from suspense to what is due. */
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

/** Takes the lines of a failed pay-in back to suspense, where the money stays visible. */
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
