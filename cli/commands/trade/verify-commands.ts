// `trades queue` and `trades lines`: pay-ins to verify, and the bank lines that may have paid one.
import type { Command } from 'commander';
import { type Json, path } from '../../client/client.ts';
import { examples, fieldsOf, type Options, withPaging } from '../../client/options.ts';
import type { Perform } from '../../client/perform.ts';
import { arrayOf, objectOf, table } from '../../client/show.ts';
import { locate } from '../../client/trade-place.ts';

const QUEUE_COLUMNS = [
  'trade',
  'updated_at',
  'state_reason',
  'amount_cents',
  'received_amount_cents',
  'amount_currency',
  'utr',
  'receipts',
  'said_paid_at',
];
const LINE_COLUMNS = [
  'id',
  'booked_at',
  'amount_cents',
  'difference_cents',
  'currency',
  'utr',
  'is_other_account',
  'score',
  'explanation',
];

/** `trade` is the form that other commands accept. */
function queueRow({ trade, ...item }: Json): Json {
  const { merchant_id, id, ...shown } = objectOf(trade);
  return { ...shown, ...item, trade: `${String(merchant_id)}/${String(id)}` };
}

const lineRow = ({ line, ...found }: Json): Json => ({
  ...objectOf(line),
  ...found,
});

export function addVerifyCommands(trades: Command, perform: Perform, trade_words: string): void {
  const queue = withPaging(
    trades.command('queue').description('pay-ins to verify, longest waiting first'),
  );
  queue
    .option('--merchant-id <id>', 'of one merchant')
    .option('--receiving-account-id <id>', 'shown this receiving account')
    .option('--state-reason <reason>', 'why they wait, such as amount_mismatch')
    .action((options: Options) =>
      perform({
        call: (client) => client.operator('/verify_queue', { query: fieldsOf(options) }),
        show: (body, view) => table(arrayOf(body.data).map(queueRow), QUEUE_COLUMNS, view),
      }),
    );
  examples(queue, ['trades queue', 'trades queue --state-reason amount_mismatch --json']);
  const lines = trades
    .command('lines')
    .description('bank lines in suspense that may have paid a pay-in, likeliest first')
    .argument('<trade>', trade_words);
  lines.action((text: string) =>
    perform({
      call: async (client) => {
        const place = await locate(client, text);
        if ('kind' in place) return place;
        const { merchant, trade } = place;
        return await client.operator(path`/trades/${merchant}/${trade}/possible_lines`);
      },
      show: (body, view) => table(arrayOf(body.data).map(lineRow), LINE_COLUMNS, view),
    }),
  );
  examples(lines, ['trades lines TRADE', 'trades lines MERCHANT/TRADE --json']);
}
