// `settlements` and `holds`: statements of merchants' balances, their pay-outs, and holds on
// credits.
import type { Command } from 'commander';
import { type Json, path } from '../client/client.ts';
import { download, OUT, saveNamed } from '../client/download.ts';
import {
  examples,
  fieldsOf,
  MERCHANT,
  type Options,
  wholeNumberOption,
  withPaging,
} from '../client/options.ts';
import type { Perform } from '../client/perform.ts';
import { arrayOf, record, table, type View } from '../client/show.ts';
import { readInputLine, type Terminal } from '../client/terminal.ts';

const SETTLEMENT = 'MERCHANT/SETTLEMENT, as in the list';

const LIST_COLUMNS = [
  'settlement',
  'number',
  'state',
  'period_to',
  'net_cents',
  'payable_cents',
  'approved_cents',
  'currency',
  'utr',
];

const LINE_COLUMNS = [
  'at',
  'kind',
  'act',
  'order_id',
  'utr',
  'gross_cents',
  'fee_cents',
  'net_cents',
];

const HOLD_COLUMNS = [
  'trade',
  'kind',
  'remaining_cents',
  'amount_cents',
  'currency',
  'suspended',
  'release_at',
];

const withSettlement = (row: Json): Json => ({
  settlement: `${String(row.merchant_id)}/${String(row.id)}`,
  ...row,
});
const withTrade = (row: Json): Json => ({
  trade: `${String(row.merchant_id)}/${String(row.trade_id)}`,
  ...row,
});

/** Begins with the form that other commands accept, instead of the two ids apart. */
function showSettlement(body: Json, view: View): string {
  const { settlement, id: _, merchant_id: __, ...rest } = withSettlement(body);
  return record({ settlement, ...rest }, view);
}

/** Both parts of `MERCHANT/ID`; the service checks them. */
function placeOf(text: string): [merchant: string, id: string] {
  const at = text.indexOf('/');
  return at === -1 ? ['-', text] : [text.slice(0, at), text.slice(at + 1)];
}

function settlementPath(text: string): string {
  const [merchant, id] = placeOf(text);
  return path`/settlements/${merchant}/${id}`;
}

function addReading(settlements: Command, perform: Perform): void {
  const list = withPaging(settlements.command('list').description('statements, newest first'));
  list
    .option('--merchant-id <id>', 'of one merchant')
    .option('--state <state>', 'draft, approved, sent, settled, returned or discarded')
    .action((options: Options) =>
      perform({
        call: (client) => client.operator('/settlements', { query: fieldsOf(options) }),
        show: (body, view) => table(arrayOf(body.data).map(withSettlement), LIST_COLUMNS, view),
      }),
    );
  examples(list, ['settlements list --state draft', 'settlements list --merchant-id MERCHANT']);
  settlements
    .command('show')
    .description('one statement with its sums')
    .argument('<settlement>', SETTLEMENT)
    .action((text: string) =>
      perform({ call: (client) => client.operator(settlementPath(text)), show: showSettlement }),
    );
  withPaging(
    settlements.command('lines').description('the entries that changed the balance, in order'),
  )
    .argument('<settlement>', SETTLEMENT)
    .action((text: string, options: Options) =>
      perform({
        call: (client) =>
          client.operator(`${settlementPath(text)}/lines`, { query: fieldsOf(options) }),
        show: (body, view) => table(arrayOf(body.data), LINE_COLUMNS, view),
      }),
    );
}

function addFiles(settlements: Command, perform: Perform): void {
  for (const [ending, what] of [
    ['csv', 'the lines of a statement as CSV'],
    ['html', 'a statement as a document to print'],
  ] as const) {
    const command = settlements.command(ending).description(what);
    command
      .argument('<settlement>', SETTLEMENT)
      .option(...OUT)
      .action((text: string, { out }: Options) =>
        download(perform, `${settlementPath(text)}/statement.${ending}`, out),
      );
    examples(command, [
      `settlements ${ending} MERCHANT/SETTLEMENT --out march.${ending}`,
      `settlements ${ending} MERCHANT/SETTLEMENT > march.${ending}`,
    ]);
  }
  const workbook = settlements
    .command('xlsx')
    .description('the lines of a statement as an Excel workbook');
  workbook
    .argument('<settlement>', SETTLEMENT)
    .option('--out <file>', 'a new file instead of one under its own name')
    .action((text: string, { out }: Options) =>
      saveNamed(perform, `${settlementPath(text)}/statement.xlsx`, out, {}),
    );
  examples(workbook, ['settlements xlsx MERCHANT/SETTLEMENT --out march.xlsx']);
}

function addDeciding(settlements: Command, perform: Perform): void {
  const draft = settlements.command('draft').description('make a merchant’s next statement');
  draft
    .argument('<merchant>', MERCHANT)
    .option('--period-to <moment>', 'its end (exclusive), or a day in UTC (default: now)')
    .action((merchant: string, options: Options) =>
      perform({
        call: (client) =>
          client.operator(path`/merchants/${merchant}/settlements`, {
            method: 'POST',
            fields: fieldsOf(options),
            patient: true,
          }),
        show: showSettlement,
      }),
    );
  examples(draft, [
    'settlements draft MERCHANT --period-to 2026-04-01',
    'settlements draft MERCHANT --period-to 2026-03-31T18:30:00Z --json',
  ]);
  const approve = settlements
    .command('approve')
    .description('approve a draft; its pay-out is created at once');
  approve
    .argument('<settlement>', SETTLEMENT)
    .option(
      '--amount-cents <amount>',
      'pay less, 0 for nothing; the rest is carried over',
      wholeNumberOption,
    )
    .option('--note <text>', 'why; recorded in the audit trail')
    .action((text: string, options: Options) => decide(perform, text, 'approve', options));
  examples(approve, [
    'settlements approve MERCHANT/SETTLEMENT --note "Checked with the merchant"',
    'settlements approve MERCHANT/SETTLEMENT --amount-cents 0 --note "Below the minimum"',
  ]);
  const discard = settlements.command('discard').description('drop a draft');
  discard
    .argument('<settlement>', SETTLEMENT)
    .option('--note <text>', 'why; recorded in the audit trail')
    .action((text: string, options: Options) => decide(perform, text, 'discard', options));
  examples(discard, ['settlements discard MERCHANT/SETTLEMENT --note "Wrong period"']);
}

function decide(perform: Perform, text: string, act: string, options: Options): Promise<void> {
  return perform({
    call: (client) =>
      client.operator(`${settlementPath(text)}/${act}`, {
        method: 'POST',
        fields: fieldsOf(options),
      }),
    show: showSettlement,
  });
}

function addAccount(settlements: Command, perform: Perform, terminal: Terminal): void {
  const account = settlements
    .command('account')
    .description('the account to which a merchant’s settlements are paid');
  const place = (merchant: string) => path`/merchants/${merchant}/settlement_account`;
  account
    .command('show')
    .description('with its number masked')
    .argument('<merchant>', MERCHANT)
    .action((merchant: string) =>
      perform({ call: (client) => client.operator(place(merchant)), show: record }),
    );
  const set = account.command('set').description('set it; statements already approved keep theirs');
  set
    .argument('<merchant>', MERCHANT)
    .requiredOption('--type <type>', 'card, account, iban, upi or phone')
    .requiredOption('--number <number>', 'its number; - reads it from standard input')
    .requiredOption('--name <name>', 'its holder')
    .option('--bank-name <name>', 'its bank')
    .action(async (merchant: string, options: Options) => {
      const number = options.number === '-' ? await readInputLine(terminal) : options.number;
      await perform({
        call: (client) =>
          client.operator(place(merchant), {
            method: 'PUT',
            fields: fieldsOf({ ...options, number }),
          }),
        show: record,
      });
    });
  examples(set, [
    'settlements account set MERCHANT --type account --number - --name "Corner shop" < number.txt',
  ]);
  account
    .command('remove')
    .description('remove it: no settlement can be paid until another is set')
    .argument('<merchant>', MERCHANT)
    .action((merchant: string) =>
      perform({
        call: (client) => client.operator(place(merchant), { method: 'DELETE' }),
        show: record,
      }),
    );
}

export function addSettlementCommands(
  program: Command,
  perform: Perform,
  terminal: Terminal,
): void {
  const settlements = program
    .command('settlements')
    .description('statements of merchants’ balances, and their pay-outs');
  addReading(settlements, perform);
  addDeciding(settlements, perform);
  addFiles(settlements, perform);
  addAccount(settlements, perform, terminal);
}

export function addHoldCommands(program: Command, perform: Perform): void {
  const holds = program
    .command('holds')
    .description('what settlement delay and reserve still block');
  const list = withPaging(holds.command('list').description('the next to be released first'));
  list
    .option('--merchant-id <id>', 'of one merchant')
    .option('--trade-id <id>', 'of one pay-in')
    .action((options: Options) =>
      perform({
        call: (client) => client.operator('/holds', { query: fieldsOf(options) }),
        show: (body, view) => table(arrayOf(body.data).map(withTrade), HOLD_COLUMNS, view),
      }),
    );
  examples(list, ['holds list --merchant-id MERCHANT']);
  const release = holds.command('release').description('release holds before their time');
  release
    .argument('<trade>', 'MERCHANT/TRADE of the pay-in, as in the list')
    .requiredOption('--note <text>', 'why; recorded in the audit trail')
    .action((text: string, options: Options) =>
      perform({
        call: (client) => {
          const [merchant, trade] = placeOf(text);
          const address = path`/holds/${merchant}/${trade}/release`;
          return client.operator(address, { method: 'POST', fields: fieldsOf(options) });
        },
        show: (body, view) => table(arrayOf(body.data).map(withTrade), HOLD_COLUMNS, view),
      }),
    );
  examples(release, ['holds release MERCHANT/TRADE --note "Agreed with the merchant"']);
}
