// `trades refund`: refunds a pay-in, in full or in part.
import type { Command } from 'commander';
import { path } from '../../client/client.ts';
import {
  examples,
  fieldsOf,
  type Options,
  onceBy,
  wholeNumberOption,
  withExpectedSequence,
} from '../../client/options.ts';
import type { Perform } from '../../client/perform.ts';
import { record } from '../../client/show.ts';
import { locate } from '../../client/trade-place.ts';

export function addRefundCommand(trades: Command, perform: Perform): void {
  const refund = trades.command('refund').description('pay-in: refund it, in full or in part');
  withExpectedSequence(refund)
    .argument('<trade>', 'MERCHANT/TRADE, the trade’s id, or its page’s address')
    .requiredOption('--note <text>', 'why, in your words; recorded in the timelines')
    .option('--amount-cents <amount>', 'minor units (default: all that is left)', wholeNumberOption)
    .option('--number <number>', 'the payee’s number (default: the payer’s, from the bank)')
    .option(
      '--type <type>',
      'card, account, iban, upi or phone (default: recognised from the number)',
    )
    .option('--name <name>', 'the holder')
    .option('--payment-data-bank-name <name>', 'their bank')
    .option('--idempotency-key <key>', 'the same key refunds once')
    .action((text: string, { idempotencyKey, ...options }: Options) =>
      perform({
        call: async (client) => {
          const place = await locate(client, text);
          if ('kind' in place) return place;
          const { merchant, trade } = place;
          return await client.operator(path`/trades/${merchant}/${trade}/refund`, {
            method: 'POST',
            fields: fieldsOf(options),
            headers: onceBy(idempotencyKey),
          });
        },
        show: record,
      }),
    );
  examples(refund, [
    'trades refund TRADE --note "Goods came back"',
    'trades refund TRADE --amount-cents 2500 --number 50100087654321 --note "One of two items"',
  ]);
}
