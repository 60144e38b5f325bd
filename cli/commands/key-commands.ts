// `keys`: the keys that encrypt the rows, and their rotation.
import { type Command, Option } from 'commander';
import { examples, fieldsOf, type Options } from '../client/options.ts';
import type { Perform } from '../client/perform.ts';
import { arrayOf, heading, objectOf, record, table } from '../client/show.ts';

const KEY_COLUMNS = ['key_id', 'purpose', 'state', 'created_at', 'starts_at', 'rows_left'];
const COLUMN_COLUMNS = ['column', 'state', 'rows_about', 'rows_seen', 'rows_unreadable'];

export function addKeyCommands(program: Command, perform: Perform): void {
  const keys = program.command('keys').description('keys that encrypt the rows of the database');
  keys
    .command('list')
    .description('the keys, and how many rows use the newest')
    .action(() =>
      perform({
        call: (client) => client.operator('/encryption_keys'),
        show: ({ keys, columns }, view) => {
          const moving = arrayOf(columns);
          const follow = heading('Rows', view) + table(moving, COLUMN_COLUMNS, view);
          return table(arrayOf(keys), KEY_COLUMNS, view) + (moving.length === 0 ? '' : follow);
        },
      }),
    );
  const rotate = keys
    .command('rotate')
    .description('create a new key; rows are re-encrypted while the service runs');
  rotate
    .addOption(
      new Option('--purpose <purpose>', 'data: encrypts rows; page: addresses of new trades')
        .choices(['data', 'page'])
        .default('data'),
    )
    .requiredOption('--reason <text>', 'why; recorded in the audit trail')
    .action((options: Options) =>
      perform({
        call: (client) =>
          client.operator('/encryption_keys', { method: 'POST', fields: fieldsOf(options) }),
        show: ({ outcome, key }, view) => record({ outcome, ...objectOf(key) }, view),
      }),
    );
  examples(rotate, ['keys rotate --reason "Yearly change"']);
}
