// `lines waiting`, `lines same`, `lines other`: lines that a stored line may be already, with both
// sides, and what a person says about them.
import type { Command } from 'commander';
import { type Json, path } from '../../client/client.ts';
import { examples, fieldsOf, type Options, withPaging } from '../../client/options.ts';
import type { Perform } from '../../client/perform.ts';
import { arrayOf, heading, record, table, type View } from '../../client/show.ts';

const COLUMNS = ['id', 'booked_at', 'amount_cents', 'currency', 'utr', 'reason', 'text'];
const STORED_COLUMNS = [
  'id',
  'booked_at',
  'amount_cents',
  'currency',
  'utr',
  'status',
  'order_id',
  'trade_id',
  'text',
];

/** Each line, and below it the stored lines that it may be. */
function bothSides(body: Json, view: View): string {
  const shown = arrayOf(body.data).map(({ explanation, stored_lines, ...line }) =>
    [
      table([line], COLUMNS, view),
      `${String(explanation)}\n`,
      table(arrayOf(stored_lines), STORED_COLUMNS, view),
    ].join(''),
  );
  return shown.length === 0 ? 'No line waits.\n' : shown.join('\n');
}

const decided = ({ stored_lines, ...line }: Json, view: View): string =>
  record(line, view) +
  heading('Beside it', view) +
  table(arrayOf(stored_lines), STORED_COLUMNS, view);

function addDecision(lines: Command, decision: 'same' | 'other'): Command {
  const told =
    decision === 'same'
      ? 'say that a waiting line is the same movement as stored lines'
      : 'say that a waiting line is a movement of its own: it is taken and counts';
  return lines
    .command(decision)
    .description(told)
    .argument('<id>', 'the waiting line’s id')
    .requiredOption('--note <text>', 'why');
}

export function addWaitingCommands(lines: Command, perform: Perform): void {
  const waiting = withPaging(
    lines
      .command('waiting')
      .description('lines that wait because a stored line may be the same movement'),
  );
  waiting
    .option('--id <id>', 'only this line, decided or not')
    .option('--receiving-account-id <id>', 'of one receiving account')
    .option('--state <state>', 'waiting (default) or decided')
    .action((given: Options) =>
      perform({
        call: (client) => client.operator('/waiting_lines', { query: fieldsOf(given) }),
        show: bothSides,
      }),
    );
  examples(waiting, ['lines waiting', 'lines waiting --state decided --json']);

  const same = addDecision(lines, 'same').option(
    '--line <ids...>',
    'the stored lines; default: the one beside it, if it is one',
  );
  same.action((id: string, { line, note }: Options) =>
    perform({
      call: (client) => {
        const named = line === undefined ? {} : { bank_line_ids: line };
        const fields = { ...named, note };
        return client.operator(path`/waiting_lines/${id}/same`, { method: 'POST', fields });
      },
      show: decided,
    }),
  );
  examples(same, ['lines same LINE --note "The bank names it twice"']);

  const other = addDecision(lines, 'other');
  other.action((id: string, { note }: Options) =>
    perform({
      call: (client) =>
        client.operator(path`/waiting_lines/${id}/other`, { method: 'POST', fields: { note } }),
      show: decided,
    }),
  );
  examples(other, ['lines other LINE --note "The bank has confirmed both"']);
}
