// `merchants`, `callbacks` and `adjust`: a merchant, its balance and its callback endpoints.
import type { Command } from 'commander';
import { path } from '../client/client.ts';
import {
  collect,
  examples,
  fieldsOf,
  MERCHANT,
  type Options,
  onceBy,
  wholeNumberOption,
  withPaging,
} from '../client/options.ts';
import type { Perform } from '../client/perform.ts';
import { arrayOf, objectOf, record, table } from '../client/show.ts';
import { addEndpointCommands } from './callback/endpoint-commands.ts';

const MERCHANT_COLUMNS = [
  'id',
  'name',
  'balance_currency',
  'actual_amount_cents',
  'blocked_amount_cents',
  'callback_url',
  'created_at',
];

/** `name=value`: true, false, null and numbers become JSON values, everything else is text. */
function readSettings(pairs: readonly string[]): Record<string, unknown> {
  const entries = pairs.map((pair) => {
    const at = pair.indexOf('=');
    const [name, text] = at === -1 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
    const is_plain = /^(?:true|false|null|-?\d{1,15})$/.test(text);
    return [name, is_plain ? JSON.parse(text) : text];
  });
  return Object.fromEntries(entries);
}

function withSettings(options: Options): Options {
  const { set, ...rest } = options;
  return Array.isArray(set) ? { ...rest, settings: readSettings(set) } : rest;
}

export function addMerchantCommands(program: Command, perform: Perform): void {
  const merchants = program.command('merchants').description('merchants and their balances');
  const list = withPaging(merchants.command('list').description('all merchants'));
  list
    .option('--q <words>', 'words, or parts of them, in the name or id')
    .option('--balance <what>', 'negative: only those whose spendable balance is below zero')
    .action((options: Options) =>
      perform({
        call: (client) => client.operator('/merchants', { query: fieldsOf(options) }),
        show: (body, view) => {
          const rows = arrayOf(body.data).map((row) => ({ ...objectOf(row.balance), ...row }));
          return table(rows, MERCHANT_COLUMNS, view);
        },
      }),
    );
  examples(list, ['merchants list', 'merchants list --balance negative']);
  const create = merchants.command('create').description('make a merchant');
  create
    .requiredOption('--name <name>', 'what payers see')
    .requiredOption('--balance-currency <code>', 'ISO 4217; cannot be changed later')
    .option('--set <name=value>', 'a setting; may be repeated', collect)
    .action((options: Options) =>
      perform({
        call: (client) =>
          client.operator('/merchants', {
            method: 'POST',
            fields: fieldsOf(withSettings(options)),
          }),
        show: record,
      }),
    );
  examples(create, [
    'merchants create --name "Corner shop" --balance-currency INR',
    'merchants create --name Shop --balance-currency USD --set payin_life_minutes=30',
  ]);
  const show = merchants.command('show').description('one merchant with its settings');
  show
    .argument('<merchant>', MERCHANT)
    .action((merchant: string) =>
      perform({ call: (client) => client.operator(path`/merchants/${merchant}`), show: record }),
    );
  const balance = merchants.command('balance').description('what a merchant has');
  balance
    .argument('<merchant>', MERCHANT)
    .option('--at <time>', 'at this moment of the past, as 2026-03-01T00:00:00Z')
    .action((merchant: string, options: Options) =>
      perform({
        call: (client) =>
          client.operator(path`/merchants/${merchant}/balance`, { query: fieldsOf(options) }),
        show: record,
      }),
    );
  examples(balance, [
    'merchants balance MERCHANT',
    'merchants balance MERCHANT --at 2026-03-01T00:00:00+05:30',
  ]);
  addUpdate(merchants, perform);
}

function addUpdate(merchants: Command, perform: Perform): void {
  const update = merchants.command('update').description('change a merchant’s name or settings');
  update
    .argument('<merchant>', MERCHANT)
    .option('--name <name>', 'what payers see')
    .option('--set <name=value>', 'a setting; may be repeated', collect)
    .action((merchant: string, options: Options) =>
      perform({
        call: (client) =>
          client.operator(path`/merchants/${merchant}`, {
            method: 'PATCH',
            fields: fieldsOf(withSettings(options)),
          }),
        show: record,
      }),
    );
  examples(update, [
    'merchants update MERCHANT --set amount_policy=tolerance --set tolerance_cents=100',
    'merchants update MERCHANT --set client_max_open_payins=null',
  ]);
}

export function addCallbackCommands(program: Command, perform: Perform): void {
  const callbacks = program.command('callbacks').description('a merchant’s callback endpoints');
  addEndpointCommands(callbacks, perform);
}

export function addAdjustCommand(program: Command, perform: Perform): void {
  const adjust = program
    .command('adjust')
    .description('add to a merchant’s balance, or take from it');
  adjust
    .argument('<merchant>', MERCHANT)
    .requiredOption(
      '--amount-cents <amount>',
      'minor units; negative takes from the balance',
      wholeNumberOption,
    )
    .requiredOption('--reason <text>', 'why; recorded in the audit trail')
    .option('--idempotency-key <key>', 'the same key adjusts once')
    .action((merchant: string, options: Options) => {
      const { idempotencyKey: key, ...fields } = options;
      return perform({
        call: (client) =>
          client.operator(path`/merchants/${merchant}/adjustments`, {
            method: 'POST',
            fields: fieldsOf(fields),
            headers: onceBy(key),
          }),
        show: record,
      });
    });
  examples(adjust, [
    'adjust MERCHANT --amount-cents 100000 --reason "Opening balance" --idempotency-key opening',
    'adjust MERCHANT --amount-cents -2500 --reason "Bank charges of March"',
  ]);
}
