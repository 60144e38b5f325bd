// `statements import`: a bank's file goes in, and each of its lines is accounted for.
import type { Command } from 'commander';
import type { Json } from './client.ts';
import { EXIT } from './exit-code.ts';
import { examples, fieldsOf, type Options } from './options.ts';
import type { Perform } from './perform.ts';
import { heading, record, rowsOf, table, type View } from './show.ts';
import { openStatement } from './statement-upload.ts';
import type { Terminal } from './terminal.ts';

const CLEAR_LINE = '\r\u001b[K';

const MORE =
  'There may be more: see lines list --status suspense, and trades list --state verifying';

/** Counts first; then what needs somebody: broken lines, and money that found no trade. */
function report(body: Json, view: View): string {
  const { errors, lines, lines_left_out, ...counts } = body;
  const waiting = rowsOf(lines).filter((line) => line.status === 'suspense');
  const unequal = rowsOf(lines).filter(
    (line) => line.status === 'matched' && String(line.reason).endsWith('_amount_mismatch'),
  );
  const broken = rowsOf(errors);
  // Those that wait are listed first: others stand beside them only where all of them are told.
  const has_more =
    Number(lines_left_out) > 0 && waiting.length + unequal.length === rowsOf(lines).length;
  return [
    record({ ...counts, broken: broken.length }, view),
    ...(broken.length === 0
      ? []
      : [heading('Broken lines, not imported', view), table(broken, ['line', 'message'], view)]),
    ...(unequal.length === 0
      ? []
      : [
          heading('Matched with another amount: these trades wait for a decision', view),
          table(unequal, ['line', 'merchant_id', 'trade_id', 'reason'], view),
        ]),
    ...(waiting.length === 0
      ? []
      : [heading('In suspense', view), table(waiting, ['line', 'id', 'reason'], view)]),
    ...(has_more ? [heading(MORE, view)] : []),
  ].join('');
}

export function addStatementCommands(
  program: Command,
  perform: Perform,
  terminal: Terminal,
  end: (exit_code: number) => void,
): void {
  const statements = program.command('statements').description('bank statements');
  const command = statements.command('import').description('import a bank’s CSV statement');
  command
    .argument('<file>', 'the file; - reads standard input')
    .requiredOption('--receiving-account-id <id>', 'whose statement it is')
    .option('--profile <name>', 'the bank’s layout (default: standard)')
    .option('--on-error <what>', 'with a broken line: refuse all (default) or skip it')
    .action(async (file: string, options: Options) => {
      const statement = await openStatement(file, terminal);
      if ('wrong' in statement) {
        terminal.err(`${statement.wrong}\n`);
        end(EXIT.failed);
        return;
      }
      await perform({
        call: async (client) => {
          const query = fieldsOf(options);
          const upload = statement.pieces;
          const answer = await client.operator('/statements', {
            method: 'POST',
            query,
            upload,
            patient: true,
          });
          if (terminal.err_is_tty) terminal.err(CLEAR_LINE);
          return answer;
        },
        show: report,
      });
    });
  examples(command, [
    'statements import march.csv --receiving-account-id ACCOUNT',
    'statements import march.csv --receiving-account-id ACCOUNT --profile indian --on-error skip',
  ]);
}
