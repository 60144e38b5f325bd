// What the create calls have in common: their fields, the settings that they use, and the
// fingerprint.
import type { CreateFields } from '../../domain/batch/command.ts';
import type { Direction } from '../../domain/record/trade.ts';
import type { RequestOf } from '../../domain/request/request-shape.ts';
import {
  type CreateCall,
  type CreateContent,
  contentText,
} from '../../domain/trade/create-content.ts';
import type { CREATE_PAYIN } from '../../domain/trade/create-requests.ts';
import { feePercent } from '../../domain/trade/fee-percent.ts';
import { metadataContent } from '../../domain/trade/metadata.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { rateKey, type Settings } from '../process/settings-cache.ts';
import { type Caller, merchantActor } from '../request/caller.ts';

/** What pay-ins and pay-outs have in common. */
export type CommonOrder = Omit<RequestOf<typeof CREATE_PAYIN>, 'return_url' | 'description'>;

/** What only the page of a pay-in shows. */
export type ShownToPayer = Pick<RequestOf<typeof CREATE_PAYIN>, 'return_url' | 'description'>;

/** The content by which pay-ins and pay-outs are both compared. */
export function orderContent(order: CommonOrder) {
  return {
    amount_cents: String(order.amount_cents),
    amount_currency: order.amount_currency,
    type: order.type.type,
    client_id: order.client_id,
    callback_url: order.callback_url,
    metadata: metadataContent(order.metadata),
  };
}

/**
 * The same for requests with equal content. Keyed, so that nobody can find a number or a customer
 * by trying all.
 */
export function fingerprintOf<Call extends CreateCall>(
  app: App,
  call: Call,
  content: CreateContent<Call>,
): string {
  return app.store.cipher.lookup(contentText(call, content)).toString('hex');
}

/** The part of the command that both directions share. */
export function createFields(
  app: App,
  settings: Settings,
  caller: Caller,
  direction: Direction,
  order: CommonOrder & ShownToPayer,
  fingerprint: string,
): CreateFields {
  const { type } = order.type;
  const merchant_id = caller.merchant.merchant_id;
  const merchant = settings.merchants.get(merchant_id) ?? caller.merchant;
  const currency = order.amount_currency;
  return {
    command_id: newId(),
    actor: merchantActor(caller),
    merchant,
    trade_id: newId(),
    page_key_id: app.store.cipher.page_key_id,
    fingerprint,
    order_id: order.order_id.key,
    order_id_as_sent: order.order_id.as_sent,
    type,
    currency,
    ...(settings.enabled_currencies.has(currency) ? {} : { is_currency_off: true }),
    amount_cents: order.amount_cents,
    client_id: order.client_id,
    callback_url: order.callback_url,
    return_url: order.return_url,
    description: order.description,
    metadata: order.metadata,
    percent: feePercent(direction, settings.tariffs.get(merchant_id) ?? [], { type, currency }),
    rate: settings.rates.get(rateKey(currency, merchant.balance_currency)) ?? null,
    trace_context: caller.trace_context ?? null,
  };
}
