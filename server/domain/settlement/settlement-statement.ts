// Drafts a settlement: the period, and the sums that continue the statements before.

import { leftBy, type Settlement, type SettlementSums } from '../record/settlement-record.ts';
import { type Refusal, refuse, refuseFields } from '../service/refusal.ts';
import type { SettlementLine } from './settlement-line.ts';
import { addLines, NO_SUMS } from './settlement-line.ts';

/**
 * What a new statement continues from: the last one that was not discarded, and the last number.
 */
export type SettlementsBefore = { last: Settlement | null; last_number: number };

export type Period = {
  period_from: number;
  period_to: number;
  first_entry_number: bigint;
};

function refusePeriod(message: string): Refusal {
  return refuseFields([{ field: 'period_to', code: 'range', message }]);
}

/**
 * The next period. It begins at the end of the one before, so that there are no gaps and no
 * overlaps, and it must end in the past.
 */
export function nextPeriod(
  { last }: SettlementsBefore,
  asked: { period_to: number; merchant_since: number; now: number },
): Period | Refusal {
  if (last?.state === 'draft') {
    return refuse('act_not_allowed', 'The statement before is still a draft: decide it first.', {
      extra: { id: last.settlement_id, state: last.state },
    });
  }
  const period_from = last?.period_to ?? asked.merchant_since;
  if (asked.period_to > asked.now) return refusePeriod('must not be in the future');
  if (asked.period_to <= period_from) {
    return refusePeriod('must be after the end of the period before');
  }
  const first_entry_number = (last?.last_entry_number ?? 0n) + 1n;
  return { period_from, period_to: asked.period_to, first_entry_number };
}

/** Sums while lines are read page by page. */
export type Summing = { sums: SettlementSums; line_count: number };

export const NOTHING_SUMMED: Summing = { sums: NO_SUMS, line_count: 0 };

export function sumLines(before: Summing, lines: readonly SettlementLine[]): Summing {
  return {
    sums: addLines(before.sums, lines),
    line_count: before.line_count + lines.length,
  };
}

export type DraftFields = {
  merchant_id: string;
  settlement_id: string;
  command_id: string;
  merchant_name: string;
  currency: string;
  last_entry_number: bigint;
  now: number;
};

/** The statement, once all lines of its period are summed. */
export function makeDraft(
  { last, last_number }: SettlementsBefore,
  period: Period,
  { sums, line_count }: Summing,
  { command_id, now, ...fields }: DraftFields,
): Settlement {
  const opening_cents = last?.closing_cents ?? 0n;
  const carried_cents = leftBy(last);
  const { net_cents, paid_cents, returned_cents } = sums;
  return {
    ...fields,
    ...period,
    ...sums,
    number: last_number + 1,
    state: 'draft',
    line_count,
    opening_cents,
    closing_cents: opening_cents + net_cents + paid_cents + returned_cents,
    carried_cents,
    payable_cents: carried_cents + net_cents + returned_cents,
    approved_cents: null,
    trade_id: null,
    drafted_at: now,
    approved_at: null,
    changed_at: now,
    last_command_id: command_id,
  };
}

/** Discards a draft that merchants never saw: the next draft covers its period again. */
export function discardDraft(settlement: Settlement, now: number): Settlement | Refusal {
  if (settlement.state !== 'draft') {
    return refuse(
      'act_not_allowed',
      `A settlement that is ${settlement.state} cannot be discarded.`,
      {
        extra: { state: settlement.state },
      },
    );
  }
  return { ...settlement, state: 'discarded', changed_at: now };
}
