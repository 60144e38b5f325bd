// `tariffs` and `rates`: merchants' fees in percent, and exchange rates.
import { type Command, InvalidArgumentError } from 'commander';
import { path } from '../client/client.ts';
import { decimalNumber, examples, fieldsOf, MERCHANT, type Options } from '../client/options.ts';
import type { Perform } from '../client/perform.ts';
import { arrayOf, objectOf, table } from '../client/show.ts';

/** `payin=1.5`, `payin/upi=1`, `payout/card/INR=2`; `*` stands for any. */
const ROW = /^([^/=]+)(?:\/([^/=]+))?(?:\/([^/=]+))?=(.*)$/;

function readTariff(text: string) {
  const [, direction, type = '*', currency = '*', percent = ''] = ROW.exec(text) ?? [];
  if (direction === undefined) {
    throw new InvalidArgumentError(
      'It must be DIRECTION[/TYPE[/CURRENCY]]=PERCENT, like payin=1.5 or payin/upi/INR=0.9.',
    );
  }
  if (direction !== 'payin' && direction !== 'payout') {
    throw new InvalidArgumentError('The direction must be payin or payout, as in payin=1.5.');
  }
  if (!/^\d{1,3}(?:\.\d{1,4})?$/.test(percent) || Number(percent) > 100) {
    throw new InvalidArgumentError(
      'The percent must be a number from 0 to 100 with at most 4 decimals, as in payin=1.5.',
    );
  }
  const anyOr = (word: string) => (word === '*' ? null : word);
  return { direction, type: anyOr(type), currency: anyOr(currency), percent: Number(percent) };
}

export function addTariffCommands(program: Command, perform: Perform): void {
  const tariffs = program.command('tariffs').description('a merchant’s fees in percent');
  const columns = ['direction', 'type', 'currency', 'percent'];
  const show = tariffs.command('show').description('a merchant’s tariffs; - stands for any');
  show.argument('<merchant>', MERCHANT).action((merchant: string) =>
    perform({
      call: (client) => client.operator(path`/merchants/${merchant}/tariffs`),
      show: (body, view) => table(arrayOf(body.tariffs), columns, view),
    }),
  );
  const set = tariffs.command('set').description('replace all tariffs of a merchant');
  set
    .argument('<merchant>', MERCHANT)
    .argument(
      '<rows...>',
      'DIRECTION[/TYPE[/CURRENCY]]=PERCENT',
      (text: string, before: readonly ReturnType<typeof readTariff>[] = []) => [
        ...before,
        readTariff(text),
      ],
    )
    .action((merchant: string, rows: ReturnType<typeof readTariff>[]) =>
      perform({
        call: (client) =>
          client.operator(path`/merchants/${merchant}/tariffs`, {
            method: 'PUT',
            fields: { tariffs: rows },
          }),
        show: (body, view) => table(arrayOf(body.tariffs), columns, view),
      }),
    );
  examples(set, ['tariffs set MERCHANT payin=1.5 payout=1 payin/upi=0.9 payin/*/USD=2.25']);
}

export function addRateCommands(program: Command, perform: Perform): void {
  const rates = program.command('rates').description('exchange rates');
  const columns = ['trade_currency', 'balance_currency', 'rate', 'source', 'rate_at'];
  rates
    .command('list')
    .description('all rates: units of the trade currency per unit of the balance currency')
    .action(() =>
      perform({
        call: (client) => client.operator('/rates'),
        show: (body, view) => table(arrayOf(body.rates), columns, view),
      }),
    );
  const set = rates.command('set').description('set rates; other pairs stay as they are');
  set
    .argument('<rates...>', 'TRADE/BALANCE=RATE', (text: string, before: Rate[] = []) => [
      ...before,
      readRate(text),
    ])
    .option('--source <name>', 'where the rates come from')
    .action((given: readonly Rate[], options: Options) =>
      perform({
        call: (client) => {
          const { source } = objectOf(options);
          const fields = { rates: given.map((rate) => fieldsOf({ ...rate, source })) };
          return client.operator('/rates', { method: 'PUT', fields });
        },
        show: (body, view) => table(arrayOf(body.rates), columns, view),
      }),
    );
  examples(set, ['rates set INR/USD=83.12 KWD/USD=0.3071 --source "daily sheet"']);
}

type Rate = { trade_currency: string; balance_currency: string; rate: number };

const RATE = /^([A-Z]{3})\/([A-Z]{3})=(.+)$/;

function readRate(text: string): Rate {
  const [, trade_currency, balance_currency, rate] = RATE.exec(text) ?? [];
  if (trade_currency !== undefined && balance_currency !== undefined && rate !== undefined) {
    return { trade_currency, balance_currency, rate: decimalNumber(rate) };
  }
  throw new InvalidArgumentError('It must be like INR/USD=83.12.');
}
