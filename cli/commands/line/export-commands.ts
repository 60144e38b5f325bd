// `lines csv`, `exceptions` and `accounts closings`: files for spreadsheets.
import type { Command } from 'commander';
import { path } from '../../client/client.ts';
import { download, OUT } from '../../client/download.ts';
import { examples, fieldsOf, type Options } from '../../client/options.ts';
import type { Perform } from '../../client/perform.ts';
import { withLineFilters } from './line-filters.ts';

export function addLineExport(lines: Command, perform: Perform): void {
  const csv = withLineFilters(lines.command('csv').description('bank lines as CSV, all of them'));
  csv
    .option(...OUT)
    .action(({ out, ...options }: Options) =>
      download(perform, '/bank_lines.csv', out, fieldsOf(options)),
    );
  examples(csv, ['lines csv --from 2026-03-01 --to 2026-04-01 --out march.csv']);
}

export function addExceptionExport(program: Command, perform: Perform): void {
  const exceptions = program
    .command('exceptions')
    .description('as CSV what waits for a person: lines in suspense, trades to decide');
  exceptions.option(...OUT).action(({ out }: Options) => download(perform, '/exceptions.csv', out));
  examples(exceptions, ['exceptions --out exceptions.csv']);
}

export function addClosingExport(accounts: Command, perform: Perform): void {
  const closings = accounts
    .command('closings')
    .description('the closings of its days as CSV, every revision');
  closings
    .argument('<account>', 'the receiving account’s id')
    .option(...OUT)
    .action((account: string, { out }: Options) =>
      download(perform, path`/receiving_accounts/${account}/closings.csv`, out),
    );
  examples(closings, ['accounts closings ACCOUNT --out closings.csv']);
}
