// `find`: whatever a text names, and as what it was found.
import type { Command } from 'commander';
import type { Json } from '../../client/client.ts';
import { examples, fieldsOf, type Options } from '../../client/options.ts';
import type { Perform } from '../../client/perform.ts';
import { arrayOf, heading, objectOf, table, type View } from '../../client/show.ts';

/** A found thing with `as`: what the text was taken for. */
const rowsOf = (found: unknown): Json[] =>
  arrayOf(found).map(({ matched, item, cell }) => ({
    ...objectOf(item),
    ...(cell === undefined ? {} : { cell }),
    as: Array.isArray(matched) ? matched.join(', ') : null,
  }));

const LISTS: readonly (readonly [name: string, title: string, columns: readonly string[]])[] = [
  [
    'trades',
    'Trades',
    ['as', 'trade', 'direction', 'state', 'amount_cents', 'amount_currency', 'order_id', 'utr'],
  ],
  ['lines', 'Bank lines', ['as', 'id', 'booked_at', 'amount_cents', 'currency', 'utr', 'status']],
  ['settlements', 'Settlements', ['as', 'id', 'merchant_id', 'number', 'state']],
  ['merchants', 'Merchants', ['as', 'id', 'name']],
  ['receiving_accounts', 'Receiving accounts', ['as', 'id', 'name']],
];

function results(body: Json, view: View): string {
  const shown = LISTS.flatMap(([name, title, columns]) => {
    const rows = rowsOf(body[name]).map((row) => ({
      trade: `${String(row.merchant_id)}/${String(row.id)}`,
      ...row,
    }));
    return rows.length === 0 ? [] : [heading(title, view), table(rows, columns, view)];
  });
  const cut = arrayOf(body.readings).filter(
    ({ more, complete }) => more === true || complete === false,
  );
  const told = cut.map(({ as, complete }) =>
    heading(
      `${String(as)}: ${complete === false ? 'not all lines are indexed yet' : 'there are more'}`,
      view,
    ),
  );
  return shown.length === 0 ? 'Nothing was found.\n' : [...shown, ...told].join('');
}

export function addFindCommand(program: Command, perform: Perform): void {
  const find = program.command('find').description('find whatever a text names');
  find
    .argument(
      '<text>',
      'an id, order id, UTR, customer, amount, account number or its last digits, name or words',
    )
    .option('--merchant-id <id>', 'only what belongs to this merchant')
    .action((text: string, options: Options) =>
      perform({
        call: (client) => client.operator('/search', { query: { ...fieldsOf(options), q: text } }),
        show: results,
      }),
    );
  examples(find, ['find 412345678901', 'find "INR 1,499.00"', 'find "asha rao"', 'find XXXX4471']);
}
