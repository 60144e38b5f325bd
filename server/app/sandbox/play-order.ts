// A developer makes the sandbox's simulated bank do something with one order, at once.
import type { Trade } from '../../domain/record/trade.ts';
import {
  refusePlay,
  SANDBOX_ACT_ROWS,
  SANDBOX_ACTS,
  type SandboxAct,
} from '../../domain/sandbox/sandbox-acts.ts';
import type { Refusal } from '../../domain/service/refusal.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { type Caller, notFound, refuseOtherMerchant, unknownTrade } from '../request/caller.ts';
import { type RawFields, readFields } from '../request/fields.ts';
import { type TradeBody, tradeBody } from '../request/views.ts';
import { readAmount } from '../trade/create-fields.ts';
import { tradeById } from '../trade/find-trade.ts';
import { playBank } from './play-bank.ts';

/** The refusal, or null if it is done; the table says in which states an act is possible. */
export async function playOrder(
  app: App,
  trade: Trade,
  act: SandboxAct,
  amount_cents: bigint | null,
): Promise<Refusal | null> {
  if (app.mode !== 'sandbox') return notFound();
  const refused = refusePlay(trade, act);
  if (refused !== null) return refused;
  const transfer = newId();
  if (act !== 'pay_late') return await playBank(app, trade, { act, transfer, amount_cents });
  if (trade.state === 'pending') {
    const expired = await playBank(app, trade, { act: 'expire', transfer, amount_cents: null });
    if (expired !== null) return expired;
  }
  return await playBank(app, trade, { act: 'pay', transfer, amount_cents });
}

const ORDER = ['merchant_id', 'id', 'act', 'amount_cents'];

export async function playOwnOrder(
  app: App,
  caller: Caller,
  body: RawFields,
): Promise<TradeBody | Refusal> {
  const reader = readFields(body, ORDER);
  const merchant_id = reader.uuid('merchant_id');
  const trade_id = reader.uuid('id');
  const act = reader.choice('act', SANDBOX_ACTS, true);
  const given = reader.raw('amount_cents') ?? null;
  const amount = given === null ? null : readAmount(reader, 'amount_cents');
  if (given !== null && act !== null && !SANDBOX_ACT_ROWS[act].takes_amount) {
    reader.wrong('amount_cents', 'not_allowed', `is not possible with ${act}`);
  }
  const refused = refuseOtherMerchant(caller, merchant_id) ?? reader.refusal();
  if (refused !== null) return refused;
  if (act === null) throw new Error('A missing act was not refused');
  const trade = await tradeById(app, merchant_id, trade_id);
  if (trade === null) return unknownTrade();
  const undone = await playOrder(app, trade, act, amount);
  if (undone !== null) return undone;
  const after = (await tradeById(app, merchant_id, trade_id)) ?? trade;
  const { accounts } = await app.settings.current();
  return tradeBody(after, { page_url: app.page_url, accounts, masked: false });
}
