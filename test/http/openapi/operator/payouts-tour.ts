// The part of the operators' tour about money that leaves: pay-outs, refunds from a list, and
// settlements.

import { updateMerchant } from '../../../../server/app/merchant/merchants.ts';
import { itemOf, newPayouts, openShop, report, tx } from '../../../app/payout/payout-scene.ts';
import * as scene from '../../../app/scene.ts';
import { accepted, makeMerchant, OPERATOR, raw } from '../../../support/test-app.ts';
import { CSV, type Json, type Stage, XML } from './stage.ts';

export async function tourPayouts(stage: Stage): Promise<void> {
  await queue(stage);
  await batches(stage);
  await refunds(stage);
  await settlements(stage);
}

const CURRENCY = 'USD';

async function shopWith({ service: { app } }: Stage, amounts: readonly number[]) {
  const shop = await openShop(app, CURRENCY);
  const payouts = await newPayouts(app, shop, CURRENCY, amounts);
  return { shop, payouts: payouts.map(itemOf) };
}

async function queue(stage: Stage) {
  const { step } = stage.tour;
  const { shop, payouts } = await shopWith(stage, [10_000, 20_000, 30_000]);
  const [one, two, three] = payouts;
  const query = { currency: CURRENCY, limit: 1 };
  await step('listPayoutQueue', { query }, 200);
  const body = { receiving_account_id: shop.account, payouts };
  await step('takePayouts', { body }, 200);
  await step('listPayoutWork', { query: { ...query, stage: 'taken' } }, 200);
  const done = { payouts: [{ ...one, utr: 'HAND00000001' }] };
  await step('completePayouts', { body: done }, 200);
  const closed = { payouts: [two], reason: 'beneficiary_rejected', note: 'Account closed' };
  await step('rejectPayouts', { body: closed }, 200);
  await step('releasePayouts', { body: { payouts: [three], note: 'Tomorrow' } }, 200);
  await step('listPayoutAttempts', { path: { ...one } }, 200);
}

async function batches(stage: Stage) {
  const { step } = stage.tour;
  const { shop, payouts } = await shopWith(stage, [10_000, 20_000, 30_000]);
  const [one, two, three] = payouts;
  const account = { receiving_account_id: shop.account };
  const made = await step(
    'createPayoutBatch',
    { body: { ...account, payouts: [one, two], note: 'Morning run' } },
    201,
  );
  const path = { id: Object(made.batch).id };
  await step('takeIntoPayoutBatch', { path, body: { payouts: [three] } }, 200);
  const later = { payouts: [three], note: 'Not today' };
  await step('releaseFromPayoutBatch', { path, body: later }, 200);
  await step('listFileProblems', { path }, 200);
  const { message_id } = await step('exportPayoutBatch', { path, body: {} }, 200);
  await step('listChangedNames', { path }, 200);
  await step('getPayoutFile', { path }, 200);
  await step('getPayoutCsv', { path, query: {} }, 200);
  await step('getPayoutBatch', { path }, 200);
  await step('listPayoutBatches', { query: { state: 'exported', limit: 1 } }, 200);
  const { data } = await step('listBatchPayouts', { path, query: { limit: 2 } }, 200);
  await step('listPayoutLayouts', {}, 200);
  const [paid = {}, refused = {}] = data as Json[];
  const payload = report(String(message_id), [
    tx(String(paid.end_to_end_id), 'ACSC', '<AcctSvcrRef>BANKREF00001</AcctSvcrRef>'),
    tx(String(refused.end_to_end_id), 'RJCT', '<StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf>'),
  ]);
  await step('importPayoutAnswers', { payload, headers: XML }, 200);
}

async function refunds(stage: Stage) {
  const { step } = stage.tour;
  const { app } = stage.service;
  const { merchant_id } = stage.shop;
  const payin = await scene.newPayin(app, stage.shop, { amount_cents: 12_300 });
  await step('confirmTrade', { path: { merchant_id, id: payin.id }, body: {} }, 200);
  const row = `${payin.id},50.00,50100087654321`;
  const payload = `id,amount,payee_number\n${row}\n`;
  const query = { merchant_id, note: 'Returned goods' };
  await step('importRefunds', { query, payload, headers: CSV }, 200);
}

async function settlements(stage: Stage) {
  const { step } = stage.tour;
  const { app } = stage.service;
  const shop = await makeMerchant(app);
  const { merchant_id } = shop;
  const settings = { reserve_percent: 10, reserve_days: 30 };
  accepted(await updateMerchant(app, OPERATOR, merchant_id, raw({ settings })));
  const of_shop = { id: merchant_id };
  const account = { type: 'account', number: '5010 0099 9999', name: 'Shop Ltd' };
  await step('putSettlementAccount', { path: of_shop, body: account }, 200);
  await step('getSettlementAccount', { path: of_shop }, 200);
  const credit = async () => {
    const { id } = await scene.newPayin(app, shop, { amount_cents: 90_000 });
    await step('confirmTrade', { path: { merchant_id, id }, body: {} }, 200);
    return id;
  };
  const trade_id = await credit();
  await step('listHolds', { query: { merchant_id, limit: 1 } }, 200);
  const seen = { note: 'A good customer' };
  await step('releaseHolds', { path: { merchant_id, trade_id }, body: seen }, 200);
  const first = await step('draftSettlement', { path: of_shop, body: {} }, 201);
  const wrong = { path: { merchant_id, id: first.id }, body: { note: 'Too early' } };
  await step('discardSettlement', wrong, 200);
  const { id } = await step('draftSettlement', { path: of_shop, body: {} }, 201);
  const path = { merchant_id, id };
  await step('approveSettlement', { path, body: { note: 'Compared' } }, 200);
  await step('listSettlements', { query: { merchant_id, limit: 1 } }, 200);
  await step('getSettlement', { path }, 200);
  await step('listSettlementLines', { path, query: { limit: 1 } }, 200);
  await step('getSettlementDocument', { path }, 200);
  await step('getSettlementCsv', { path }, 200);
  await step('getSettlementWorkbook', { path }, 200);
  await step('removeSettlementAccount', { path: of_shop, body: { note: 'Closed' } }, 200);
}
