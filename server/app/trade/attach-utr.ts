// A merchant (or, on the page, the customer) states the UTR of a pay-in's transfer.
import type { Merchant } from '../../domain/record/merchant.ts';
import type { Actor, Trade } from '../../domain/record/trade.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { UTR_RULE } from '../../domain/values/text.ts';
import { normaliseUtr } from '../../domain/values/utr.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { expectKind } from '../process/writer.ts';
import {
  type Caller,
  merchantActor,
  refuseOtherMerchant,
  unknownTrade,
} from '../request/caller.ts';
import { type RawFields, readFields } from '../request/fields.ts';
import { type TradeBody, tradeBody } from '../request/views.ts';

const ORDER = ['merchant_id', 'id', 'utr'];
/** With separators; the canonical form has at most 35. */
const UTR_TEXT_MAX = 100;

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
  const reader = readFields(body, ORDER);
  const merchant_id = reader.uuid('merchant_id');
  const trade_id = reader.uuid('id');
  const text = reader.utrText('utr', UTR_TEXT_MAX);
  const utr = normaliseUtr(text) ?? '';
  if (text !== '' && utr === '') reader.wrong('utr', 'format', UTR_RULE);
  const refused = refuseOtherMerchant(caller, merchant_id) ?? reader.refusal();
  if (refused !== null) return refused;
  const trade = await claimUtr(app, merchantActor(caller), caller.merchant, trade_id, utr);
  if (isRefusal(trade)) return trade.code === 'not_found' ? unknownTrade() : trade;
  const { accounts } = await app.settings.current();
  return tradeBody(trade, { page_url: app.page_url, accounts, masked: false });
}
