// `lines csv`, `exceptions` and `accounts closings`: files for spreadsheets.
import type { Command } from 'commander';
import { path } from '../../client/client.ts';
import { downloadTable, OUT, XLSX } from '../../client/download.ts';
import { examples, type Options } from '../../client/options.ts';
import type { Perform } from '../../client/perform.ts';
import { withLineFilters } from './line-filters.ts';

export function addLineExport(lines: Command, perform: Perform): void {
  const csv = withLineFilters(
    lines.command('csv').description('all bank lines, as CSV or a workbook'),
  );
  csv
    .option(...XLSX)
    .option(...OUT)
    .action((options: Options) => downloadTable(perform, '/bank_lines', options));
  examples(csv, [
    'lines csv --from 2026-03-01 --to 2026-04-01 --out march.csv',
    'lines csv --from 2026-03-01 --to 2026-04-01 --xlsx --out march.xlsx',
  ]);
}

export function addExceptionExport(program: Command, perform: Perform): void {
  const exceptions = program
    .command('exceptions')
    .description('what waits for a person: lines in suspense, trades to decide; CSV or a workbook');
  exceptions
    .option(...XLSX)
    .option(...OUT)
    .action((options: Options) => downloadTable(perform, '/exceptions', options));
  examples(exceptions, ['exceptions --out exceptions.csv', 'exceptions --xlsx']);
}

export function addClosingExport(accounts: Command, perform: Perform): void {
  const closings = accounts
    .command('closings')
    .description('the closings of its days, every revision, as CSV or a workbook');
  closings
    .argument('<account>', 'the receiving account’s id')
    .option(...XLSX)
    .option(...OUT)
    .action((account: string, options: Options) =>
      downloadTable(perform, path`/receiving_accounts/${account}/closings`, options),
    );
  examples(closings, [
    'accounts closings ACCOUNT --out closings.csv',
    'accounts closings ACCOUNT --xlsx --out closings.xlsx',
  ]);
}
