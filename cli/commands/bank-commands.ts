// `accounts`: the operator's receiving accounts, and the closing of their days.
import type { Command } from 'commander';
import { path } from '../client/client.ts';
import {
  examples,
  fieldsOf,
  type Options,
  onOrOff,
  wholeNumberOption,
  wholeNumberOrNone,
  withPaging,
} from '../client/options.ts';
import type { Perform } from '../client/perform.ts';
import { arrayOf, record, table } from '../client/show.ts';
import { readInputLine, type Terminal } from '../client/terminal.ts';
import { addDayCommands } from './account-day-commands.ts';

const ACCOUNT_COLUMNS = [
  'id',
  'type',
  'currency',
  'name',
  'number',
  'bank_name',
  'min_amount_cents',
  'max_amount_cents',
  'enabled',
];
const ACCOUNT = 'the receiving account’s id';

/** The options that may change at any time. */
function withBounds(command: Command): Command {
  return command
    .option('--bank-name <name>', 'what payers see')
    .option('--min-amount-cents <amount>', 'per order, or none', wholeNumberOrNone)
    .option('--max-amount-cents <amount>', 'per order, or none', wholeNumberOrNone)
    .option('--daily-count-limit <count>', 'orders a day, or none', wholeNumberOrNone)
    .option('--daily-amount-limit-cents <amount>', 'a day, or none', wholeNumberOrNone)
    .option('--active-from-minute <minute>', 'of the UTC day, or none', wholeNumberOrNone)
    .option('--active-to-minute <minute>', 'of the UTC day, or none', wholeNumberOrNone)
    .option('--weight <weight>', 'its share among equally suitable accounts', wholeNumberOption)
    .option('--exclusive-only <on|off>', 'never two open pay-ins with the same amount', onOrOff)
    .option('--enabled <on|off>', 'whether pay-ins may use it', onOrOff);
}

export function addAccountCommands(program: Command, perform: Perform, terminal: Terminal): void {
  const accounts = program.command('accounts').description('receiving accounts for pay-ins');
  const list = withPaging(accounts.command('list').description('all, with masked numbers'));
  list.option('--q <words>', 'words, or parts of them, in the name, bank or number');
  list.action((options: Options) =>
    perform({
      call: (client) => client.operator('/receiving_accounts', { query: fieldsOf(options) }),
      show: (body, view) => table(arrayOf(body.data), ACCOUNT_COLUMNS, view),
    }),
  );
  const show = accounts.command('show').description('one receiving account with its limits');
  show.argument('<account>', ACCOUNT).action((account: string) =>
    perform({
      call: (client) => client.operator(path`/receiving_accounts/${account}`),
      show: record,
    }),
  );
  const create = accounts.command('create').description('add a receiving account');
  create
    .requiredOption('--type <type>', 'card, account, iban, upi or phone')
    .requiredOption('--currency <code>', 'ISO 4217')
    .requiredOption('--name <name>', 'its holder')
    .requiredOption('--number <number>', 'its number; - reads it from standard input');
  withBounds(create).action((options: Options) =>
    perform({
      call: async (client) => {
        const number = options.number === '-' ? await readInputLine(terminal) : options.number;
        const fields = fieldsOf({ ...options, number });
        return await client.operator('/receiving_accounts', { method: 'POST', fields });
      },
      show: record,
    }),
  );
  examples(create, [
    'accounts create --type upi --currency INR --name "Asha Rao" --number asha@bank',
    'accounts create --type card --currency USD --name House --number - < number.txt',
  ]);
  const update = accounts.command('update').description('change limits; the number stays');
  update.argument('<account>', ACCOUNT).option('--name <name>', 'its holder');
  withBounds(update).action((account: string, options: Options) =>
    perform({
      call: (client) =>
        client.operator(path`/receiving_accounts/${account}`, {
          method: 'PATCH',
          fields: fieldsOf(options),
        }),
      show: record,
    }),
  );
  examples(update, [
    'accounts update ACCOUNT --enabled off',
    'accounts update ACCOUNT --max-amount-cents 5000000 --daily-count-limit none',
  ]);
  addDayCommands(accounts, perform);
}
