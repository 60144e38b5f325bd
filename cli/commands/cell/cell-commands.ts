// `cells`: the cells of a service with several databases, and what is wrong with them.
import type { Command } from 'commander';
import type { Json } from '../../client/client.ts';
import { examples } from '../../client/options.ts';
import type { Perform } from '../../client/perform.ts';
import { arrayOf, clean, table, type View } from '../../client/show.ts';

const ONE_DATABASE = 'The service has one database: it was not started with CELLS.\n';

const COLUMNS = [
  ...['name', 'is_control', 'is_away', 'away_since', 'migrations_applied', 'migrations_known'],
  ...['merchants', 'recent_orders'],
];

function showCells(body: Json, view: View): string {
  const cells = arrayOf(body.data);
  return cells.length === 0 ? ONE_DATABASE : table(cells, COLUMNS, view);
}

function showChecked(body: Json): string {
  const cells = arrayOf(body.data);
  if (cells.length === 0) return ONE_DATABASE;
  return cells
    .flatMap(({ name, problems }) => {
      const found = Array.isArray(problems) ? problems.map(String) : [];
      return found.length === 0 ? [`${String(name)}: ok`] : found.map((one) => `${name}: ${one}`);
    })
    .map((line) => `${clean(line)}\n`)
    .join('');
}

const ON_MACHINE = `
A cell is moved to another server on the machine of the service, with its settings:
  $ payment-orders cells move --help`;

export function addCellCommands(program: Command, perform: Perform): void {
  const cells = program
    .command('cells')
    .description('the cells of a service with several databases');
  cells.addHelpText('after', ON_MACHINE);
  const list = cells
    .command('list')
    .description('which are there or away, with their schema, merchants and recent orders');
  list.action(() => perform({ call: (client) => client.operator('/cells'), show: showCells }));
  list.addHelpText('after', '\nA new merchant is placed where recent_orders are fewest.');
  examples(list, ['cells list', 'cells list --json']);
  const check = cells
    .command('check')
    .description('identity, migrations, copied settings and clock of each cell');
  check.action(() =>
    perform({
      call: (client) => client.operator('/cells/check'),
      failed: (body) => body.ok === false,
      show: showChecked,
    }),
  );
  check.addHelpText('after', '\nThe exit code is 1 if anything is wrong, or a cell is away.');
  examples(check, ['cells check', 'cells check --json']);
}
