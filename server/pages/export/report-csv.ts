// A report as CSV: a row for each row on the screen. New columns are only added at the end.
import { MISS_REASONS, type MissReason } from '../../domain/record/receiving-account.ts';
import {
  type LostDemand,
  MEASURES_OF_STATES,
  matchedPercent,
  meanMs,
  successPercent,
  withinMs,
} from '../../domain/report/report-figures.ts';
import { dayName, type ReportPeriod } from '../../domain/report/report-periods.ts';
import type { Measures } from '../../domain/trade/trade-measures.ts';
import { csvCell, csvRow } from '../../lib/csv-text.ts';
import { csvAmount } from '../settlement/settlement-amount.ts';

type Item = ReportPeriod & {
  direction: string;
  currency: string;
  type: string | null;
  merchant_id: string | null;
  measures: Measures;
  missed: readonly LostDemand[];
};

type Shown = { item: Item; time_zone: string; exponent: number };

const numberCell = (value: number | null) => (value === null ? '' : String(value));

const missedCell = ({ item }: Shown, reason: MissReason) =>
  String(item.missed.find((miss) => miss.reason === reason)?.count ?? 0n);

const missedSum = ({ item }: Shown, value: (miss: LostDemand) => bigint) =>
  item.missed.reduce((sum, miss) => sum + value(miss), 0n);

type Column = readonly [name: string, cell: (shown: Shown) => string];

const COLUMNS: readonly Column[] = [
  ['from', ({ item }) => dayName(item.first_day)],
  ['to', ({ item }) => dayName(item.end_day)],
  ['time_zone', ({ time_zone }) => csvCell(time_zone)],
  ['direction', ({ item }) => item.direction],
  ['currency', ({ item }) => item.currency],
  ['type', ({ item }) => item.type ?? ''],
  ['merchant_id', ({ item }) => item.merchant_id ?? ''],
  ...MEASURES_OF_STATES.flatMap((name): Column[] => [
    [`${name}_count`, ({ item }) => String(item.measures[name].count)],
    [`${name}_amount`, ({ item, exponent }) => csvAmount(item.measures[name].total, exponent)],
  ]),
  ['success_percent', ({ item }) => numberCell(successPercent(item.measures))],
  ['matched_count', ({ item }) => String(item.measures.matched.count)],
  ['matched_percent', ({ item }) => numberCell(matchedPercent(item.measures))],
  ['fees_amount', ({ item, exponent }) => csvAmount(item.measures.fees.total, exponent)],
  ['mean_ms', ({ item }) => numberCell(meanMs(item.measures))],
  ['half_within_ms', ({ item }) => numberCell(withinMs(item.measures, 50n))],
  ['most_within_ms', ({ item }) => numberCell(withinMs(item.measures, 90n))],
  ['missed_count', (shown) => String(missedSum(shown, ({ count }) => count))],
  [
    'missed_amount',
    (shown) =>
      csvAmount(
        missedSum(shown, ({ amount_cents }) => amount_cents),
        shown.exponent,
      ),
  ],
  ...MISS_REASONS.map(
    (reason): Column => [`missed_${reason}_count`, (shown) => missedCell(shown, reason)],
  ),
];

export const reportCsvHead = (): string => csvRow(COLUMNS.map(([name]) => name));

export const reportCsvRow = (shown: Shown): string =>
  csvRow(COLUMNS.map(([, cell]) => cell(shown)));
