// `trades`: lists, one trade's timeline, and the acts of operators.
import type { Command } from 'commander';
import { type Json, path } from '../client/client.ts';
import {
  examples,
  fieldsOf,
  type Options,
  wholeNumberOption,
  withExpectedSequence,
  withPaging,
} from '../client/options.ts';
import type { Perform } from '../client/perform.ts';
import {
  actorInWords,
  arrayOf,
  cell,
  heading,
  objectOf,
  record,
  table,
  type View,
} from '../client/show.ts';
import { locate, lookUpOrder } from '../client/trade-place.ts';
import { addTradeExport, withTradeFilters } from './trade/export-command.ts';
import { addRefundCommand } from './trade/refund-command.ts';
import { addVerifyCommands } from './trade/verify-commands.ts';
import { addWaysBackCommand } from './trade/ways-back-command.ts';

/** What is worth most first: a narrow terminal leaves columns out from the right. */
const LIST_COLUMNS = [
  'trade',
  'order_id',
  'direction',
  'state',
  'amount_cents',
  'amount_currency',
  'created_at',
  'utr',
  'state_reason',
];

/** `trade` is the form that other commands accept. */
const withPlace = (row: Json): Json => ({
  trade: `${String(row.merchant_id)}/${String(row.id)}`,
  ...row,
});

const TRADE = 'MERCHANT/TRADE, the trade’s id, or its page’s address';

function timeline(body: Json, view: View): string {
  const { acts, entries, lines, callbacks } = objectOf(body.timeline);
  const evidence = objectOf(body.evidence);
  const act_rows = arrayOf(acts).map((act) => ({ ...act, by: actorInWords(act.actor) }));
  const entry_rows = arrayOf(entries).flatMap((entry) =>
    arrayOf(entry.postings).map((posting) => ({ ...entry, ...posting })),
  );
  return [
    record(objectOf(body.trade), view),
    heading('Acts', view),
    table(act_rows, ['sequence', 'at', 'act', 'from', 'state', 'state_reason', 'by', 'note'], view),
    heading('Ledger entries', view),
    table(entry_rows, ['number', 'entered_at', 'act', 'account', 'currency', 'amount_cents'], view),
    heading('Bank lines', view),
    table(
      arrayOf(lines),
      ['id', 'booked_at', 'amount_cents', 'currency', 'utr', 'status', 'reason'],
      view,
    ),
    heading('Callbacks', view),
    table(
      arrayOf(callbacks),
      ['sequence', 'status', 'attempts', 'last_status', 'last_error', 'next_attempt_at', 'url'],
      view,
    ),
    heading('Settlements', view),
    table(arrayOf(body.settlements), ['number', 'state', 'id'], view),
    heading('Evidence of the payer', view),
    record({ said_paid_at: evidence.said_paid_at ?? null }, view),
    table(
      arrayOf(evidence.receipts),
      ['id', 'file_type', 'size_bytes', 'given_at', 'removed_at'],
      view,
    ),
    heading(`Possible acts: ${cell('next_acts', body.next_acts, view)}`, view),
  ].join('');
}

type ActCommand = {
  act: string;
  description: string;
  options?: readonly (readonly [flags: string, description: string])[];
  example: string;
};

const REASON = ['--reason <reason>', 'a state reason, such as fake_proof'] as const;

const ACTS: readonly ActCommand[] = [
  {
    act: 'confirm',
    description: 'pay-in: confirm that the money has arrived',
    options: [
      [
        '--amount-cents <amount>',
        'what to credit (default: the received, otherwise the requested amount)',
      ],
      [
        '--despite-line <id>',
        'a bank line that looks like the money and is not; say why in --note',
      ],
    ],
    example: 'confirm TRADE --note "Seen in net banking"',
  },
  {
    act: 'fail',
    description: 'reject: evidence of a pay-in, or a pay-out that was not paid',
    options: [REASON],
    example: 'fail TRADE --reason payment_not_found',
  },
  { act: 'cancel', description: 'cancel before anything happened', example: 'cancel TRADE' },
  { act: 'take', description: 'pay-out: take it to pay it', example: 'take TRADE' },
  {
    act: 'complete',
    description: 'pay-out: mark it as paid',
    options: [['--utr <utr>', 'the bank’s number of the payment']],
    example: 'complete TRADE --utr 412345678901',
  },
  {
    act: 'release',
    description:
      'pay-out: put it back into the queue; only if nothing was sent (say how you know in --note)',
    example: 'release TRADE --note "Bank rejected the file before reading it"',
  },
  { act: 'dispute', description: 'open a dispute', options: [REASON], example: 'dispute TRADE' },
  {
    act: 'resolve',
    description: 'end a dispute',
    options: [
      [
        '--outcome <outcome>',
        'completed or failed; a failed credit is reversed (default: the state before)',
      ],
      ['--utr <utr>', 'pay-out: the bank’s number of the payment, if no bank line shows one'],
      REASON,
    ],
    example: 'resolve TRADE --outcome completed',
  },
  {
    act: 'reverse',
    description: 'reverse a completed trade: its money was taken back',
    options: [REASON],
    example: 'reverse TRADE --reason bank_returned',
  },
];

function addAct(trades: Command, perform: Perform, row: ActCommand): void {
  const command = trades.command(row.act).description(row.description).argument('<trade>', TRADE);
  for (const [flags, description] of row.options ?? []) {
    if (flags.startsWith('--amount-cents')) command.option(flags, description, wholeNumberOption);
    else command.option(flags, description);
  }
  command.option('--note <text>', 'why, in your words; recorded in the timeline');
  withExpectedSequence(command);
  examples(command, [`trades ${row.example}`]);
  command.action((text: string, options: Options) =>
    perform({
      call: async (client) => {
        const place = await locate(client, text);
        if ('kind' in place) return place;
        const { merchant, trade } = place;
        return await client.operator(path`/trades/${merchant}/${trade}/${row.act}`, {
          method: 'POST',
          fields: fieldsOf(options),
        });
      },
      show: record,
    }),
  );
}

const COUNT_COLUMNS = ['state', 'direction', 'currency', 'count', 'amount_cents'];

/** A row for each direction and currency; a state without trades has one row as well. */
function countRows(body: Json): Json[] {
  return arrayOf(body.data).flatMap(({ state, count, parts }) => {
    const rows = arrayOf(parts).map((part) => ({ state, ...part }));
    return rows.length === 0 ? [{ state, direction: null, currency: null, count }] : rows;
  });
}

function addCounts(trades: Command, perform: Perform): void {
  const counts = trades.command('counts').description('how many trades are in each state');
  counts
    .option('--merchant-id <id>', 'of one merchant')
    .option('--direction <direction>', 'payin or payout')
    .option('--currency <code>', 'in this currency')
    .action((options: Options) =>
      perform({
        call: (client) => client.operator('/trades/counts', { query: fieldsOf(options) }),
        show: (body, view) => table(countRows(body), COUNT_COLUMNS, view),
      }),
    );
  examples(counts, ['trades counts', 'trades counts --direction payin --currency INR']);
}

export function addTradeCommands(program: Command, perform: Perform): void {
  const trades = program.command('trades').description('pay-ins and pay-outs');
  const list = withPaging(trades.command('list').description('trades, newest first'));
  withTradeFilters(list).action((options: Options) =>
    perform({
      call: (client) => client.operator('/trades', { query: fieldsOf(options) }),
      show: (body, view) => table(arrayOf(body.data).map(withPlace), LIST_COLUMNS, view),
    }),
  );
  examples(list, [
    'trades list --state verifying',
    'trades list --order-id 4711 --json',
    'trades list --amount-cents 150000 --day 2026-03-05',
    'trades list --state-reason amount_mismatch',
  ]);
  addCounts(trades, perform);
  addTradeExport(trades, perform);
  addVerifyCommands(trades, perform, TRADE);
  const show = trades.command('show').description('one trade and everything that happened to it');
  show
    .argument('<trade>', `${TRADE}, or its order id`)
    .action((text: string) =>
      perform({ call: (client) => lookUpOrder(client, text), show: timeline }),
    );
  examples(show, [
    'trades show 01890a5d-ac96-774b-bcce-b302099a8057',
    'trades show order-4711',
    'trades show http://127.0.0.1:8080/pay/… --utc',
  ]);
  for (const row of ACTS) addAct(trades, perform, row);
  addRefundCommand(trades, perform);
  addWaysBackCommand(trades, perform);
}
