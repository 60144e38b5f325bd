// A report as the operator API shows it.
import { MISS_REASONS, type MissReason } from '../../domain/record/receiving-account.ts';
import {
  matchedPercent,
  meanMs,
  successPercent,
  withinMs,
} from '../../domain/report/report-figures.ts';
import type { ReportSplit } from '../../domain/report/report-periods.ts';
import { dayName, type ReportStep } from '../../domain/report/report-periods.ts';
import type { Counted } from '../../domain/trade/trade-measures.ts';
import { type ExactInteger, toExactInteger } from '../request/exact-integer.ts';
import type { OfNamedMerchant } from '../request/merchant-names.ts';
import type { MadeReport, ReportItem } from './make-report.ts';

export type ReportValue = { count: ExactInteger; amount_cents: ExactInteger };

const valueBody = ({ count, total }: Counted): ReportValue => ({
  count: toExactInteger(count),
  amount_cents: toExactInteger(total),
});

const HALF = 50n;
const MOST = 90n;

type LostBody = ReportValue & { reason: MissReason };

function missedBody({ missed }: ReportItem) {
  const sumOf = (value: (miss: (typeof missed)[number]) => bigint) =>
    missed.reduce((sum, miss) => sum + value(miss), 0n);
  const count = sumOf((miss) => miss.count);
  const total = sumOf((miss) => miss.amount_cents);
  const reasons = MISS_REASONS.flatMap((reason): LostBody[] => {
    const own = missed.find((miss) => miss.reason === reason);
    if (own === undefined) return [];
    return [{ reason, ...valueBody({ count: own.count, total: own.amount_cents }) }];
  });
  return { ...valueBody({ count, total }), reasons };
}

function rowBody(item: OfNamedMerchant<ReportItem>) {
  const { measures, direction, currency, type, merchant_id, merchant_name } = item;
  const { completed, matched, fees } = measures;
  return {
    from: dayName(item.first_day),
    to: dayName(item.end_day),
    direction,
    currency,
    type,
    merchant_id,
    merchant_name,
    created: valueBody(measures.created),
    completed: valueBody(completed),
    expired: valueBody(measures.expired),
    canceled: valueBody(measures.canceled),
    failed: valueBody(measures.failed),
    disputed: valueBody(measures.disputed),
    reversed: valueBody(measures.reversed),
    success_percent: successPercent(measures),
    matched: valueBody(matched),
    by_hand: valueBody({
      count: completed.count - matched.count,
      total: completed.total - matched.total,
    }),
    matched_percent: matchedPercent(measures),
    fees_cents: toExactInteger(fees.total),
    mean_ms: meanMs(measures),
    half_within_ms: withinMs(measures, HALF),
    most_within_ms: withinMs(measures, MOST),
    missed: missedBody(item),
  };
}

export type ReportRow = ReturnType<typeof rowBody>;

export type ReportBody = {
  from: string;
  to: string;
  time_zone: string;
  by: ReportStep;
  split: ReportSplit | null;
  data: ReportRow[];
  totals: ReportRow[];
  has_more: boolean;
};

export function reportBody({ asked, items, totals, has_more }: MadeReport): ReportBody {
  return {
    from: dayName(asked.first_day),
    to: dayName(asked.end_day),
    time_zone: asked.time_zone,
    by: asked.by,
    split: asked.split,
    data: items.map(rowBody),
    totals: totals.map(rowBody),
    has_more,
  };
}
