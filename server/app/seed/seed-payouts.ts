// The sandbox's pay-outs: some in every state.
import type { TradeAct } from '../../domain/batch/command.ts';
import { createPayout } from '../payout/create-payout.ts';
import type { App } from '../process/app.ts';
import { SEEDER } from '../request/own-actors.ts';
import { actOnTrade } from '../trade/act-on-trade.ts';
import { must, rawFields, type SeededMerchant, type SeededMerchants } from './seed-tools.ts';

/** How many to create, and the acts to do in order, each with its fields. */
type Story = readonly [count: number, acts: readonly (readonly [TradeAct, object])[]];

const PAID = [
  ['take', {}],
  ['complete', { utr: 'DEMO00000001' }],
] as const;

const STORIES: readonly Story[] = [
  [4, []],
  [2, [['take', {}]]],
  [6, PAID],
  [
    2,
    [
      ['take', {}],
      ['fail', { reason: 'beneficiary_rejected', note: 'Account closed' }],
    ],
  ],
  [2, [['cancel', { note: 'Asked for by the merchant' }]]],
  [1, [...PAID, ['dispute', { note: 'The customer says that nothing came' }]]],
  [2, [...PAID, ['reverse', { reason: 'bank_returned' }]]],
];

async function create(app: App, merchant: SeededMerchant, currency: string, number: number) {
  const { merchant_id } = merchant.caller.merchant;
  const { trade } = must(
    await createPayout(
      app,
      merchant.caller,
      rawFields({
        merchant_id,
        order_id: `demo-payout-${number}`,
        amount_cents: 900_00 + number * 211,
        amount_currency: currency,
        type: 'account',
        number: `99${String(1_000_000 + number * 37)}`,
        name: `Demo Customer ${number}`,
        client_id: `customer-${number % 7}`,
      }),
    ),
  );
  return trade;
}

export async function seedPayouts(app: App, { rupees, dollars }: SeededMerchants): Promise<void> {
  let number = 1;
  for (const [count, acts] of STORIES) {
    for (let index = 0; index < count; index += 1, number += 1) {
      const merchant = number % 3 === 0 ? dollars : rupees;
      const trade = await create(app, merchant, number % 3 === 0 ? 'USD' : 'INR', number);
      for (const [act, fields] of acts) {
        must(
          await actOnTrade(app, SEEDER, trade.merchant_id, trade.id, act, rawFields({ ...fields })),
        );
      }
    }
  }
}
