// A merchant cancels an order: a pay-in before money came, a pay-out before anybody took it.
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { expectKind } from '../process/writer.ts';
import {
  type Caller,
  merchantActor,
  refuseOtherMerchant,
  requireScope,
  unknownTrade,
} from '../request/caller.ts';
import { type RawFields, readFields } from '../request/fields.ts';
import { type TradeBody, tradeBody } from '../request/views.ts';
import { tradeById } from './find-trade.ts';
import { plainAct } from './plain-act.ts';

export async function cancelTrade(
  app: App,
  caller: Caller,
  body: RawFields,
): Promise<TradeBody | Refusal> {
  const reader = readFields(body, ['merchant_id', 'id']);
  const merchant_id = reader.uuid('merchant_id');
  const trade_id = reader.uuid('id');
  const refused = refuseOtherMerchant(caller, merchant_id) ?? reader.refusal();
  if (refused !== null) return refused;
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
