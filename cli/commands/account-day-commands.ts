// `accounts days`, `day` and `close-day`: whether a day of a receiving account adds up, and closing
// it.
import type { Command } from 'commander';
import { type Json, path } from '../client/client.ts';
import {
  examples,
  fieldsOf,
  type Options,
  wholeNumberOption,
  withPaging,
} from '../client/options.ts';
import type { Perform } from '../client/perform.ts';
import { arrayOf, heading, record, table, type View } from '../client/show.ts';
import { addClosingExport } from './line/export-commands.ts';

const ACCOUNT = 'the receiving account’s id';
const DAY = 'the day, as 2026-11-20';

const DIFFERENCE_COLUMNS = ['kind', 'amount_cents', 'bank_line_id', 'trade_id', 'explanation'];

const STAYS_OPEN =
  '\nThe day stays open. Resolve the differences, or accept them: --accept-differences --note.\n';

function showDay(body: Json, view: View): string {
  const { differences, ...figures } = body;
  const found = arrayOf(differences);
  const rest =
    found.length === 0
      ? 'No differences.\n'
      : heading('Differences', view) + table(found, DIFFERENCE_COLUMNS, view);
  const told = body.outcome === 'refused' ? STAYS_OPEN : '';
  return record(figures, view) + rest + told;
}

const withZone = (command: Command): Command =>
  command.option(
    '--zone-offset-minutes <minutes>',
    'minutes by which the account’s time zone is ahead of UTC',
    wholeNumberOption,
  );

export function addDayCommands(accounts: Command, perform: Perform): void {
  addClosingExport(accounts, perform);
  const days = withPaging(accounts.command('days').description('days with statements or closings'));
  days.argument('<account>', ACCOUNT).action((account: string, options: Options) =>
    perform({
      call: (client) =>
        client.operator(path`/receiving_accounts/${account}/days`, { query: fieldsOf(options) }),
      show: (body, view) =>
        table(
          arrayOf(body.data),
          ['day', 'opening_cents', 'closing_cents', 'revision', 'closed_at'],
          view,
        ),
    }),
  );
  const day = accounts.command('day').description('whether a day adds up, and what differs');
  withZone(day)
    .argument('<account>', ACCOUNT)
    .argument('<day>', DAY)
    .action((account: string, on: string, options: Options) =>
      perform({
        call: (client) =>
          client.operator(path`/receiving_accounts/${account}/days/${on}`, {
            query: fieldsOf(options),
          }),
        failed: (body) => arrayOf(body.differences).length > 0,
        show: showDay,
      }),
    );
  day.addHelpText('after', '\nThe exit code is 1 if there are differences.');
  examples(day, ['accounts day ACCOUNT 2026-11-20']);
  const close = accounts.command('close-day').description('close a day that has ended');
  withZone(close)
    .argument('<account>', ACCOUNT)
    .argument('<day>', DAY)
    .option('--accept-differences', 'close it in spite of differences; needs --note')
    .option('--note <text>', 'why, in your words')
    .action((account: string, on: string, options: Options) =>
      perform({
        call: (client) =>
          client.operator(path`/receiving_accounts/${account}/days/${on}/close`, {
            method: 'POST',
            fields: fieldsOf(options),
          }),
        failed: (body) => body.outcome === 'refused',
        show: showDay,
      }),
    );
  close.addHelpText('after', '\nThe exit code is 1 if differences keep it open.');
  examples(close, [
    'accounts close-day ACCOUNT 2026-11-20',
    'accounts close-day ACCOUNT 2026-11-20 --accept-differences --note "Fee comes tomorrow"',
  ]);
}
