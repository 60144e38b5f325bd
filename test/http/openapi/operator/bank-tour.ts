// The part of the operators' tour about banks: lines, what people decide about them, rules, files,
// feeds, days.

import { serviceTime } from '../../../../server/app/process/service-time.ts';
import { DAY_MS } from '../../../../server/lib/durations.ts';
import * as scene from '../../../app/scene.ts';
import { bookedNow, CSV, firstOf, type Json, type Stage } from './stage.ts';

const note = 'The payer sent the receipt';

export async function tourBank(stage: Stage): Promise<void> {
  await lines(stage);
  await decisions(stage);
  await rules(stage);
  await statements(stage);
  await feeds(stage);
  await days(stage);
}

let amount_cents = 70_000;

/** A line that nothing is known of. */
async function newLine({ service, account }: Stage, more: Json = {}): Promise<string> {
  amount_cents += 100;
  const [line] = await scene.feed(service.app, account, [
    { amount_cents, text: 'NEFT UNKNOWN', ...more },
  ]);
  return String(line?.id);
}

async function lines(stage: Stage) {
  const { step } = stage.tour;
  const booked_at = bookedNow(stage);
  const utr = '412345678901';
  const body = {
    receiving_account_id: stage.account,
    lines: [{ amount_cents: 125_000, booked_at, utr, text: 'UPI ASHA RAO', bank_id: 'B-1001' }],
  };
  const { lines: taken } = await step('takeBankLines', { body }, 200);
  const path = { id: firstOf(taken).id };
  await step('getBankLine', { path }, 200);
  const query = { receiving_account_id: stage.account, limit: 1 };
  await step('listBankLines', { query }, 200);
  await step('listSuspense', {}, 200);
  await step('listOwed', { query: { limit: 1 } }, 200);
  await step('exportBankLines', { query: { receiving_account_id: stage.account } }, 200);
  await step('exportBankLinesWorkbook', { query: {} }, 200);
  await step('exportExceptions', { query: {} }, 200);
  await step('exportExceptionsWorkbook', { query: {} }, 200);
}

async function decisions(stage: Stage) {
  const { step } = stage.tour;
  const { merchant_id } = stage.shop;
  const about = async (more: Json = {}) => ({ id: await newLine(stage, more) });
  // It was there before the pay-in, so nothing was matched by itself.
  const assigned = await about({ amount_cents: 31_000 });
  const payin = await scene.newPayin(stage.service.app, stage.shop, { amount_cents: 31_000 });
  const trade_id = payin.id;
  await step('assignBankLine', { path: assigned, body: { merchant_id, trade_id, note } }, 200);
  await step('undoBankLine', { path: assigned, body: { reverse: true, note: 'Mixed up' } }, 200);
  const parts = { parts: [40_000, 20_000], note: 'Two orders in one transfer' };
  await step('splitBankLine', { path: await about({ amount_cents: 60_000 }), body: parts }, 200);
  const charge = await about({ amount_cents: -50, text: 'CHARGES MARCH' });
  await step('feeBankLine', { path: charge, body: { note: 'Monthly fee' } }, 200);
  const moved = { note: 'To the account for pay-outs' };
  await step('ownTransferBankLine', { path: await about(), body: moved }, 200);
  const back = { number: '5010 0087 6543 21', name: 'Asha Rao', note: 'Paid twice' };
  await step('returnBankLine', { path: await about(), body: back }, 200);
  await step('creditBankLine', { path: await about(), body: { merchant_id, note } }, 200);
  await step('keepBankLine', { path: await about(), body: { note: 'Nobody asked for it' } }, 200);
  const { id: bank_line_id } = await about({ amount_cents: -75, text: 'CHARGES APRIL' });
  const body = { decisions: [{ bank_line_id, act: 'fee' }], note: 'Fees of April' };
  await step('decideBankLines', { body }, 200);
}

async function rules({ account, tour: { step } }: Stage) {
  const rule = { name: 'Charges', act: 'fee', direction: 'out', text: 'CHARGES' };
  const told = { note: 'The bank takes them on the first' };
  const body = { receiving_account_id: account, ...rule, ...told };
  const { id } = await step('createLineRule', { body }, 201);
  const path = { id };
  await step('tryLineRule', { path, body: {} }, 200);
  await step('switchLineRuleOn', { path, body: { note: 'Tried' } }, 200);
  await step('switchLineRuleOff', { path, body: { note: 'Too wide' } }, 200);
  const narrower = { ...rule, max_amount_cents: 10_000, ...told };
  await step('changeLineRule', { path, body: narrower }, 200);
  await step('listLineRules', {}, 200);
  await step('listLineRuleVersions', { path }, 200);
}

const fileOf = (rows: readonly string[]) =>
  ['booked_at,amount_cents,utr,text,bank_id', ...rows, ''].join('\n');

async function statements(stage: Stage) {
  const { step } = stage.tour;
  const named = { name: 'House Ltd', bank_name: 'Other Bank' };
  const receiving_account_id = await scene.makeAccount(stage.service.app, 'INR', named);
  const booked_at = bookedNow(stage);
  const payload = fileOf([`${booked_at},2500,,Rent,S-1`, `${booked_at},4000,,Rent,S-2`]);
  await step('guessStatement', { payload, headers: CSV }, 200);
  const query = { receiving_account_id, file_name: 'march.csv' };
  await step('importStatement', { query, payload, headers: CSV }, 200);
  await step('listStatements', { query: { limit: 1 } }, 200);
  // A feed may have lines of the same movements: nothing says whether they are.
  const again = [2_500, 4_000].map((amount) => ({ amount_cents: amount, booked_at }));
  await step('takeBankLines', { body: { receiving_account_id, lines: again } }, 200);
  const { data } = await step('listWaitingLines', { query: { receiving_account_id } }, 200);
  const [same = {}, other = {}] = data as Json[];
  const why = { note: 'The feed and the file have the same movement' };
  await step('decideSameLine', { path: { id: same.id }, body: why }, 200);
  await step('decideOtherLine', { path: { id: other.id }, body: { note: 'Came twice' } }, 200);
}

async function feeds({ account, tour: { step } }: Stage) {
  const bounds = { lines_per_hour: 500, daily_cents: 10_000_000 };
  const feed = { name: 'Example Bank', receiving_account_ids: [account], ...bounds };
  const { id } = await step('issueFeedToken', { body: feed }, 201);
  const path = { id };
  await step('listFeedTokens', {}, 200);
  await step('changeFeedToken', { path, body: { allowed_ips: ['203.0.113.7'] } }, 200);
  await step('revokeFeedToken', { path, body: { note: 'The contract has ended' } }, 200);
}

async function days(stage: Stage) {
  const { step } = stage.tour;
  const { app } = stage.service;
  const id = await scene.makeAccount(app, 'INR', { name: 'House Ltd' });
  const day = new Date(serviceTime(app) - 3 * DAY_MS).toISOString().slice(0, 10);
  await scene.feed(app, id, [{ amount_cents: 500, booked_at: day }]);
  const path = { id, day };
  await step('getAccountDay', { path }, 200);
  const body = { accept_differences: true, note: 'Seen' };
  await step('closeAccountDay', { path, body }, 200);
  await step('listAccountDays', { path: { id }, query: { limit: 1 } }, 200);
  await step('exportClosings', { path: { id }, query: {} }, 200);
  await step('exportClosingsWorkbook', { path: { id }, query: {} }, 200);
}
