// `orders compare`: a merchant's own records against the service, with the merchant's token, and
// the missed callbacks sent again on request.
import type { Command } from 'commander';
import { MERCHANT_BOUNDS } from '../../client/bounds.gen.ts';
import type { Client, Json, ServiceAnswer } from '../../client/client.ts';
import { EXIT } from '../../client/exit-code.ts';
import { parseJsonText, readJsonFile } from '../../client/json-file.ts';
import { examples } from '../../client/options.ts';
import type { Perform } from '../../client/perform.ts';
import { MERCHANT_TOKEN_OPTION, readMerchantToken } from '../../client/settings.ts';
import { arrayOf, table, type View } from '../../client/show.ts';
import { readInput, type Terminal } from '../../client/terminal.ts';

type CompareOptions = { merchantId: string; resend?: true; merchantTokenFile?: string };

type Records = readonly unknown[];
type Asked = { records: Records; token: string; options: CompareOptions };

const WHICH_TOKEN = 'Is the merchant token this merchant’s, and has it the scopes that this needs?';

/** As many as one request takes. */
const AT_ONCE = MERCHANT_BOUNDS.compareOrders.orders.maxItems;
const COLUMNS = ['id', 'order_id', 'your_state', 'state', 'state_reason', 'sequence', 'is_final'];

async function readRecords(file: string, terminal: Terminal): Promise<Records | { wrong: string }> {
  const text =
    file === '-'
      ? parseJsonText('standard input', await readInput(terminal))
      : await readJsonFile(file);
  if (typeof text === 'object') return text;
  const value: unknown = JSON.parse(text);
  const records = Array.isArray(value) ? value : Object(value).orders;
  if (Array.isArray(records) && records.length > 0) return records;
  const example = '[{"order_id":"first-order","state":"pending"}]';
  return { wrong: `${file} must have a list of orders, as ${example}` };
}

const fileProblem = (detail: string): ServiceAnswer => ({
  kind: 'problem',
  problem: { status: 0, code: 'wrong_file', detail },
});

const sum = (before: unknown, now: unknown) =>
  now === null ? null : Number(before ?? 0) + Number(now);

async function compareAll(client: Client, asked: Asked): Promise<ServiceAnswer> {
  const { records, token, options } = asked;
  let all: Json = { compared: 0, differences: [] };
  for (let start = 0; start < records.length; start += AT_ONCE) {
    const orders = records.slice(start, start + AT_ONCE);
    const fields = { merchant_id: options.merchantId, orders, resend: options.resend === true };
    const answer = await client.merchant('/orders/compare', token, { method: 'POST', fields });
    if (answer.kind !== 'body') return answer;
    const { compared, differences, missed_events, resent } = answer.body;
    all = {
      compared: sum(all.compared, compared),
      differences: [...arrayOf(all.differences), ...arrayOf(differences)],
      missed_events: sum(all.missed_events, missed_events),
      resent: sum(all.resent, resent),
    };
  }
  return { kind: 'body', body: all };
}

function show(body: Json, view: View): string {
  const differences = arrayOf(body.differences);
  const counts = `${String(body.compared)} compared, ${differences.length} differ`;
  if (differences.length === 0) return `${counts}\n`;
  const sent =
    body.resent === null
      ? ''
      : `, ${String(body.missed_events)} events missed, ${String(body.resent)} sent again`;
  const rows = differences.map((row) => ({ ...row, state: row.state ?? 'unknown here' }));
  return `${table(rows, COLUMNS, view)}${counts}${sent}\n`;
}

export function addOrderCommands(
  program: Command,
  perform: Perform,
  terminal: Terminal,
  end: (exit_code: number) => void,
): void {
  const orders = program.command('orders').description('orders, as their merchant sees them');
  const compare = orders
    .command('compare')
    .description('compare your records with the service; exit code 1 if something differs')
    .argument('<file>', 'JSON: a list of {"order_id" or "id", "state"}; - for standard input')
    .requiredOption('--merchant-id <id>', 'the merchant whose token it is')
    .option('--resend', 'have the missed events of these orders sent to the endpoints again')
    .option(...MERCHANT_TOKEN_OPTION)
    .action(async (file: string, options: CompareOptions) => {
      const token = readMerchantToken(options.merchantTokenFile, terminal);
      if (typeof token === 'object') {
        terminal.err(`${token.wrong}\n`);
        return end(EXIT.usage);
      }
      await perform({
        call: async (client) => {
          const records = await readRecords(file, terminal);
          if ('wrong' in records) return fileProblem(records.wrong);
          return await compareAll(client, { records, token, options });
        },
        show,
        hint: ({ status }) => (status === 401 || status === 404 ? WHICH_TOKEN : null),
        failed: (body) => arrayOf(body.differences).length > 0,
        open: true,
      });
    });
  examples(compare, [
    'orders compare yesterday.json --merchant-id MERCHANT',
    'orders compare - --merchant-id MERCHANT --resend --json < yesterday.json',
  ]);
}
