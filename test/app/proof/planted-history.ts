// A history with a row of every kind that somebody may change: settlements, holds, refunds, claims,
// disputes, pay-outs of every end, returned lines and fees.
import { reviewLine } from '../../../server/app/line/review-line.ts';
import { updateMerchant } from '../../../server/app/merchant/merchants.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { createRefund } from '../../../server/app/payout/create-refund.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import type { TradeAct } from '../../../server/domain/batch/command.ts';
import type { LineAct } from '../../../server/domain/record/bank-line.ts';
import { accepted, OPERATOR, raw } from '../../support/test-app.ts';
import * as payouts from '../payout/payout-scene.ts';
import * as scene from '../scene.ts';
import { settling } from '../settlement/settlement-scene.ts';

/**
 * One that a person confirmed as paid, one that was reversed for lack of a line, and one charged.
 */
async function chargePayout(app: OpenApp, shop: payouts.Shop): Promise<void> {
  const { merchant_id } = shop.merchant;
  const on = (id: string, name: TradeAct, fields: object = {}) =>
    actOnTrade(app, OPERATOR, merchant_id, id, name, raw({ note: 'seen', ...fields }));
  const sums = [710, 720, 730, 740];
  const [word, doubted, failed, back] = await payouts.newPayouts(app, shop, 'CHF', sums);
  const decide = (id: string, act: LineAct, fields: object) =>
    reviewLine(app, OPERATOR, id, act, raw({ note: 'seen', ...fields }), undefined);
  for (const one of [word, doubted, failed, back]) accepted(await on(one?.id ?? '', 'take'));
  accepted(await on(word?.id ?? '', 'complete', { utr: 'BYWORD000710' }));
  accepted(await on(back?.id ?? '', 'complete', { utr: 'BYWORD000740' }));
  accepted(await on(failed?.id ?? '', 'fail'));
  accepted(await on(back?.id ?? '', 'reverse'));
  const seen = sums.map((sum) => ({ amount_cents: -sum, utr: `BYLINE000${sum}` }));
  const taken = await scene.feed(app, shop.account, seen);
  const [by_word, doubt, charged, came_back] = taken.map(({ id }) => id);
  const to = (one: { id: string } | undefined) => ({ merchant_id, trade_id: one?.id });
  accepted(await decide(by_word ?? '', 'assign', to(word)));
  accepted(await decide(doubt ?? '', 'assign', to(doubted)));
  accepted(await decide(doubt ?? '', 'undo', { reverse: true }));
  accepted(await decide(charged ?? '', 'assign', { ...to(failed), charge: true }));
  accepted(await decide(came_back ?? '', 'assign', to(back)));
  const [again] = await scene.feed(app, shop.account, [{ amount_cents: 740 }]);
  accepted(await decide(again?.id ?? '', 'assign', to(back)));
}

/** The bank takes back a part of a disputed credit. */
async function recallPart(
  app: OpenApp,
  account: string,
  merchant_id: string,
  trade_id: string,
): Promise<void> {
  const [line] = await scene.feed(app, account, [{ amount_cents: -13 }]);
  const to = raw({ note: 'taken back', merchant_id, trade_id });
  accepted(await reviewLine(app, OPERATOR, line?.id ?? '', 'assign', to, undefined));
}

export async function makeHistory(app: OpenApp): Promise<void> {
  const settle = settling(app);
  const account = await scene.makeAccount(app, 'INR');
  const merchant = await settle.withAccount();
  const { merchant_id } = merchant;
  const settings = { settlement_delay_days: 1, reserve_percent: 10, reserve_days: 3 };
  await scene.fund(app, merchant_id, 50_000);
  await settle.credit(merchant, 7_000);
  const draft = accepted(await settle.draft(merchant));
  accepted(await settle.approve(draft));
  accepted(await updateMerchant(app, OPERATOR, merchant_id, raw({ settings })));
  const held = await settle.credit(merchant, 20_000);
  const refund = { merchant_id, id: held.id, order_id: 'refund', amount_cents: 500 };
  const payee = { number: '50100087654321', name: 'Payer', type: 'account' };
  accepted(await createRefund(app, merchant.caller, raw({ ...refund, ...payee })));
  const urls = {
    callback_url: 'https://shop.example/hook',
    return_url: 'https://shop.example/back',
    metadata: { cart: 'A-17' },
  };
  const claimed = await scene.newPayin(app, merchant, { amount_cents: 333, ...urls });
  accepted(await scene.claim(app, merchant, claimed.id, 'UTR000000333'));
  const paid = await scene.newPayin(app, merchant, { amount_cents: 444 });
  await scene.feed(app, account, [{ amount_cents: 444 }, { amount_cents: 77 }]);
  accepted(await actOnTrade(app, OPERATOR, merchant_id, paid.id, 'dispute', raw({})));
  await recallPart(app, account, merchant_id, paid.id);
  const shop = await payouts.openShop(app, 'CHF');
  const sent = await payouts.newPayouts(app, shop, 'CHF', [100, 200, 300]);
  const { ids } = await payouts.exported(app, shop, sent);
  await scene.feed(app, shop.account, [
    { amount_cents: -100, text: ids[0] },
    { amount_cents: -200, text: ids[1] },
    { amount_cents: 200, text: ids[1] },
    { amount_cents: 55 },
    { amount_cents: 66 },
  ]);
  await chargePayout(app, shop);
  const lines = await scene.sql<{ bank_line_id: string }>(
    app,
    'select bank_line_id from bank_lines where amount_cents in (55, 66) order by amount_cents',
  );
  const [back, fee] = lines.map((line) => line.bank_line_id);
  const note = { note: 'nobody’s', number: '50100087654321' };
  accepted(await reviewLine(app, OPERATOR, back ?? '', 'return', raw(note), undefined));
  accepted(await reviewLine(app, OPERATOR, fee ?? '', 'fee', raw({ note: 'fee' }), undefined));
}
