// `events`, `deliveries`, `ledger` and `health`: the records of the service, and whether it is
// ready.
import type { Command } from 'commander';
import { BOUNDS } from '../client/bounds.gen.ts';
import { type Client, type Json, type Problem, path } from '../client/client.ts';
import { download, downloadTable, OUT, XLSX } from '../client/download.ts';
import { EXIT } from '../client/exit-code.ts';
import {
  examples,
  fieldsOf,
  type Options,
  wholeNumberOption,
  withPaging,
} from '../client/options.ts';
import type { Perform } from '../client/perform.ts';
import { MERCHANT_TOKEN_OPTION, readMerchantToken } from '../client/settings.ts';
import { accountName, arrayOf, objectOf, record, table, type View } from '../client/show.ts';
import type { Terminal } from '../client/terminal.ts';
import { addResendEvent } from './callback/resend-event.ts';
import { addResendMany } from './callback/resend-many.ts';
import { addShowDelivery, ENDPOINT_NUMBER } from './callback/show-delivery.ts';

/** Events of disputes are about the dispute, which names its trade. */
const tradeOf = ({ trade_id, id }: Json) => trade_id ?? id;

function showEvents(body: Json, view: View): string {
  const rows = arrayOf(body.data).map((event) => ({
    ...event,
    at: event.timestamp,
    trade_id: tradeOf(objectOf(event.data)),
  }));
  return table(rows, ['number', 'at', 'type', 'trade_id', 'sequence'], view);
}

type EventOptions = Options & { merchantId?: string; merchantTokenFile?: string };

const whoseToken = ({ status }: Problem) =>
  status === 401 ? 'Is MERCHANT_TOKEN a token of this service, with the scope read?' : null;

export function addEventCommands(
  program: Command,
  perform: Perform,
  terminal: Terminal,
  end: (exit_code: number) => void,
): void {
  const events = program.command('events').description('merchants’ events');
  const list = events
    .command('list')
    .description('a merchant’s events in order, without gaps; the merchant’s token is enough');
  list
    .option('--merchant-id <id>', 'of this merchant, with the operator’s token')
    .option('--after <number>', 'events after this number', wholeNumberOption)
    .option(
      '--limit <count>',
      `how many, at most ${BOUNDS.listMerchantEvents.limit.max}`,
      wholeNumberOption,
    )
    .option(...MERCHANT_TOKEN_OPTION)
    .action(async ({ merchantTokenFile, ...options }: EventOptions) => {
      const query = fieldsOf(options);
      if (options.merchantId !== undefined) {
        const call = (client: Client) => client.operator('/events', { query });
        return await perform({ call, show: showEvents });
      }
      const token = readMerchantToken(merchantTokenFile, terminal);
      if (typeof token === 'object') {
        terminal.err(`${token.wrong} Operators name the merchant: --merchant-id.\n`);
        return end(EXIT.usage);
      }
      const call = (client: Client) => client.merchant('/events', token, { query });
      await perform({ call, show: showEvents, hint: whoseToken, open: true });
    });
  examples(list, [
    'events list --after 120',
    'events list --merchant-id MERCHANT --after 120 --json',
  ]);
  addResendEvent(events, perform);
}

const DELIVERY_COLUMNS = [
  'merchant_name',
  'order_id',
  'sequence',
  'status',
  'attempts',
  'last_status',
  'last_error',
  'next_attempt_at',
  'url',
  'merchant_id',
  'trade_id',
];

export function addDeliveryCommands(program: Command, perform: Perform): void {
  const deliveries = program.command('deliveries').description('callback deliveries');
  const list = withPaging(deliveries.command('list').description('deliveries, newest first'));
  list
    .option('--merchant-id <id>', 'of one merchant')
    .option('--trade-id <id>', 'of one trade')
    .option('--status <status>', 'waiting, delivered or exhausted')
    .option('--endpoint <number>', 'to this endpoint of the merchant', wholeNumberOption)
    .option('--type <type>', 'of these events, as deposit.completed or deposit.*')
    .option('--failing-from <time>', 'to endpoints that have failed since this time or later')
    .action((options: Options) =>
      perform({
        call: (client) => client.operator('/deliveries', { query: fieldsOf(options) }),
        show: (body, view) => table(arrayOf(body.data), DELIVERY_COLUMNS, view),
      }),
    );
  examples(list, [
    'deliveries list --status exhausted',
    "deliveries list --merchant-id MERCHANT --endpoint 1 --type 'deposit.*'",
  ]);
  addShowDelivery(deliveries, perform);
  const resend = deliveries.command('resend').description('send one again, now');
  resend
    .requiredOption('--merchant-id <id>', 'whose')
    .requiredOption('--trade-id <id>', 'which trade’s')
    .requiredOption('--sequence <number>', 'which change of the trade', wholeNumberOption)
    .option('--endpoint <number>', ENDPOINT_NUMBER, wholeNumberOption)
    .action((options: Options) =>
      perform({
        call: (client) =>
          client.operator('/deliveries/resend', { method: 'POST', fields: fieldsOf(options) }),
        show: record,
      }),
    );
  examples(resend, ['deliveries resend --merchant-id MERCHANT --trade-id TRADE --sequence 2']);
  addResendMany(deliveries, perform);
}

export function addLedgerCommands(program: Command, perform: Perform): void {
  const ledger = program.command('ledger').description('the books');
  const accounts = withPaging(ledger.command('accounts').description('accounts and balances'));
  accounts
    .option('--merchant-id <id>', 'of one merchant’s book (default: all)')
    .option('--kind <kind>', 'only accounts of this kind: the first part of their names')
    .option('--q <words>', 'words in the account, or in the names it is about')
    .action((options: Options) =>
      perform({
        call: (client) => client.operator('/ledger/accounts', { query: fieldsOf(options) }),
        show: (body, view) =>
          table(
            arrayOf(body.data).map((one) => ({ ...one, account: accountName(one) })),
            ['book', 'account', 'currency', 'side', 'balance_cents'],
            view,
          ),
      }),
    );
  const entries = withPaging(ledger.command('entries').description('entries, newest first'));
  entries
    .option('--merchant-id <id>', 'of one merchant’s book (default: the house’s)')
    .option('--account <account>', 'only entries on this account')
    .action((options: Options) =>
      perform({
        call: (client) => client.operator('/ledger/entries', { query: fieldsOf(options) }),
        show: (body, view) =>
          table(
            arrayOf(body.data).flatMap(postingsOf),
            [
              'number',
              'entered_at',
              'act',
              'account',
              'currency',
              'amount_cents',
              'order_id',
              'trade_id',
            ],
            view,
          ),
      }),
    );
  examples(entries, ['ledger entries --merchant-id MERCHANT --account available']);
  addMonthCommand(ledger, perform);
}

const MONTH_COLUMNS = [
  'account',
  'currency',
  'opening_cents',
  'act',
  'entries',
  'amount_cents',
  'closing_cents',
];

/** An account's own line, and below it one for each act that moved it. */
function monthRows({ movements, ...month }: Json): Json[] {
  const { currency } = month;
  const account = accountName(month);
  return [
    { ...month, account },
    ...arrayOf(movements).map((movement) => ({ account, currency, ...movement })),
  ];
}

function addMonthCommand(ledger: Command, perform: Perform): void {
  const month = ledger
    .command('month')
    .description('what accounts had before a month, what moved them, what they had after it');
  month
    .argument('<month>', 'the month, as 2026-11')
    .option('--merchant-id <id>', 'of one merchant’s book (default: the house’s)')
    .option('--receiving-account-id <id>', 'of one receiving account, in the house’s book')
    .option('--time-zone <name>', 'whose month it is, as Asia/Kolkata (default: UTC)')
    .action((name: string, options: Options) =>
      perform({
        call: (client) =>
          client.operator(path`/ledger/months/${name}`, { query: fieldsOf(options) }),
        show: ({ accounts, ...body }, view) =>
          record(body, view) + table(arrayOf(accounts).flatMap(monthRows), MONTH_COLUMNS, view),
      }),
    );
  const journal = ledger
    .command('journal')
    .description(
      'a month for an accountant’s program, as CSV or a workbook: a row for each posting',
    );
  journal
    .argument('<month>', 'the month, as 2026-11')
    .option('--merchant-id <id>', 'of one merchant’s book (default: the house’s)')
    .option('--time-zone <name>', 'whose month and days they are (default: UTC)')
    .option('--columns <list>', 'which, in which order, under which names: see the example')
    .option(...XLSX)
    .option(...OUT)
    .action((name: string, options: Options) =>
      downloadTable(perform, path`/ledger/months/${name}/journal`, options),
    );
  examples(journal, [
    'ledger journal 2026-11 --out november.csv',
    'ledger journal 2026-11 --xlsx --out november.xlsx',
    'ledger journal 2026-11 --columns "date=Voucher Date,account_name=Ledger,debit=Dr,credit=Cr"',
  ]);
  const tally = ledger
    .command('tally')
    .description('a month as XML that Tally imports: a voucher for each entry');
  tally
    .argument('<month>', 'the month, as 2026-11')
    .option('--merchant-id <id>', 'of one merchant’s book (default: the house’s)')
    .option('--time-zone <name>', 'whose month and days they are (default: UTC)')
    .option('--currency <code>', 'a file has one (default: INR)')
    .option('--ledgers <list>', 'what accounts are called in Tally: see the example')
    .option('--voucher-type <name>', 'Tally’s type of the vouchers (default: Journal)')
    .option('--company <name>', 'Tally’s company (default: the one that is open there)')
    .option(...OUT)
    .action((name: string, { out, ...options }: Options) =>
      download(perform, path`/ledger/months/${name}/tally.xml`, out, fieldsOf(options)),
    );
  examples(tally, [
    'ledger tally 2026-11 --time-zone Asia/Kolkata --out november.xml',
    'ledger tally 2026-11 --merchant-id MERCHANT --ledgers "available=Merchants,fees=Fee income"',
  ]);
  examples(month, ['ledger month 2026-11 --merchant-id MERCHANT --time-zone Asia/Kolkata']);
}

function postingsOf(entry: Json): Json[] {
  return arrayOf(entry.postings).map((posting) => ({ ...entry, ...posting }));
}

export function addHealthCommand(program: Command, perform: Perform): void {
  program
    .command('health')
    .description('whether the service is running and ready; needs no token')
    .action(() => perform({ open: true, call: (client) => client.open('/readyz'), show: record }));
}
