// `views`: addresses of the console that people keep under a name.
import type { Command } from 'commander';
import { path } from '../../client/client.ts';
import { collect, examples, fieldsOf, type Options } from '../../client/options.ts';
import type { Perform } from '../../client/perform.ts';
import { arrayOf, record, table } from '../../client/show.ts';

const COLUMNS = ['id', 'name', 'list', 'address', 'columns', 'is_shared', 'is_own', 'created_at'];

export function addViewCommands(program: Command, perform: Perform): void {
  const views = program.command('views').description('saved views of the console');
  const list = views.command('list').description('your own, and those that colleagues share');
  list
    .option('--list <list>', 'only views of this list: trades, bank_lines, disputes …')
    .action((options: Options) =>
      perform({
        call: (client) => client.operator('/saved_views', { query: fieldsOf(options) }),
        show: (body, view) => table(arrayOf(body.data), COLUMNS, view),
      }),
    );
  examples(list, ['views list', 'views list --list bank_lines']);
  const save = views.command('save').description('save a list of the console with its filters');
  save
    .requiredOption('--name <name>', 'what you call it')
    .requiredOption('--address <address>', 'below /console: path of a list, and its filters')
    .option(
      '--column <column>',
      'a column of its list, again for each in their order: ^order:200 pinned, -utr hidden',
      collect,
    )
    .action(({ column, ...options }: Options) =>
      perform({
        call: (client) =>
          client.operator('/saved_views', {
            method: 'POST',
            fields: { ...fieldsOf(options), ...(column === undefined ? {} : { columns: column }) },
          }),
        show: record,
      }),
    );
  examples(save, [
    'views save --name "Failed today" --address "/trades?state=failed"',
    'views save --name "Old money" --address "/bank?status=suspense&age=over_30_days"',
    'views save --name Amounts --address /trades --column ^order:200 --column amount --column -utr',
  ]);
  const remove = views.command('remove').description('remove one of your views');
  remove.argument('<id>', 'the view').action((id: string) =>
    perform({
      call: (client) => client.operator(path`/saved_views/${id}`, { method: 'DELETE' }),
      show: record,
    }),
  );
  examples(remove, ['views remove VIEW']);
  for (const [name, is_shared] of [
    ['share', true],
    ['unshare', false],
  ] as const) {
    const command = views
      .command(name)
      .description(is_shared ? 'share a view with your colleagues' : 'share it no longer');
    command.argument('<id>', 'the view').action((id: string) =>
      perform({
        call: (client) =>
          client.operator(path`/saved_views/${id}/sharing`, {
            method: 'PUT',
            fields: { is_shared },
          }),
        show: record,
      }),
    );
    examples(command, [`views ${name} VIEW`]);
  }
}
