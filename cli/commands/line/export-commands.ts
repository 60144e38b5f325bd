// `lines csv`, `exceptions` and `accounts closings`: files for spreadsheets.
import type { Command } from 'commander';
import { path, type Query } from '../../client/client.ts';
import { examples, fieldsOf, type Options } from '../../client/options.ts';
import type { Perform } from '../../client/perform.ts';
import { saveFile } from '../../client/save-file.ts';
import { record } from '../../client/show.ts';
import { withLineFilters } from './line-filters.ts';

const OUT = ['--out <file>', 'a new file instead of standard output'] as const;

function download(perform: Perform, address: string, out: unknown, query: Query = {}) {
  return perform({
    call: async (client) => {
      const answer = await client.operator(address, { query, file: true, patient: true });
      if (answer.kind !== 'body' || typeof out !== 'string') return answer;
      return await saveFile(out, String(answer.body.content), { written: true });
    },
    show: (body, view) => (typeof body.content === 'string' ? body.content : record(body, view)),
  });
}

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
