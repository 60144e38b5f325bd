// `trades export`: the list of trades as a file, and the filters that it shares with the list.
import type { Command } from 'commander';
import { download, saveNamed } from '../../client/download.ts';
import {
  examples,
  fieldsOf,
  type Options,
  withAmountFilters,
  withTimeFilters,
} from '../../client/options.ts';
import type { Perform } from '../../client/perform.ts';

export function withTradeFilters(command: Command): Command {
  command
    .option('--merchant-id <id>', 'of one merchant')
    .option('--state <state>', 'in this state')
    .option('--state-reason <reason>', 'with this state reason')
    .option('--direction <direction>', 'payin or payout')
    .option('--currency <code>', 'in this currency')
    .option('--type <type>', 'of this payment type, as upi or card')
    .option('--order-id <id>', 'the merchant’s own id')
    .option('--utr <utr>', 'with this UTR')
    .option('--client-id <id>', 'of one customer')
    .option('--metadata <key=text>', 'with this text in the metadata, as cart=A-17')
    .option('--receiving-account-id <id>', 'pay-ins shown this receiving account');
  return withTimeFilters(withAmountFilters(command), 'created')
    .option('--changed-from <time>', 'last changed at or after this time or day (UTC)')
    .option('--changed-to <time>', 'last changed before this time or day (UTC)')
    .option('--completed-from <time>', 'completed at or after this time or day (UTC)')
    .option('--completed-to <time>', 'completed before this time or day (UTC)')
    .option('--ended-from <time>', 'first ended, however, at or after this time or day (UTC)')
    .option('--ended-to <time>', 'first ended, however, before this time or day (UTC)')
    .option('--sort <order>', 'newest (default) or oldest, by the moment of creation');
}

export function addTradeExport(trades: Command, perform: Perform): void {
  const command = withTradeFilters(
    trades.command('export').description('all trades that the filters leave, as CSV or a workbook'),
  );
  command
    .option('--xlsx', 'an Excel workbook, saved as trades.xlsx or as --out says')
    .option('--separator <name>', 'CSV: comma (default), semicolon or tab')
    .option('--decimal <name>', 'CSV: point (default) or comma')
    .option('--out <file>', 'a new file; CSV otherwise goes to standard output')
    .action(({ xlsx, out, ...options }: Options) => {
      if (xlsx === true) return saveNamed(perform, '/trades.xlsx', out, options);
      if (out !== undefined) return saveNamed(perform, '/trades.csv', out, options);
      return download(perform, '/trades.csv', out, fieldsOf(options));
    });
  examples(command, [
    'trades export --from 2026-03-01 --to 2026-04-01 --state completed --out march.csv',
    'trades export --day 2026-03-05 --separator semicolon --decimal comma --out day.csv',
    'trades export --currency INR --xlsx --out trades.xlsx',
  ]);
}
