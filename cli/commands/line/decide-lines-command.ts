// `lines decide`: the same decision about many bank lines with one request.
import type { Command } from 'commander';
import { BOUNDS } from '../../client/bounds.gen.ts';
import type { Client, Json, ServiceAnswer } from '../../client/client.ts';
import { examples, fieldsOf, type Options, onceBy } from '../../client/options.ts';
import type { Perform } from '../../client/perform.ts';
import { arrayOf, objectOf, table, type View } from '../../client/show.ts';
import { readInputLines, type Terminal } from '../../client/terminal.ts';
import { locate } from '../../client/trade-place.ts';

const COLUMNS = ['bank_line_id', 'outcome', 'status', 'code', 'detail'];

function show(body: Json, view: View): string {
  const rows = arrayOf(body.results).map((row) => {
    const { code, detail } = objectOf(row.error ?? {});
    return { ...row, code: code ?? null, detail: detail ?? null };
  });
  const sums = `${String(body.decided_count)} decided, ${String(body.refused_count)} refused\n`;
  return table(rows, COLUMNS, view) + sums;
}

type Asked = { act: string; lines: readonly string[]; options: Options };

async function decideAll(client: Client, { act, lines, options }: Asked): Promise<ServiceAnswer> {
  const { idempotencyKey, trade, note, ...given } = options;
  const place = trade === undefined ? null : await locate(client, String(trade));
  if (place !== null && 'kind' in place) return place;
  const to = place === null ? {} : { merchant_id: place.merchant, trade_id: place.trade };
  const decisions = lines.map((bank_line_id) => ({
    bank_line_id,
    act: act.replaceAll('-', '_'),
    ...to,
    ...fieldsOf(given),
  }));
  return await client.operator('/bank_lines/decide', {
    method: 'POST',
    fields: { decisions, note },
    headers: onceBy(idempotencyKey),
    patient: true,
  });
}

const MOST_LINES = BOUNDS.decideBankLines.decisions.maxItems;

export function addDecideCommand(lines: Command, perform: Perform, terminal: Terminal): void {
  const decide = lines
    .command('decide')
    .description(`decide the same about up to ${MOST_LINES} lines`);
  decide
    .argument('<act>', 'fee, own-transfer, return, assign or undo')
    .argument('<lines...>', 'the bank lines’ ids; - reads them from standard input, one per line')
    .option('--trade <trade>', 'assign: MERCHANT/TRADE, the trade’s id, or its page’s address')
    .option('--reverse', 'undo: also take back what depends on the line')
    .option('--charge', 'undo, assign: charge the merchant')
    .requiredOption('--note <text>', 'why, in your words; recorded with each line')
    .option('--idempotency-key <key>', 'the same key decides once')
    .action(async (act: string, given: readonly string[], options: Options) => {
      const ids = given.includes('-') ? await readInputLines(terminal) : given;
      await perform({
        call: (client) => decideAll(client, { act, lines: ids, options }),
        failed: (body) => body.refused_count !== 0,
        show,
      });
    });
  examples(decide, [
    'lines decide fee LINE LINE --note "Monthly charges"',
    'lines decide undo - --note "Wrong account" < lines.txt',
  ]);
}
