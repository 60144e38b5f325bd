// `lines`: bank lines, the lines that wait for a decision, and the decisions about a line.
import type { Command } from 'commander';
import { type Client, type Json, path } from '../client/client.ts';
import {
  examples,
  fieldsOf,
  type Options,
  onceBy,
  wholeNumberOption,
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
import { readInputLine, type Terminal } from '../client/terminal.ts';
import { locate } from '../client/trade-place.ts';
import { bookedNow } from './line/booked-now.ts';
import { addDecideCommand } from './line/decide-lines-command.ts';
import { addExceptionExport, addLineExport } from './line/export-commands.ts';
import { withLineFilters } from './line/line-filters.ts';
import { addRuleCommands } from './line/rule-commands.ts';
import { addWaitingCommands } from './line/waiting-commands.ts';

const LINE_COLUMNS =
  'id booked_at amount_cents currency utr status reason order_id trade_id source text'.split(' ');
const POSSIBLE_COLUMNS =
  'score trade order_id state amount_cents difference_cents explanation'.split(' ');
const ACCOUNT = 'the receiving account’s id';
const LINE = 'the bank line’s id';

const possibleActs = (body: Json): unknown[] =>
  arrayOf(body.acts_now).flatMap(({ act, why_not }) => (why_not === null ? [act] : []));

function detail(body: Json, view: View): string {
  const { candidates, ...line } = objectOf(body.line);
  const acts = arrayOf(body.acts).map((act) => ({ ...act, by: actorInWords(act.actor) }));
  const parts = arrayOf(body.parts);
  const possible = arrayOf(body.possible_payins).map((row) => ({
    trade: `${String(row.merchant_id)}/${String(row.trade_id)}`,
    ...row,
  }));
  return [
    record(line, view),
    heading('Candidates', view),
    table(arrayOf(candidates), ['score', 'order_id', 'trade_id', 'explanation'], view),
    ...(possible.length === 0
      ? []
      : [heading('Pay-ins that it may be for', view), table(possible, POSSIBLE_COLUMNS, view)]),
    ...(parts.length === 0 ? [] : [heading('Parts', view), table(parts, LINE_COLUMNS, view)]),
    heading('Decisions', view),
    table(
      acts,
      ['at', 'act', 'from_status', 'to_status', 'by', 'note', 'order_id', 'trade_id'],
      view,
    ),
    heading(`Possible acts: ${cell('acts', possibleActs(body), view)}`, view),
  ].join('');
}

function addList(lines: Command, perform: Perform): void {
  const list = withPaging(lines.command('list').description('bank lines, newest first'));
  withLineFilters(list).action((options: Options) =>
    perform({
      call: (client) => client.operator('/bank_lines', { query: fieldsOf(options) }),
      show: (body, view) => table(arrayOf(body.data), LINE_COLUMNS, view),
    }),
  );
  examples(list, [
    'lines list --status suspense',
    'lines list --status suspense --age over_30_days --json',
    'lines list --amount-cents 150000 --day 2026-03-05',
    'lines list --counterparty "asha rao" --text rent',
  ]);
  const show = lines.command('show').description('one line: its status and the reason, candidates');
  show
    .argument('<line>', LINE)
    .action((line: string) =>
      perform({ call: (client) => client.operator(path`/bank_lines/${line}`), show: detail }),
    );
  examples(show, ['lines show LINE', 'lines show LINE --json']);
}

/** Without a time the line counts as booked now. */
async function lineOf(client: Client, options: Options): Promise<Json> {
  const fields = fieldsOf(options);
  return 'booked_at' in fields ? fields : { booked_at: await bookedNow(client), ...fields };
}

function addAdd(lines: Command, perform: Perform): void {
  const add = lines.command('add').description('enter one bank line by hand');
  add
    .argument('<account>', ACCOUNT)
    .requiredOption(
      '--amount-cents <amount>',
      'minor units; negative: money went out',
      wholeNumberOption,
    )
    .option('--booked-at <time>', 'ISO 8601 with zone, or a day (default: now)')
    .option('--utr <utr>', 'the bank’s number of the payment')
    .option('--text <text>', 'the bank’s narration')
    .option('--bank-id <id>', 'the bank’s own id of the line')
    .action((receiving_account_id: string, options: Options) =>
      perform({
        call: async (client) => {
          const lines = [await lineOf(client, options)];
          return await client.operator('/bank_lines', {
            method: 'POST',
            fields: { receiving_account_id, lines },
          });
        },
        show: (body, view) =>
          table(arrayOf(body.lines), ['id', 'status', 'reason', 'merchant_id', 'trade_id'], view),
      }),
    );
  examples(add, [
    'lines add ACCOUNT --amount-cents 150000 --utr 412345678901',
    'lines add ACCOUNT --amount-cents 150000 --booked-at 2026-03-05T10:15:00+05:30',
  ]);
}

type ActCommand = {
  name: string;
  act: string;
  description: string;
  options?: readonly (readonly [flags: string, description: string])[];
  example: string;
};

const ACTS: readonly ActCommand[] = [
  {
    name: 'fee',
    act: 'fee',
    description: 'book it as the bank’s fee or interest',
    example: 'fee LINE --note "Monthly account fee"',
  },
  {
    name: 'own-transfer',
    act: 'own_transfer',
    description: 'book it as one side of a transfer between own accounts',
    example: 'own-transfer LINE --note "Moved to the pay-out account"',
  },
  {
    name: 'keep',
    act: 'keep',
    description: 'keep it in suspense for the next line, which may cancel it out',
    example: 'keep LINE --note "The bank will correct it tomorrow"',
  },
  {
    name: 'return',
    act: 'return',
    description: 'return its money to the sender, by a pay-out',
    options: [
      [
        '--number <number>',
        'the payee’s number; - reads it from standard input (default: the sender’s, from the bank)',
      ],
      ['--type <type>', 'card, account, iban, upi or phone (default: recognised from the number)'],
      ['--name <name>', 'the holder'],
      ['--payment-data-bank-name <name>', 'their bank'],
    ],
    example: 'return LINE --number - --name "Asha Rao" --note "Paid twice" < number.txt',
  },
  {
    name: 'undo',
    act: 'undo',
    description: 'undo the decision; the line waits in suspense again',
    options: [
      ['--reverse', 'also take back the credit, or reverse the pay-out, that depends on it'],
      ['--keep', 'leave the credit that depends on it: the pay-in lacks the money for now'],
      ['--charge', 'charge the merchant again for the pay-out that the line had returned'],
    ],
    example: 'undo LINE --note "Belongs to another order"',
  },
];

function withNote(command: Command): Command {
  return command
    .requiredOption('--note <text>', 'why, in your words; recorded with the line')
    .option('--idempotency-key <key>', 'the same key decides once')
    .option(
      '--expected-decided-at <time>',
      'decided_at of the line as you saw it: refused if somebody has decided since',
    );
}

function decide(perform: Perform, line: string, act: string, fields: Json, key: unknown) {
  return perform({
    call: (client) =>
      client.operator(path`/bank_lines/${line}/${act}`, {
        method: 'POST',
        fields,
        headers: onceBy(key),
      }),
    show: detail,
  });
}

function addActs(lines: Command, perform: Perform, terminal: Terminal): void {
  for (const row of ACTS) {
    const command = lines.command(row.name).description(row.description).argument('<line>', LINE);
    for (const [flags, description] of row.options ?? []) command.option(flags, description);
    withNote(command).action(async (line: string, { idempotencyKey, ...options }: Options) => {
      const number = options.number === '-' ? await readInputLine(terminal) : options.number;
      await decide(perform, line, row.act, fieldsOf({ ...options, number }), idempotencyKey);
    });
    examples(command, [`lines ${row.example}`]);
  }
}

const amounts = (text: string, before: readonly number[] = []) => [
  ...before,
  wholeNumberOption(text),
];

function addSplit(lines: Command, perform: Perform): void {
  const split = lines.command('split').description('split it into parts, each decided by itself');
  split
    .argument('<line>', LINE)
    .requiredOption('--part <amount>', 'minor units; once per part', amounts);
  withNote(split).action((line: string, { idempotencyKey, part, ...options }: Options) => {
    const fields = { ...fieldsOf(options), parts: part };
    return decide(perform, line, 'split', fields, idempotencyKey);
  });
  examples(split, ['lines split LINE --part 6000 --part 4000 --note "Two orders in one transfer"']);
}

function addAssign(lines: Command, perform: Perform): void {
  const assign = lines.command('assign').description('assign it to a trade');
  assign
    .argument('<line>', LINE)
    .argument('<trade>', 'MERCHANT/TRADE, the trade’s id, or its page’s address')
    .option(
      '--charge',
      'charge the merchant: the money left although the pay-out was not completed',
    )
    .option(
      '--difference-cents <amount>',
      'if the amounts differ: the line’s less the trade’s, in minor units',
      wholeNumberOption,
    )
    .option('--difference-to <who>', 'who bears the difference: house, merchant or payer');
  withNote(assign).action((line: string, text: string, { idempotencyKey, ...given }: Options) =>
    perform({
      call: async (client) => {
        const place = await locate(client, text);
        if ('kind' in place) return place;
        const { merchant: merchant_id, trade: trade_id } = place;
        return await client.operator(path`/bank_lines/${line}/assign`, {
          method: 'POST',
          fields: { ...fieldsOf(given), merchant_id, trade_id },
          headers: onceBy(idempotencyKey),
        });
      },
      show: detail,
    }),
  );
  examples(assign, [
    'lines assign LINE TRADE --note "The payer sent the receipt"',
    'lines assign LINE TRADE --difference-cents -1000 --difference-to house --note "The bank kept its charges"',
    'lines assign LINE TRADE --charge --note "The bank paid it although it had said no"',
  ]);
}

function addCredit(lines: Command, perform: Perform): void {
  const credit = lines.command('credit').description('credit it to a merchant without an order');
  credit.argument('<line>', LINE).argument('<merchant>', 'the merchant’s id');
  withNote(credit).action(
    (line: string, merchant_id: string, { idempotencyKey, ...options }: Options) =>
      decide(perform, line, 'credit', { ...fieldsOf(options), merchant_id }, idempotencyKey),
  );
  examples(credit, ['lines credit LINE MERCHANT --note "The payer wants it as an advance"']);
}

export function addLineCommands(program: Command, perform: Perform, terminal: Terminal): void {
  const lines = program.command('lines').description('bank lines and what became of them');
  addList(lines, perform);
  addAdd(lines, perform);
  addAssign(lines, perform);
  addSplit(lines, perform);
  addCredit(lines, perform);
  addActs(lines, perform, terminal);
  addDecideCommand(lines, perform, terminal);
  addLineExport(lines, perform);
  addRuleCommands(lines, perform);
  addWaitingCommands(lines, perform);
  addExceptionExport(program, perform);
}
