// `owed` and `suspense`: the money in suspense, line by line with its ways out, and summed by age.
import type { Command } from 'commander';
import type { Json } from '../client/client.ts';
import { examples, fieldsOf, type Options, withPaging } from '../client/options.ts';
import type { Perform } from '../client/perform.ts';
import { arrayOf, heading, objectOf, table } from '../client/show.ts';

/** The list as rows: each line with its age and its ways out. */
const owedRows = (body: Json) =>
  arrayOf(body.data).map(({ line, age, ways_out }) => ({
    ...objectOf(line),
    age,
    ways_out: arrayText(ways_out),
  }));

const arrayText = (value: unknown) => (Array.isArray(value) ? value.join(', ') : '');

function addOwed(program: Command, perform: Perform): void {
  const owed = withPaging(
    program.command('owed').description('money that is owed to somebody, longest waiting first'),
  );
  owed.option('--receiving-account-id <id>', 'of one receiving account').action((given: Options) =>
    perform({
      call: (client) => client.operator('/owed', { query: fieldsOf(given) }),
      show: (body, view) =>
        [
          table(
            owedRows(body),
            ['id', 'booked_at', 'age', 'amount_cents', 'currency', 'reason', 'ways_out'],
            view,
          ),
          heading('Sums', view),
          table(
            arrayOf(body.totals),
            ['receiving_account_id', 'currency', 'lines', 'owed_cents', 'ledger_cents'],
            view,
          ),
          heading('Owed by merchants', view),
          table(
            arrayOf(body.debts).map((debt) => ({
              ...objectOf(debt),
              refunds: arrayOf(objectOf(debt).refunds).length,
              ways_out: arrayText(objectOf(debt).ways_out),
            })),
            ['merchant_name', 'owed_cents', 'currency', 'since_at', 'age', 'refunds', 'ways_out'],
            view,
          ),
        ].join(''),
    }),
  );
  examples(owed, ['owed', 'owed --receiving-account-id ACCOUNT --json']);
}

export function addOwedCommands(program: Command, perform: Perform): void {
  addOwed(program, perform);
  const suspense = program.command('suspense').description('money in suspense, by age');
  suspense.action(() =>
    perform({
      call: (client) => client.operator('/suspense'),
      show: (body, view) =>
        table(
          arrayOf(body.data),
          [
            'receiving_account_id',
            'currency',
            'age',
            'lines',
            'in_cents',
            'out_cents',
            'oldest_at',
          ],
          view,
        ),
    }),
  );
  examples(suspense, ['suspense', 'suspense --json']);
}
