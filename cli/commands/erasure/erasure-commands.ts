// `payers erase` and `payers erase-customer`: the data of a trade's payer, or of all trades of a
// customer, are erased, or shown before.
import type { Command } from 'commander';
import { type Client, path, type ServiceAnswer } from '../../client/client.ts';
import { examples, type Options } from '../../client/options.ts';
import type { Perform } from '../../client/perform.ts';
import { arrayOf, heading, objectOf, record, table, type View } from '../../client/show.ts';
import { locate, type TradePlace } from '../../client/trade-place.ts';

type Json = Record<string, unknown>;

function show({ erases, obstacle, ...body }: Json, view: View): string {
  const against = objectOf(obstacle);
  const is_free = Object.keys(against).length === 0;
  return [
    record(body, view),
    ...(is_free ? [] : [heading('What stands against it', view), record(against, view)]),
    heading('What there is to erase', view),
    record(objectOf(erases), view),
  ].join('');
}

type Erase = { trade: string; dryRun?: true; reason?: string; earlyReason?: string };

const ASIDE = ['order_id', 'reason', 'until', 'trade_id'];

function showCustomer({ put_aside_orders, ...body }: Json, view: View): string {
  const aside = arrayOf(put_aside_orders);
  return [
    record(body, view),
    ...(aside.length === 0 ? [] : [heading('Put aside', view), table(aside, ASIDE, view)]),
  ].join('');
}

type Whose = { trade?: string; merchantId?: string; clientId?: string };

const nobody = (detail: string): ServiceAnswer => ({
  kind: 'problem',
  problem: { status: 0, code: 'not_found', detail },
});

/** Any trade names its customer. */
async function tradeOf(client: Client, whose: Whose): Promise<TradePlace | ServiceAnswer> {
  const { trade, merchantId: merchant_id, clientId: client_id } = whose;
  if (trade !== undefined) return await locate(client, trade);
  if (merchant_id === undefined || client_id === undefined) {
    return nobody('Name the customer: --trade, or --merchant-id and --client-id.');
  }
  const answer = await client.operator('/trades', { query: { merchant_id, client_id, limit: 1 } });
  if (answer.kind !== 'body') return answer;
  const [found] = arrayOf(answer.body.data);
  if (found === undefined) return nobody('This merchant has no trade of this customer.');
  return { merchant: merchant_id, trade: String(found.id) };
}

function addCustomerErasure(payers: Command, perform: Perform): void {
  const erase = payers
    .command('erase-customer')
    .description('erase the data of all trades of a customer for good, or show how far it is');
  erase
    .option('--trade <trade>', 'any trade of theirs: MERCHANT/TRADE, its id, or its page’s address')
    .option('--merchant-id <id>', 'whose customer, with --client-id in place of --trade')
    .option(
      '--client-id <name>',
      'the merchant’s own name for the customer (at most 128 characters)',
    )
    .option('--dry-run', 'only show which trades there are, what stands against which, or how far')
    .option('--reason <text>', 'why, in your words, without a name; not with --dry-run')
    .option('--early-reason <text>', 'why before the period of the law has passed')
    .action((options: Options) => {
      const { dryRun, reason, earlyReason, ...whose } = options as Omit<Erase, 'trade'> & Whose;
      return perform({
        call: async (client) => {
          const place = await tradeOf(client, whose);
          if ('kind' in place) return place;
          const address = path`/trades/${place.merchant}/${place.trade}/customer-erasure`;
          if (dryRun === true) return await client.operator(address);
          const early_reason = earlyReason ?? null;
          const fields = { reason, early_reason };
          return await client.operator(address, { method: 'POST', fields });
        },
        show: showCustomer,
      });
    });
  examples(erase, [
    'payers erase-customer --merchant-id MERCHANT --client-id asha --dry-run',
    'payers erase-customer --trade TRADE --dry-run',
    'payers erase-customer --trade TRADE --reason "asked for by letter of 3 May"',
  ]);
}

export function addErasureCommands(program: Command, perform: Perform): void {
  const payers = program.command('payers').description('erase the data of payers');
  const erase = payers
    .command('erase')
    .description('erase the data of a trade’s payer for good; the books stay provable');
  erase
    .requiredOption('--trade <trade>', 'MERCHANT/TRADE, its id, or its page’s address')
    .option('--dry-run', 'only show what there is to erase, and what stands against it')
    .option('--reason <text>', 'why, in your words, without a name; not with --dry-run')
    .option('--early-reason <text>', 'why before the period of the law has passed')
    .action((options: Options) => {
      const { trade, dryRun, reason, earlyReason } = options as Erase;
      return perform({
        call: async (client) => {
          const place = await locate(client, trade);
          if ('kind' in place) return place;
          const address = path`/trades/${place.merchant}/${place.trade}/erasure`;
          if (dryRun === true) return await client.operator(address);
          const early_reason = earlyReason ?? null;
          return await client.operator(address, {
            method: 'POST',
            fields: { reason, early_reason },
          });
        },
        show,
      });
    });
  examples(erase, [
    'payers erase --trade TRADE --dry-run',
    'payers erase --trade TRADE --reason "asked for by letter of 3 May"',
  ]);
  addCustomerErasure(payers, perform);
}
