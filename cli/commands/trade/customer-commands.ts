// `customers`: what one customer of a merchant has ordered, and what the limits leave them.
import type { Command } from 'commander';
import type { Json } from '../../client/client.ts';
import { examples, fieldsOf, type Options } from '../../client/options.ts';
import type { Perform } from '../../client/perform.ts';
import { arrayOf, heading, objectOf, record, table, type View } from '../../client/show.ts';

const countText = (value: unknown): string => {
  const { count, has_more } = objectOf(value);
  return `${String(count)}${has_more === true ? ' or more' : ''}`;
};

function customer(body: Json, view: View): string {
  const { orders, limits, ...who } = body;
  const counts = Object.entries(objectOf(orders)).map(([name, value]) => [name, countText(value)]);
  return [
    record(who, view),
    heading('Orders', view),
    record(Object.fromEntries(counts), view),
    heading('Limits', view),
    table(arrayOf(limits), ['limit', 'currency', 'used', 'most'], view),
  ].join('');
}

export function addCustomerCommands(program: Command, perform: Perform): void {
  const customers = program.command('customers').description('customers of a merchant');
  const show = customers
    .command('show')
    .description('their orders by number, and how much of their limits is used')
    .requiredOption('--merchant-id <id>', 'the merchant')
    .requiredOption('--client-id <name>', 'the merchant’s own name for the customer')
    .action((options: Options) =>
      perform({
        call: (client) => client.operator('/customers', { query: fieldsOf(options) }),
        show: customer,
      }),
    );
  examples(show, ['customers show --merchant-id MERCHANT --client-id asha']);
}
