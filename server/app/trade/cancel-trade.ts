// A merchant cancels an order: a pay-in before money came, a pay-out before anybody took it.
import type { RawFields } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { CANCEL_ORDER } from '../../domain/trade/order-requests.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { expectKind } from '../process/writer.ts';
import { type Caller, merchantActor, requireScope, unknownTrade } from '../request/caller.ts';
import { readOwn } from '../request/read-own.ts';
import { type TradeBody, tradeBody } from '../request/views.ts';
import { tradeById } from './find-trade.ts';
import { plainAct } from './plain-act.ts';

export async function cancelTrade(
  app: App,
  caller: Caller,
  body: RawFields,
): Promise<TradeBody | Refusal> {
  const asked = readOwn(caller, CANCEL_ORDER, body);
  if (isRefusal(asked)) return asked;
  const { merchant_id, id: trade_id } = asked;
  const before = await tradeById(app, merchant_id, trade_id);
  if (before === null) return unknownTrade();
  const unscoped = requireScope(caller, [before.direction]);
  if (unscoped !== null) return unscoped;
  const actor = merchantActor(caller);
  const may_return = caller.merchant.is_house;
  const on = { command_id: newId(), actor, merchant_id, trade_id, may_return };
  const answer = await app.writer.submit(plainAct('cancel', on));
  const result = expectKind(answer, 'trade');
  if (isRefusal(result)) return result;
  const { accounts } = await app.settings.current();
  return tradeBody(result.trade, { page_url: app.page_url, accounts, masked: false });
}
