// `trades ways-back`: what a refund and a reversal of a pay-in would each post now.
import type { Command } from 'commander';
import { type Json, path } from '../../client/client.ts';
import { examples } from '../../client/options.ts';
import type { Perform } from '../../client/perform.ts';
import { arrayOf, heading, objectOf, record, table, type View } from '../../client/show.ts';
import { locate } from '../../client/trade-place.ts';

const COLUMNS = ['when', 'act', 'account', 'currency', 'amount_cents'];

const rowsOf = (when: string, entries: Json[string]) =>
  arrayOf(entries).flatMap((entry) =>
    arrayOf(entry.postings).map((posting) => ({ ...entry, ...posting, when })),
  );

function way(
  name: string,
  { is_possible, type, detail, now, once_paid }: Json,
  view: View,
): string {
  const rows = [...rowsOf('now', now), ...rowsOf('once paid', once_paid)];
  return [
    heading(name, view),
    record({ is_possible: is_possible ?? null, type: type ?? null, detail: detail ?? null }, view),
    rows.length === 0 ? '' : table(rows, COLUMNS, view),
  ].join('');
}

const show = (body: Json, view: View): string =>
  ['refund', 'reverse'].map((name) => way(name, objectOf(body[name]), view)).join('');

export function addWaysBackCommand(trades: Command, perform: Perform): void {
  const command = trades
    .command('ways-back')
    .description('pay-in: what a refund and a reversal would each post now; writes nothing');
  command
    .argument('<trade>', 'MERCHANT/TRADE, the trade’s id, or its page’s address')
    .action((text: string) =>
      perform({
        call: async (client) => {
          const place = await locate(client, text);
          if ('kind' in place) return place;
          return await client.operator(path`/trades/${place.merchant}/${place.trade}/ways_back`);
        },
        show,
      }),
    );
  examples(command, ['trades ways-back TRADE']);
}
