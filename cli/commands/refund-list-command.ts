// `refunds import`: refunds the pay-ins of a list, each as a refund of its own.
import type { Command } from 'commander';
import type { Json } from '../client/client.ts';
import { EXIT } from '../client/exit-code.ts';
import { examples, fieldsOf, type Options, onceBy } from '../client/options.ts';
import type { Perform } from '../client/perform.ts';
import { arrayOf, heading, objectOf, record, table, type View } from '../client/show.ts';
import type { Terminal } from '../client/terminal.ts';
import { openStatement } from './statement-upload.ts';

const COLUMNS = [
  'line',
  'order_id',
  'outcome',
  'amount_cents',
  'currency',
  'payee_number',
  'payee_name',
  'refund_id',
  'proposal_id',
  'detail',
];

function show(body: Json, view: View): string {
  const { dry_run, seen, counts } = body;
  const totals = arrayOf(body.totals);
  return [
    table(arrayOf(body.results), COLUMNS, view),
    record(objectOf(counts), view),
    ...(totals.length === 0
      ? []
      : [heading('Totals', view), table(totals, ['currency', 'count', 'amount_cents'], view)]),
    dry_run === true
      ? `Nothing was refunded. To refund just this, in place of --dry-run: --seen ${String(seen)}\n`
      : '',
  ].join('');
}

const countOf = (body: Json, outcome: string): number => Number(objectOf(body.counts)[outcome]);

export function addRefundListCommand(
  program: Command,
  perform: Perform,
  terminal: Terminal,
  end: (exit_code: number) => void,
): void {
  const refunds = program.command('refunds').description('refunds of many pay-ins');
  const command = refunds
    .command('import')
    .description('refund the pay-ins of a list: CSV with a column id or order_id');
  command
    .argument('<file>', 'the list; - reads standard input')
    .option('--dry-run', 'show what would be refunded, and refund nothing')
    .option('--merchant-id <id>', 'of rows that name no merchant')
    .option('--note <text>', 'why; of rows that give no reason')
    .option('--seen <text>', 'as --dry-run told it: refuses the list if anything has changed')
    .option('--idempotency-key <key>', 'a name of the list: it refunds each pay-in once')
    .action(async (file: string, { idempotencyKey, ...options }: Options) => {
      const given = await openStatement(file, terminal);
      if ('wrong' in given) {
        terminal.err(`${given.wrong}\n`);
        end(EXIT.failed);
        return;
      }
      await perform({
        call: (client) =>
          client.operator('/refund_lists', {
            method: 'POST',
            query: fieldsOf(options),
            headers: onceBy(idempotencyKey),
            upload: given.pieces,
            patient: true,
          }),
        show,
        failed: (body) => countOf(body, 'refused') > 0,
        waits: (body) => countOf(body, 'waiting') > 0,
      });
    });
  examples(command, [
    'refunds import returns.csv --dry-run',
    'refunds import returns.csv --note "Goods came back"',
    'refunds import returns.csv --idempotency-key recall-2026-03 --merchant-id MERCHANT',
  ]);
}
