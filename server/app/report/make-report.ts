// Operators see figures by days, weeks or months of their time zone: from counters, however many
// trades there are.

import type { Direction } from '../../domain/record/trade.ts';
import type { LostDemand } from '../../domain/report/report-figures.ts';
import {
  periodsOf,
  type ReportPeriod,
  type Span,
  spansOf,
} from '../../domain/report/report-periods.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { addMeasures, type Measures, SLOT_MS } from '../../domain/trade/trade-measures.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { now } from '../../store/batch/store.ts';
import {
  type PeriodSpan,
  type ReportCounters,
  type ReportMisses,
  readReportCounters,
  readReportMisses,
} from '../../store/trade/report-counts.ts';
import type { App } from '../process/app.ts';
import { type OfNamedMerchant, withMerchantNames } from '../request/merchant-names.ts';
import { finishCounting } from '../trade/count-events.ts';
import { type ReportAsked, type ReportQuery, readReportQuery } from './read-report-query.ts';

export type ReportItem = ReportPeriod & {
  direction: Direction;
  currency: string;
  type: string | null;
  merchant_id: string | null;
  measures: Measures;
  missed: readonly LostDemand[];
};

type Report<Item extends ReportItem> = {
  asked: ReportAsked;
  items: readonly Item[];
  /** Of the whole time, for each direction and currency. */
  totals: readonly Item[];
  has_more: boolean;
};

export type MadeReport = Report<OfNamedMerchant<ReportItem>>;

/** The most merchants' rows of one report. */
export const REPORT_MERCHANTS_MOST = 200;

function spanOf({ zone, until_ms }: ReportAsked, { first_day, end_day }: ReportPeriod): Span {
  const start = zone.momentOf(first_day * DAY_MS) / SLOT_MS;
  const end = zone.momentOf(end_day * DAY_MS) / SLOT_MS;
  if (until_ms === null) return { start, end };
  const until = zone.momentOf(first_day * DAY_MS + until_ms) / SLOT_MS;
  return { start, end: Math.min(until, end) };
}

const numbered = (parts: readonly (readonly Span[])[]): PeriodSpan[] =>
  parts.flatMap((spans, period) => spans.map((span) => ({ ...span, period })));

type Row = Omit<ReportCounters, 'measures'>;
const keyOf = ({ period, direction, currency, type, merchant_id }: Row) =>
  [period, direction, currency, type, merchant_id].join('/');

export type ReportParts = {
  counters: readonly ReportCounters[];
  misses: readonly Omit<ReportMisses, 'direction'>[];
};

/** A row also if all its demand was lost. */
function itemsOf(
  periods: readonly ReportPeriod[],
  { counters, misses }: ReportParts,
): ReportItem[] {
  const missed = misses.map((miss) => ({ ...miss, direction: 'payin' as const }));
  const rows = Map.groupBy([...counters, ...missed], keyOf);
  return [...rows.values()].flatMap((parts) => {
    const [first] = parts;
    const period = first === undefined ? undefined : periods[first.period];
    if (first === undefined || period === undefined) return [];
    const { direction, currency, type, merchant_id } = first;
    const measures = addMeasures(
      parts.flatMap((part) => ('measures' in part ? part.measures : [])),
    );
    const lost = parts.flatMap((part) => ('reason' in part ? part : []));
    return { ...period, direction, currency, type, merchant_id, measures, missed: lost };
  });
}

function addedMisses(all: readonly LostDemand[]): LostDemand[] {
  return [...Map.groupBy(all, ({ reason }) => reason)].map(([reason, same]) => ({
    reason,
    count: same.reduce((sum, { count }) => sum + count, 0n),
    amount_cents: same.reduce((sum, { amount_cents }) => sum + amount_cents, 0n),
  }));
}

/** Rows of the same period and kind, from several cells, become one. */
function sameAdded<Item extends ReportItem>(items: readonly Item[]): Item[] {
  const rows = Map.groupBy(items, (item) =>
    [item.first_day, wordOf(item), item.merchant_id].join('/'),
  );
  return [...rows.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const measures = addMeasures(same.map((item) => item.measures));
    return { ...first, measures, missed: addedMisses(same.flatMap((item) => item.missed)) };
  });
}

/**
 * The reports of several cells as one. Of each cell's merchants the largest are there, so the
 * largest of all are among them.
 */
export function addReports<Item extends ReportItem>([first, ...others]: readonly [
  Report<Item>,
  ...Report<Item>[],
]): Report<Item> {
  const reports = [first, ...others];
  const items = sameAdded(reports.flatMap((one) => one.items)).toSorted(inOrder);
  const most = mostOf(first.asked, items);
  return {
    asked: first.asked,
    items: items.slice(0, most),
    totals: sameAdded(reports.flatMap((one) => one.totals)).toSorted(inOrder),
    has_more: items.length > most || reports.some((one) => one.has_more),
  };
}

function totalsOf({ first_day, end_day }: ReportAsked, items: readonly ReportItem[]): ReportItem[] {
  const groups = Map.groupBy(items, ({ direction, currency }) => `${direction}/${currency}`);
  return [...groups.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const { direction, currency } = first;
    const measures = addMeasures(same.map((item) => item.measures));
    const missed = addedMisses(same.flatMap((item) => item.missed));
    const of = { first_day, end_day, direction, currency, type: null, merchant_id: null };
    return { ...of, measures, missed };
  });
}

const volume = ({ measures }: ReportItem) => measures.completed.total;
const wordOf = ({ direction, currency, type }: ReportItem) => [direction, currency, type].join('/');

/** By time; merchants by the volume of each direction and currency. */
function inOrder(a: ReportItem, b: ReportItem): number {
  if (a.first_day !== b.first_day) return a.first_day - b.first_day;
  if (wordOf(a) !== wordOf(b)) return wordOf(a) < wordOf(b) ? -1 : 1;
  if (volume(a) !== volume(b)) return volume(a) < volume(b) ? 1 : -1;
  return (a.merchant_id ?? '') < (b.merchant_id ?? '') ? -1 : 1;
}

async function readParts({ store }: App, asked: ReportAsked, periods: readonly ReportPeriod[]) {
  const spans = periods.map((period) => spanOf(asked, period));
  const parts = spans.map(spansOf);
  const { filter, split } = asked;
  const [counters, misses] = await Promise.all([
    readReportCounters(store.db, {
      filter,
      split,
      days: numbered(parts.map(({ days }) => days)),
      slots: numbered(parts.map(({ slots }) => slots)),
    }),
    filter.direction === 'payout'
      ? []
      : readReportMisses(store.db, { filter, split, slots: numbered(spans.map((span) => [span])) }),
  ]);
  return { counters, misses };
}

const mostOf = ({ split }: ReportAsked, { length }: readonly ReportItem[]): number =>
  split === 'merchant' ? REPORT_MERCHANTS_MOST : length;

/** What counters of these periods say. */
export function reportOf(
  asked: ReportAsked,
  periods: readonly ReportPeriod[],
  parts: ReportParts,
): Report<ReportItem> {
  const items = itemsOf(periods, parts).toSorted(inOrder);
  const most = mostOf(asked, items);
  return {
    asked,
    items: items.slice(0, most),
    totals: totalsOf(asked, items).toSorted(inOrder),
    has_more: items.length > most,
  };
}

export async function makeReport(app: App, query: ReportQuery): Promise<MadeReport | Refusal> {
  const asked = readReportQuery(query, await now(app.store));
  if (isRefusal(asked)) return asked;
  const refused = await finishCounting(app);
  if (isRefusal(refused)) return refused;
  const periods = periodsOf(asked, asked.by);
  const report = reportOf(asked, periods, await readParts(app, asked, periods));
  return {
    ...report,
    items: await withMerchantNames(app, report.items),
    totals: await withMerchantNames(app, report.totals),
  };
}
