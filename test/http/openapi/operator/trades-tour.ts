// The part of the operators' tour about trades: found, decided, contested, told to merchants.

import { pageAddReceipt, pageSayPaid } from '../../../../server/app/page/page-evidence.ts';
import * as scene from '../../../app/scene.ts';
import { JPEG } from '../../../support/browser/receipt-files.ts';
import { setToNoonAfter } from '../../../support/noon.ts';
import { accepted, setDefaultEndpoint } from '../../../support/test-app.ts';
import { firstOf, JPEG_TYPE, type Json, type Stage } from './stage.ts';

const note = 'The customer called';

/** A decided dispute, which {@link closeLate} closes. */
export async function tourTrades(stage: Stage): Promise<Json> {
  await setDefaultEndpoint(
    stage.service.app,
    stage.shop.merchant_id,
    'https://shop.example/callbacks',
  );
  const paid = await payins(stage);
  await payouts(stage);
  await lists(stage, paid);
  await claims(stage);
  await receipts(stage);
  await callbacks(stage, paid);
  return await disputes(stage);
}

async function newPayin(stage: Stage): Promise<Json> {
  const { id } = await scene.newPayin(stage.service.app, stage.shop, { amount_cents: 150_050 });
  return { merchant_id: stage.shop.merchant_id, id };
}

async function newCredit(stage: Stage): Promise<Json> {
  const path = await newPayin(stage);
  await stage.tour.step('confirmTrade', { path, body: { note: 'Seen at the bank' } }, 200);
  return path;
}

async function payins(stage: Stage): Promise<Json> {
  const { step } = stage.tour;
  const paid = await newCredit(stage);
  await step('cancelTrade', { path: await newPayin(stage), body: { note } }, 200);
  const contested = await newCredit(stage);
  await step('disputeTrade', { path: contested, body: { note } }, 200);
  await step('resolveTrade', { path: contested, body: { note: 'It was a mistake' } }, 200);
  const back = { reason: 'bank_returned', note: 'The bank called it back' };
  await step('reverseTrade', { path: contested, body: back }, 200);
  await step('showWaysBack', { path: paid }, 200);
  const payee = { type: 'account', number: '5010 0087 6543 21', name: 'Asha Rao' };
  const refund = { amount_cents: 50_050, ...payee, note: 'Half of the goods' };
  await step('refundTrade', { path: paid, body: refund }, 200);
  return paid;
}

async function payouts(stage: Stage) {
  const { step } = stage.tour;
  const { app } = stage.service;
  const newPayout = async () => {
    const { id } = await scene.newPayout(app, stage.shop, 20_000);
    return { merchant_id: stage.shop.merchant_id, id };
  };
  const path = await newPayout();
  await step('takeTrade', { path, body: {} }, 200);
  await step('releaseTrade', { path, body: { note: 'The bank was closed' } }, 200);
  await step('takeTrade', { path, body: {} }, 200);
  await step('completeTrade', { path, body: { utr: 'HDFC00001234' } }, 200);
  const refused = await newPayout();
  await step('takeTrade', { path: refused, body: {} }, 200);
  const why = { reason: 'beneficiary_rejected', note: 'The account is closed' };
  await step('failTrade', { path: refused, body: why }, 200);
  await step('showErasure', { path: refused }, 200);
  const erased = { reason: 'The payer asked for it', early_reason: 'Never paid' };
  await step('erasePayer', { path: refused, body: erased }, 200);
  const another = await newPayout();
  await step('takeTrade', { path: another, body: {} }, 200);
  await step('failTrade', { path: another, body: why }, 200);
  await step('eraseCustomer', { path: another, body: erased }, 200);
  await step('showCustomerErasure', { path: another }, 200);
}

async function lists(stage: Stage, path: Json) {
  const { step } = stage.tour;
  const { merchant_id } = stage.shop;
  const ours = { merchant_id };
  await step('listTrades', { query: { ...ours, state: 'completed', limit: 1 } }, 200);
  await step('getTrade', { path }, 200);
  await step('countTrades', { query: ours }, 200);
  await step('showCustomer', { query: { ...ours, client_id: 'client-1' } }, 200);
  await step('search', { query: { q: 'HDFC00001234' } }, 200);
  await step('listSeries', { query: { ...ours, currency: 'INR' } }, 200);
  await step('exportTradesCsv', { query: { ...ours, state: 'reversed' } }, 200);
  await step('exportTradesWorkbook', { query: ours }, 200);
  await step('showReport', { query: { ...ours, by: 'all' } }, 200);
  await step('exportReport', { query: { ...ours, by: 'all' } }, 200);
  await step('exportReportWorkbook', { query: { ...ours, by: 'all' } }, 200);
  await step('listMerchantEvents', { query: { ...ours, after: 0, limit: 1 } }, 200);
}

async function claims(stage: Stage) {
  const { step } = stage.tour;
  const path = await newPayin(stage);
  accepted(await scene.claim(stage.service.app, stage.shop, String(path.id), '812345678901'));
  await step('listVerifyQueue', { query: { limit: 1 } }, 200);
  await step('listPossibleLines', { path }, 200);
}

async function receipts(stage: Stage) {
  const { step } = stage.tour;
  const { app } = stage.service;
  const { merchant_id } = stage.shop;
  const { url } = await scene.newPayin(app, stage.shop, { amount_cents: 45_600 });
  const token = url.split('/').at(-1) ?? '';
  await pageSayPaid(app, token);
  await pageAddReceipt(app, token, JPEG);
  const { data } = await step('listReceipts', { query: { merchant_id, limit: 1 } }, 200);
  await step('listPaidNotices', { query: { limit: 1 } }, 200);
  const path = { merchant_id, id: firstOf(data).id };
  await step('downloadReceipt', { path }, 200);
  await step('removeReceipt', { path, body: { reason: 'Shows the card of another' } }, 200);
}

async function disputes(stage: Stage) {
  const { step } = stage.tour;
  const open = async () => {
    const path = await newCredit(stage);
    const body = { type: 'fraud', amount_cents: 20_000, note: 'Police report 12/44' };
    const { merchant_id, id } = await step('openDispute', { path, body }, 200);
    return { merchant_id, id };
  };
  const path = await open();
  await step('assignDispute', { path, body: { to: 'OPERATOR_TOKEN' } }, 200);
  await step('askDispute', { path, body: { party: 'merchant', note: 'For the invoice' } }, 200);
  const words = { text: 'The same person as last week', visibility: 'internal' };
  await step('messageDispute', { path, body: words }, 200);
  const query = { text: 'The letter', visibility: 'internal' };
  await step('sendDisputeFile', { path, query, file: JPEG, headers: JPEG_TYPE }, 200);
  const { messages } = await step('getDispute', { path }, 200);
  const [file] = (messages as Json[]).flatMap((one) => one.file ?? []);
  const of_file = { ...path, file_id: Object(file).id };
  await step('downloadDisputeFile', { path: of_file }, 200);
  await step('removeDisputeFile', { path: of_file, body: { reason: 'Shows a card' } }, 200);
  await step('listDisputes', { query: { open: true, limit: 1 } }, 200);
  await step('countDisputes', {}, 200);
  const half = { outcome: 'partly_upheld', amount_cents: 10_000, note: 'Half of the goods' };
  await step('decideDispute', { path, body: half }, 200);
  await step('appealDispute', { path, body: { note: 'The shop sent a receipt' } }, 200);
  await step('decideDispute', { path, body: { outcome: 'rejected', note: 'Seen' } }, 200);
  const accepted_one = await open();
  await step('acceptDispute', { path: accepted_one, body: { note: 'By phone' } }, 200);
  await step('withdrawDispute', { path: await open(), body: { note: 'They agreed' } }, 200);
  const decided = await open();
  await step('decideDispute', { path: decided, body: { outcome: 'rejected', note: 'No' } }, 200);
  return decided;
}

/** Eight days later nobody can appeal any more. */
export async function closeLate(stage: Stage, path: Json): Promise<void> {
  setToNoonAfter(8, stage.service.app);
  await stage.tour.step('closeDispute', { path, body: { note: 'Nobody appealed' } }, 200);
}

async function callbacks(stage: Stage, { merchant_id, id: trade_id }: Json) {
  const { step } = stage.tour;
  const { data } = await step('listDeliveries', { query: { trade_id, limit: 1 } }, 200);
  const { sequence, endpoint } = firstOf(data);
  await step('getDelivery', { path: { merchant_id, trade_id, sequence, endpoint } }, 200);
  const body = { merchant_id, trade_id, sequence: 1 };
  await step('resendDelivery', { body }, 200);
  await step('resendEvents', { body: { merchant_id, which: 'all', preview: true } }, 200);
}
