// Shared by the tests of pay-outs' bank lines: people's decisions and acts, and an exported
// pay-out.
import assert from 'node:assert/strict';
import { reviewLine } from '../../../server/app/line/review-line.ts';
import { listPayoutAttempts } from '../../../server/app/payout/read-payout-batches.ts';
import type { App } from '../../../server/app/process/app.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import type { TradeAct } from '../../../server/domain/batch/command.ts';
import type { LineAct } from '../../../server/domain/record/bank-line.ts';
import { accepted, OPERATOR, raw } from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import * as on from './payout-scene.ts';

type Trade = { merchant_id: string; id: string };

export const to = ({ merchant_id, id }: Trade) => ({ merchant_id, trade_id: id });

export const FULL = { available: 1_000_000, blocked: 0 };
export const PAID = { available: 999_000, blocked: 0 };

export function onLines(app: App) {
  const decide = (id: string, act: LineAct, fields: object = {}, from = app, key?: string) =>
    reviewLine(from, OPERATOR, id, act, raw({ note: 'seen by a person', ...fields }), key);
  const act = ({ merchant_id, id }: Trade, name: TradeAct, fields: object = {}, from = app) =>
    actOnTrade(from, OPERATOR, merchant_id, id, name, raw({ ...fields }));
  const attemptOf = async ({ merchant_id, id }: Trade) =>
    accepted(await listPayoutAttempts(app, merchant_id, id)).data.at(-1) ?? assert.fail();

  /** An exported pay-out, the bank's id for it, and lines that name it. */
  async function sent(currency: string) {
    const shop = await on.openShop(app, currency);
    const payout = await on.newPayout(app, shop, currency, 1_000);
    const { batch, ids } = await on.exported(app, shop, [payout]);
    const [name = ''] = ids;
    const seen = async (amount_cents: number, text = name) => {
      const fields = { amount_cents, text, utr: 'LINE00000001' };
      const [line] = await scene.feed(app, shop.account, [fields]);
      return line ?? assert.fail();
    };
    const balance = () => on.balanceOf(app, shop.merchant.merchant_id);
    /** The bank's answer that it does not pay. */
    const rejected = () => {
      const said = on.tx(name, 'RJCT', on.reason('AC04'));
      return on.answer(app, on.report(batch.message_id, [said]));
    };
    return { shop, payout, name, seen, balance, rejected };
  }
  return { decide, act, attemptOf, sent };
}
