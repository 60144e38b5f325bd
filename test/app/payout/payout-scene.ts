// Shared by the tests of pay-out rails: a shop with money, batches, answers, and bank lines.

import { Readable } from 'node:stream';
import {
  exportPayoutBatch,
  getPayoutFile,
} from '../../../server/app/payout/export-payout-batch.ts';
import { importPayoutAnswers } from '../../../server/app/payout/import-answers.ts';
import { createPayoutBatch } from '../../../server/app/payout/make-payout-batch.ts';
import { chooseFile } from '../../../server/app/payout/payout-file-choice.ts';
import {
  type PayoutOutcome,
  type PayoutResult,
  payoutOutcome,
} from '../../../server/app/payout/payout-items.ts';
import {
  listBatchPayouts,
  listPayoutAttempts,
} from '../../../server/app/payout/read-payout-batches.ts';
import type { App } from '../../../server/app/process/app.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  raw,
  type TestMerchant,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';

export type Shop = { merchant: TestMerchant; account: string };

/** A merchant with a balance and an account that pays, in a currency of the test's own. */
export async function openShop(app: App, currency: string): Promise<Shop> {
  const merchant = await makeMerchant(app, { balance_currency: currency });
  await scene.fund(app, merchant.merchant_id, 1_000_000);
  return { merchant, account: await scene.makeAccount(app, currency) };
}

export async function newPayout(app: App, { merchant }: Shop, currency: string, amount: number) {
  const order_id = `payout-${scene.newNumber()}`;
  const fields = { order_id, amount_currency: currency, amount_cents: amount };
  return accepted(await scene.payout(app, merchant, fields)).trade;
}

export async function newPayouts(
  app: App,
  shop: Shop,
  currency: string,
  amounts: readonly number[],
) {
  const made: Awaited<ReturnType<typeof newPayout>>[] = [];
  for (const amount of amounts) made.push(await newPayout(app, shop, currency, amount));
  return made;
}

export const itemOf = ({ merchant_id, id }: { merchant_id: string; id: string }) => ({
  merchant_id,
  id,
});

type Trade = { merchant_id: string; id: string };

export async function batchOf(
  app: App,
  { account }: Shop,
  payouts: readonly Trade[],
  fields: object = {},
) {
  const body = { receiving_account_id: account, payouts: payouts.map(itemOf), ...fields };
  return accepted(await createPayoutBatch(app, OPERATOR, raw(body), undefined)).batch;
}

/** The ids at the bank, in the order of the pay-outs. */
export async function idsOf(app: App, payouts: readonly Trade[]): Promise<string[]> {
  const lists = await Promise.all(
    payouts.map(({ merchant_id, id }) => listPayoutAttempts(app, merchant_id, id)),
  );
  return lists.map((list) => accepted(list).data.at(-1)?.end_to_end_id ?? '');
}

export async function exported(app: App, shop: Shop, payouts: readonly Trade[]) {
  const { id } = await batchOf(app, shop, payouts);
  const batch = accepted(await exportPayoutBatch(app, OPERATOR, id, raw({})));
  return { batch, ids: await idsOf(app, payouts) };
}

export const fileOf = async (app: App, id: string, ending: 'xml' | 'csv' = 'xml', query = {}) =>
  accepted(await getPayoutFile(app, OPERATOR, id, accepted(chooseFile(ending, query))));

export const answer = (app: App, text: string, format?: string) =>
  importPayoutAnswers(app, OPERATOR, {
    ...(format === undefined ? {} : { format }),
    body: Readable.from([Buffer.from(text)]),
  });

const status = (id: string, code: string, more = '') =>
  `<TxInfAndSts><OrgnlEndToEndId>${id}</OrgnlEndToEndId><TxSts>${code}</TxSts>${more}</TxInfAndSts>`;

export const reason = (code: string, text = '') =>
  `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn>${text === '' ? '' : `<AddtlInf>${text}</AddtlInf>`}</StsRsnInf>`;

export const tx = status;

/** A pain.002 as banks send it: the group, the batch and its payments. */
export function report(message_id: string, payments: readonly string[], group = 'PART'): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>',
    '<GrpHdr><MsgId>STATUS1</MsgId><CreDtTm>2026-03-05T10:15:00Z</CreDtTm></GrpHdr>',
    `<OrgnlGrpInfAndSts><OrgnlMsgId>${message_id}</OrgnlMsgId>`,
    `<OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId><GrpSts>${group}</GrpSts></OrgnlGrpInfAndSts>`,
    `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${message_id}</OrgnlPmtInfId>`,
    ...payments,
    '</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>',
  ].join('\n');
}

export async function stateOf(app: App, { merchant_id, id }: Trade) {
  const [trade, attempts] = await Promise.all([
    app.store.reads.trade({ merchant_id, trade_id: id }),
    listPayoutAttempts(app, merchant_id, id),
  ]);
  const attempt = accepted(attempts).data.at(-1);
  return { trade: trade?.state, reason: trade?.state_reason, attempt: attempt?.state };
}

export const attemptsIn = async (app: App, id: string) =>
  accepted(await listBatchPayouts(app, id, {})).data;

/** Spendable and on hold. */
export async function balanceOf(app: App, merchant_id: string) {
  const rows = await app.store.db.query<{ account: string; balance_cents: bigint }>(
    '',
    `select account, balance_cents from ledger_accounts
     where merchant_id = '${merchant_id}' and account in ('available', 'blocked')`,
    [],
  );
  const of = (name: string) => Number(rows.find((row) => row.account === name)?.balance_cents ?? 0);
  return { available: of('available'), blocked: of('blocked') };
}

/** As the operator API tells them; nothing waits for a second person. */
export const outcomesOf = ({ payouts }: { payouts: readonly PayoutResult[] }): PayoutOutcome[] =>
  payouts.map((one) =>
    payoutOutcome(
      one,
      isRefusal(one.answer)
        ? { kind: 'refused', refusal: one.answer }
        : { kind: 'done', done: one.answer },
    ),
  );
