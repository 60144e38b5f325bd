// A merchant (or, on the page, the customer) states the UTR of a pay-in's transfer.
import type { Merchant } from '../../domain/record/merchant.ts';
import type { Actor } from '../../domain/record/origin.ts';
import type { Trade } from '../../domain/record/trade.ts';
import type { RawFields } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { ATTACH_UTR } from '../../domain/trade/order-requests.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { expectKind } from '../process/writer.ts';
import { type Caller, merchantActor, unknownTrade } from '../request/caller.ts';
import { readOwn } from '../request/read-own.ts';
import { type TradeBody, tradeBody } from '../request/views.ts';

export async function claimUtr(
  app: App,
  actor: Actor,
  merchant: Merchant,
  trade_id: string,
  utr: string,
): Promise<Trade | Refusal> {
  const { merchant_id } = merchant;
  const command = { kind: 'attach_utr' as const, command_id: newId(), actor, merchant };
  const answer = await app.writer.submit({ ...command, merchant_id, trade_id, utr });
  const result = expectKind(answer, 'trade');
  if (isRefusal(result)) return result;
  await app.sandbox_bank?.note(result.trade);
  return result.trade;
}

export async function attachUtr(
  app: App,
  caller: Caller,
  body: RawFields,
): Promise<TradeBody | Refusal> {
  const asked = readOwn(caller, ATTACH_UTR, body);
  if (isRefusal(asked)) return asked;
  const { id, utr } = asked;
  const trade = await claimUtr(app, merchantActor(caller), caller.merchant, id, utr);
  if (isRefusal(trade)) return trade.code === 'not_found' ? unknownTrade() : trade;
  const { accounts } = await app.settings.current();
  return tradeBody(trade, { page_url: app.page_url, accounts, masked: false });
}
