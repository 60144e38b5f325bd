// `report`: volume, success, times, matching, fees and lost demand by days, weeks or months.
import type { Command } from 'commander';
import type { Json } from '../../client/client.ts';
import { download, OUT, saveNamed } from '../../client/download.ts';
import { examples, fieldsOf, type Options } from '../../client/options.ts';
import type { Perform } from '../../client/perform.ts';
import { arrayOf, heading, objectOf, table, type View } from '../../client/show.ts';
import { addScheduledReportCommands } from './scheduled-report-commands.ts';

const MS_PER_MINUTE = 60_000;

const minutes = (value: unknown): number | null =>
  typeof value === 'number' ? Math.round((value / MS_PER_MINUTE) * 10) / 10 : null;

function rowOf(row: Json): Json {
  const count = (name: string) => objectOf(row[name]).count;
  return {
    ...row,
    created: count('created'),
    completed: count('completed'),
    completed_cents: objectOf(row.completed).amount_cents,
    'success_%': row.success_percent,
    'matched_%': row.matched_percent,
    minutes: minutes(row.mean_ms),
    '90%_within': minutes(row.most_within_ms),
    missed: count('missed'),
  };
}

const COLUMNS = [
  'from',
  'to',
  'direction',
  'currency',
  'created',
  'completed',
  'success_%',
  'completed_cents',
  'fees_cents',
  'matched_%',
  'minutes',
  '90%_within',
  'missed',
];

const SPLIT_COLUMNS: Json = { type: 'type', merchant: 'merchant_id' };

function columnsOf(split: unknown): readonly string[] {
  const more = SPLIT_COLUMNS[String(split)];
  const names = more === undefined ? [] : [String(more)];
  return [...COLUMNS.slice(0, 4), ...names, ...COLUMNS.slice(4)];
}

function show(body: Json, view: View): string {
  const rows = table(arrayOf(body.data).map(rowOf), columnsOf(body.split), view);
  const totals = table(arrayOf(body.totals).map(rowOf), COLUMNS, view);
  return `${rows}${heading(`Together (${String(body.time_zone)})`, view)}${totals}`;
}

export function addReportCommand(program: Command, perform: Perform): void {
  addScheduledReportCommands(program, perform);
  const report = program
    .command('report')
    .description('volume, success, times, matching, fees and lost demand');
  report
    .option('--from <day>', 'the first day (default: 30 days before the last one)')
    .option('--to <day>', 'the day after the last one (default: tomorrow)')
    .option('--time-zone <zone>', 'whose days, as Asia/Kolkata (default: UTC)')
    .option('--by <step>', 'day, week, month or all (default: day)')
    .option('--until <time>', 'of each day only the part before this time, as 14:30')
    .option('--split <what>', 'a row for each type, or for each merchant (with --by all)')
    .option('--merchant-id <id>', 'of one merchant')
    .option('--direction <direction>', 'payin or payout')
    .option('--currency <code>', 'in this currency')
    .option('--type <type>', 'of this payment type')
    .option('--csv', 'as CSV, with all columns')
    .option('--xlsx', 'an Excel workbook, saved as report.xlsx or as --out says')
    .option(...OUT)
    .action(({ csv, xlsx, out, ...options }: Options) => {
      if (xlsx === true) return saveNamed(perform, '/reports.xlsx', out, options);
      return csv === true || out !== undefined
        ? download(perform, '/reports.csv', out, fieldsOf(options))
        : perform({
            call: (client) => client.operator('/reports', { query: fieldsOf(options) }),
            show,
          });
    });
  examples(report, [
    'report --direction payin --time-zone Asia/Kolkata',
    'report --by month --from 2026-01-01 --to 2026-07-01 --out half-year.csv',
    'report --by month --from 2026-01-01 --to 2026-07-01 --xlsx --out half-year.xlsx',
    'report --by all --split merchant --currency INR',
  ]);
}
