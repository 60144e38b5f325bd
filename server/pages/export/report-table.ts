// A report as a table to export: a row for each row on the screen. Columns are only ever appended.
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
import {
  digitsCell,
  idCell,
  type TableCell,
  type TableColumn,
  textCell,
} from '../../lib/table/table-cell.ts';
import { csvAmount } from '../settlement/settlement-amount.ts';

type Item = ReportPeriod & {
  direction: string;
  currency: string;
  type: string | null;
  merchant_id: string | null;
  measures: Measures;
  missed: readonly LostDemand[];
};

/** With the zone whose days they are, and the decimals of the currency. */
export type ExportedReportRow = { item: Item; time_zone: string; exponent: number };

type Column = TableColumn<ExportedReportRow>;
type Of<Value> = (row: ExportedReportRow) => Value;

const text = (name: string, of: Of<string | null>): Column => ({
  name,
  cell: (row) => textCell(of(row)),
});
const number = (name: string, of: Of<number | bigint | null>): Column => ({
  name,
  cell: (row): TableCell => digitsCell(of(row)?.toString() ?? null),
});
const amount = (name: string, of: Of<bigint>): Column => ({
  name,
  cell: (row) => digitsCell(csvAmount(of(row), row.exponent)),
});

const missedOf = ({ item }: ExportedReportRow, reason: MissReason) =>
  item.missed.find((miss) => miss.reason === reason)?.count ?? 0n;

const missedSum = ({ item }: ExportedReportRow, value: (miss: LostDemand) => bigint) =>
  item.missed.reduce((sum, miss) => sum + value(miss), 0n);

export const REPORT_TABLE: readonly Column[] = [
  text('from', ({ item }) => dayName(item.first_day)),
  text('to', ({ item }) => dayName(item.end_day)),
  text('time_zone', ({ time_zone }) => time_zone),
  text('direction', ({ item }) => item.direction),
  text('currency', ({ item }) => item.currency),
  text('type', ({ item }) => item.type),
  { name: 'merchant_id', cell: ({ item }) => idCell(item.merchant_id) },
  ...MEASURES_OF_STATES.flatMap((name) => [
    number(`${name}_count`, ({ item }) => item.measures[name].count),
    amount(`${name}_amount`, ({ item }) => item.measures[name].total),
  ]),
  number('success_percent', ({ item }) => successPercent(item.measures)),
  number('matched_count', ({ item }) => item.measures.matched.count),
  number('matched_percent', ({ item }) => matchedPercent(item.measures)),
  amount('fees_amount', ({ item }) => item.measures.fees.total),
  number('mean_ms', ({ item }) => meanMs(item.measures)),
  number('half_within_ms', ({ item }) => withinMs(item.measures, 50n)),
  number('most_within_ms', ({ item }) => withinMs(item.measures, 90n)),
  number('missed_count', (row) => missedSum(row, ({ count }) => count)),
  amount('missed_amount', (row) => missedSum(row, ({ amount_cents }) => amount_cents)),
  ...MISS_REASONS.map((reason) => number(`missed_${reason}_count`, (row) => missedOf(row, reason))),
];
