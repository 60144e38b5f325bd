// `deliveries show`: one delivery with its request and its attempts.
import type { Command } from 'commander';
import { type Json, path } from '../../client/client.ts';
import { examples, type Options, wholeNumberOption } from '../../client/options.ts';
import type { Perform } from '../../client/perform.ts';
import { arrayOf, clean, heading, record, type View } from '../../client/show.ts';
import { locate } from '../../client/trade-place.ts';

export const ENDPOINT_NUMBER = 'the number of the endpoint (default: 0)';

/** A header per line, as it was sent. */
function attemptText(attempt: Json, view: View): string {
  const { headers, attempt: number, ...others } = attempt;
  const lines = arrayOf(headers).map(({ name, value }) => `  ${clean(`${name}: ${value}`)}\n`);
  return `${heading(`Attempt ${number}`, view)}${record(others, view)}${lines.join('')}`;
}

function deliveryText(delivery: Json, view: View): string {
  const { history, body, ...rest } = delivery;
  const attempts = arrayOf(history).map((attempt) => attemptText(attempt, view));
  const request = `${heading('Body of each request', view)}${clean(String(body ?? ''))}\n`;
  return `${record(rest, view)}${attempts.join('')}${request}`;
}

export function addShowDelivery(deliveries: Command, perform: Perform): void {
  const show = deliveries.command('show').description('what was sent, and what was answered');
  show
    .argument('<trade>', 'MERCHANT/TRADE, or the trade’s id or page address')
    .argument('<sequence>', 'which change of the trade')
    .option('--endpoint <number>', ENDPOINT_NUMBER, wholeNumberOption)
    .action((text: string, sequence: string, { endpoint = 0 }: Options) =>
      perform({
        call: async (client) => {
          const place = await locate(client, text);
          if ('kind' in place) return place;
          const { merchant, trade } = place;
          return await client.operator(
            path`/deliveries/${merchant}/${trade}/${sequence}/${String(endpoint)}`,
          );
        },
        show: deliveryText,
      }),
    );
  examples(show, ['deliveries show MERCHANT/TRADE 2', 'deliveries show TRADE 2 --endpoint 1']);
}
