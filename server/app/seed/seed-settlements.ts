// The sandbox's settlements: one in every state, each paid only in part, so that money is left.
import type { TradeAct } from '../../domain/batch/command.ts';
import type { App } from '../process/app.ts';
import { SEEDER } from '../request/own-actors.ts';
import { approveSettlement, discardSettlement } from '../settlement/decide-settlement.ts';
import { draftSettlement } from '../settlement/draft-settlement.ts';
import { putSettlementAccount } from '../settlement/settlement-account.ts';
import type { SettlementBody } from '../settlement/settlement-view.ts';
import { actOnTrade } from '../trade/act-on-trade.ts';
import { must, rawFields, type SeededMerchant, type SeededMerchants } from './seed-tools.ts';

type Acts = readonly (readonly [TradeAct, object])[];

const SENT: Acts = [['take', {}]];
const PAID: Acts = [...SENT, ['complete', { utr: 'DEMOS0000001' }]];
const RETURNED: Acts = [
  ...SENT,
  ['fail', { reason: 'beneficiary_rejected', note: 'The bank does not know the account' }],
];

async function draft(app: App, merchant: SeededMerchant): Promise<SettlementBody> {
  return must(
    await draftSettlement(app, SEEDER, merchant.caller.merchant.merchant_id, rawFields({})),
  );
}

/** Drafts a settlement, approves a part of the payable amount, and acts on its pay-out. */
async function settle(
  app: App,
  merchant: SeededMerchant,
  amount_cents: number,
  acts: Acts,
): Promise<void> {
  const drafted = await draft(app, merchant);
  const fields = rawFields({ amount_cents, note: 'Agreed with the merchant; the rest is carried' });
  const { merchant_id, trade_id } = must(await approveSettlement(app, SEEDER, drafted, fields));
  for (const [act, about] of acts) {
    must(await actOnTrade(app, SEEDER, merchant_id, trade_id ?? '', act, rawFields({ ...about })));
  }
}

/** Settlements that have ended: one paid, one returned. */
export async function seedPastSettlements(
  app: App,
  { rupees, dollars }: SeededMerchants,
): Promise<void> {
  for (const [merchant, number] of [
    [rupees, '9912340001'],
    [dollars, '9912340002'],
  ] as const) {
    const { merchant_id, name } = merchant.caller.merchant;
    const account = rawFields({ type: 'account', number, name, bank_name: 'Demo Bank' });
    must(await putSettlementAccount(app, SEEDER, merchant_id, account));
  }
  await settle(app, rupees, 12_000_00, PAID);
  await settle(app, rupees, 5_000_00, RETURNED);
  await settle(app, dollars, 3_000_00, PAID);
}

/** Open settlements: waiting for the bank, for payment and for approval; and a discarded one. */
export async function seedOpenSettlements(
  app: App,
  { rupees, dollars }: SeededMerchants,
): Promise<void> {
  await settle(app, rupees, 8_000_00, SENT);
  const dropped = await draft(app, rupees);
  must(await discardSettlement(app, SEEDER, dropped, rawFields({ note: 'Too early' })));
  await draft(app, rupees);
  await settle(app, dollars, 2_000_00, []);
}
