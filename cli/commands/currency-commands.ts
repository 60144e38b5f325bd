// `currencies`: the currencies that new orders may have.
import type { Command } from 'commander';
import { examples } from '../client/options.ts';
import type { Perform } from '../client/perform.ts';
import { record } from '../client/show.ts';

export function addCurrencyCommands(program: Command, perform: Perform): void {
  const currencies = program.command('currencies').description('currencies of new orders');
  currencies
    .command('list')
    .description('those that new orders may have')
    .action(() => perform({ call: (client) => client.operator('/currencies'), show: record }));
  const set = currencies.command('set').description('allow only these currencies, or the default');
  set.argument('<codes...>', 'ISO 4217 codes, or `default`').action((codes: readonly string[]) => {
    const is_default = codes.length === 1 && codes[0] === 'default';
    const fields = { currencies: is_default ? null : codes };
    return perform({
      call: (client) => client.operator('/currencies', { method: 'PUT', fields }),
      show: record,
    });
  });
  examples(set, ['currencies set INR USD', 'currencies set default']);
}
