// Money of matched lines that nobody is credited with: it goes to suspense, where it is listed with
// its age. A line of which only a part is free is divided.

import type { Change } from '../batch/decision.ts';
import { undoLineEntry } from '../batch/entries.ts';
import type { World } from '../batch/world.ts';
import type {
  BankLine,
  LineCandidate,
  LineOutcome,
  LineReason,
  LineRecord,
} from '../record/bank-line.ts';
import type { Trade } from '../record/trade.ts';
import { placed, suspense, withTrade } from './line-outcome.ts';
import { partIds, partOf } from './line-part.ts';

type Key = Pick<Trade, 'merchant_id' | 'trade_id'>;

/** The trade whose transfer brought the money: the first to ask about. */
const origin = ({ merchant_id, trade_id }: Key): LineCandidate[] => [
  { merchant_id, trade_id, score: 50, evidence: ['same_transfer'] },
];

type Division = {
  /** The part that is matched to the trade; signed like the line. */
  kept_cents: bigint;
  /** Why that part is matched, and why the rest waits. */
  kept_reason: LineReason;
  rest_reason: LineReason;
  command_id: string;
};

/** Divides a line that is not matched: one part belongs to the trade, the rest waits. */
export function divideLine(
  line: BankLine,
  trade: Key,
  { kept_cents, kept_reason, rest_reason, command_id }: Division,
  now: number,
): { outcome: LineOutcome; rest: LineRecord; changes: Change[] } {
  const [kept_id, rest_id] = partIds(line, command_id);
  const kept = partOf(line, { bank_line_id: kept_id, amount_cents: kept_cents });
  const amount_cents = line.amount_cents - kept_cents;
  const other = partOf(line, { bank_line_id: rest_id, amount_cents });
  const { outcome, entry } = withTrade(kept, trade, kept_reason, now);
  const rest = { line: other, outcome: suspense(other, rest_reason, origin(trade), now) };
  return {
    outcome: placed(line, 'split', 'divided', now),
    rest,
    changes: [
      { kind: 'line_added', record: { line: kept, outcome } },
      { kind: 'line_added', record: rest },
      entry,
    ],
  };
}

type Freeing = { reason: LineReason; command_id: string; without?: string };

/** Frees a whole matched line, or a part of it. */
function freeLine(
  { line, outcome: before }: LineRecord,
  trade: Key,
  free_cents: bigint,
  { reason, command_id }: Freeing,
  now: number,
): Change[] {
  const unmatched = undoLineEntry('unmatch', line, trade.merchant_id);
  const moved = (outcome: LineOutcome): Change => ({
    kind: 'line_moved',
    from: 'matched',
    outcome,
  });
  if (free_cents === line.amount_cents) {
    return [unmatched, moved(suspense(line, reason, origin(trade), now))];
  }
  const kept_cents = line.amount_cents - free_cents;
  const division = { kept_cents, kept_reason: before.reason, rest_reason: reason, command_id };
  const { outcome, changes } = divideLine(line, trade, division, now);
  return [unmatched, moved(outcome), ...changes];
}

/**
 * Frees an amount of the money that a pay-in received, newest lines first. `without`: a line that
 * leaves the pay-in by the same decision.
 */
export function freeMoney(
  world: World,
  trade: Trade,
  amount_cents: bigint,
  how: Freeing,
): Change[] {
  const own = [...world.lines.values()]
    .filter(({ line, outcome }) => {
      const is_own = outcome.status === 'matched' && outcome.trade_id === trade.trade_id;
      return is_own && line.amount_cents > 0n && line.bank_line_id !== how.without;
    })
    .toSorted((a, b) => (a.line.bank_line_id < b.line.bank_line_id ? 1 : -1));
  let rest = amount_cents;
  const changes = own.flatMap((record) => {
    const { amount_cents: size } = record.line;
    const free_cents = rest < size ? rest : size;
    rest -= free_cents;
    return free_cents <= 0n ? [] : freeLine(record, trade, free_cents, how, world.now);
  });
  if (rest > 0n) throw new Error(`Not all lines of pay-in ${trade.trade_id} were read`);
  return changes;
}
