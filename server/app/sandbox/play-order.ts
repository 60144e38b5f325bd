// A developer makes the sandbox's simulated bank do something with one order, at once.

import type { Trade } from '../../domain/record/trade.ts';
import type { RawFields } from '../../domain/request/read-request.ts';
import { refusePlay, type SandboxAct } from '../../domain/sandbox/sandbox-acts.ts';
import { PLAY_ORDER } from '../../domain/sandbox/sandbox-requests.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { type Caller, unknownTrade } from '../request/caller.ts';
import { readOwn } from '../request/read-own.ts';
import { type TradeBody, tradeBody } from '../request/views.ts';
import { tradeById } from '../trade/find-trade.ts';
import { playBank } from './play-bank.ts';

/** The refusal, or null if it is done; the table says in which states an act is possible. */
export async function playOrder(
  app: App,
  trade: Trade,
  act: SandboxAct,
  amount_cents: bigint | null,
): Promise<Refusal | null> {
  if (app.mode !== 'sandbox') return refuseUnknown();
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

export async function playOwnOrder(
  app: App,
  caller: Caller,
  body: RawFields,
): Promise<TradeBody | Refusal> {
  const asked = readOwn(caller, PLAY_ORDER, body);
  if (isRefusal(asked)) return asked;
  const { merchant_id, id: trade_id, act, amount_cents } = asked;
  const trade = await tradeById(app, merchant_id, trade_id);
  if (trade === null) return unknownTrade();
  const undone = await playOrder(app, trade, act, amount_cents);
  if (undone !== null) return undone;
  const after = (await tradeById(app, merchant_id, trade_id)) ?? trade;
  const { accounts } = await app.settings.current();
  return tradeBody(after, { page_url: app.page_url, accounts, masked: false });
}
