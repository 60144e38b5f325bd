// `audit`: who did what, and why.
import type { Command } from 'commander';
import type { Json } from '../client/client.ts';
import { examples, fieldsOf, type Options, withPaging } from '../client/options.ts';
import type { Perform } from '../client/perform.ts';
import { arrayOf, objectOf, table } from '../client/show.ts';

const COLUMNS = ['number', 'at', 'by', 'action', 'target', 'note', 'detail'];

/** The reason gets a column of its own; everything else stays in the detail. */
function rowOf(entry: Json): Json {
  const { role, id } = objectOf(entry.actor);
  const detail = objectOf(entry.detail);
  const why = detail.note == null ? 'reason' : 'note';
  const { [why]: note, ...others } = detail;
  const rest = Object.entries(others).filter(([, value]) => value !== null);
  const by = id === null ? role : `${String(role)} ${String(id)}`;
  return { ...entry, by, note, detail: rest.length === 0 ? null : Object.fromEntries(rest) };
}

export function addAuditCommands(program: Command, perform: Perform): void {
  const audit = program.command('audit').description('who did what, and why');
  const list = withPaging(audit.command('list').description('the audit trail, newest first'));
  list
    .option('--actor <actor>', 'operator, feed, merchant, customer, service, or a token’s id')
    .option('--action <action>', 'one kind of act, as bank_line_assign')
    .option('--target <path>', 'one record and everything below it, as trades/MERCHANT/TRADE')
    .option('--from <time>', 'from this time or day (UTC) on')
    .option('--to <time>', 'before this time or day (UTC)')
    .action((options: Options) =>
      perform({
        call: (client) => client.operator('/audit', { query: fieldsOf(options) }),
        show: (body, view) => table(arrayOf(body.data).map(rowOf), COLUMNS, view),
      }),
    );
  examples(list, [
    'audit list --target trades/MERCHANT/TRADE',
    'audit list --action bank_line_assign --from 2026-03-01 --to 2026-04-01 --json',
  ]);
}
