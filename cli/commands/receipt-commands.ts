// `receipts`: payers' receipts and paid notices: list and download files, remove one, list the
// notices.
import type { Command } from 'commander';
import { type Client, path, type ServiceAnswer } from '../client/client.ts';
import { examples, fieldsOf, MERCHANT, type Options, withPaging } from '../client/options.ts';
import type { Perform } from '../client/perform.ts';
import { saveFile } from '../client/save-file.ts';
import { arrayOf, objectOf, record, table } from '../client/show.ts';
import { locate } from '../client/trade-place.ts';

const COLUMNS = [
  'id',
  'merchant_id',
  'trade_id',
  'file_type',
  'size_bytes',
  'given_at',
  'removed_at',
];
const NOTICE_COLUMNS = ['merchant_id', 'trade_id', 'order_id', 'state', 'said_at'];

async function download(
  client: Client,
  merchant: string,
  id: string,
  out: string | undefined,
): Promise<ServiceAnswer> {
  const answer = await client.file(path`/receipts/${merchant}/${id}/file`);
  if (answer.kind !== 'file') return answer;
  const { bytes, name } = answer;
  return await saveFile(out ?? name, bytes, { size_bytes: bytes.length });
}

function addList(receipts: Command, perform: Perform): void {
  const list = withPaging(receipts.command('list').description('files of payers, newest first'));
  list
    .option('--merchant-id <id>', 'of one merchant')
    .option('--trade <trade>', 'of one trade: MERCHANT/TRADE, its id, or its page’s address')
    .action(({ trade, ...options }: Options) =>
      perform({
        call: async (client) => {
          const query = fieldsOf(options);
          if (typeof trade !== 'string') return await client.operator('/receipts', { query });
          const place = await locate(client, trade);
          if ('kind' in place) return place;
          const of_trade = { merchant_id: place.merchant, trade_id: place.trade };
          return await client.operator('/receipts', { query: { ...query, ...of_trade } });
        },
        show: (body, view) => table(arrayOf(body.data), COLUMNS, view),
      }),
    );
  examples(list, ['receipts list', 'receipts list --trade MERCHANT/TRADE --json']);
}

export function addReceiptCommands(program: Command, perform: Perform): void {
  const receipts = program.command('receipts').description('payers’ receipts and paid notices');
  addList(receipts, perform);
  const get = receipts
    .command('download')
    .description('save a receipt’s file; recorded in the audit trail');
  get
    .argument('<merchant>', MERCHANT)
    .argument('<receipt>', 'the receipt’s id')
    .option('--out <file>', 'where to save it (default: here, under its own name)')
    .action((merchant: string, id: string, { out }: { out?: string }) =>
      perform({ call: (client) => download(client, merchant, id, out), show: record }),
    );
  examples(get, [
    'receipts download MERCHANT RECEIPT',
    'receipts download MERCHANT RECEIPT --out receipt.jpg',
  ]);
  const remove = receipts.command('remove').description('remove a receipt’s file for good');
  remove
    .argument('<merchant>', MERCHANT)
    .argument('<receipt>', 'the receipt’s id')
    .requiredOption('--reason <text>', 'why, in your words')
    .action((merchant: string, id: string, options: Options) =>
      perform({
        call: (client) =>
          client.operator(path`/receipts/${merchant}/${id}`, {
            method: 'DELETE',
            fields: fieldsOf(options),
          }),
        show: (body, view) => record(objectOf(body), view),
      }),
    );
  examples(remove, ['receipts remove MERCHANT RECEIPT --reason "Asked for by the payer"']);
  const notices = withPaging(
    receipts.command('notices').description('payers who say that they have paid, newest first'),
  );
  notices
    .option('--merchant-id <id>', 'of one merchant')
    .option('--state <state>', 'trades that are in this state now')
    .action((options: Options) =>
      perform({
        call: (client) => client.operator('/paid_notices', { query: fieldsOf(options) }),
        show: (body, view) => table(arrayOf(body.data), NOTICE_COLUMNS, view),
      }),
    );
  examples(notices, ['receipts notices --state pending', 'receipts notices --json']);
}
