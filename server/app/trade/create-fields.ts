// What the create calls have in common: their fields, the settings that they use, and the
// fingerprint.
import type { CreateFields } from '../../domain/batch/command.ts';
import { tariffFor } from '../../domain/record/merchant.ts';
import type { Direction } from '../../domain/record/trade.ts';
import { LIMITS } from '../../domain/service/limits.ts';
import type { Refusal } from '../../domain/service/refusal.ts';
import { type CreateContent, contentText } from '../../domain/trade/create-content.ts';
import { ZERO } from '../../domain/values/decimal.ts';
import { PAYMENT_TYPES, type PaymentType, paymentType } from '../../domain/values/payment-type.ts';
import type { App } from '../process/app.ts';
import { newId, sha256Hex } from '../process/ids.ts';
import { rateKey, type Settings } from '../process/settings-cache.ts';
import { type Caller, merchantActor, refuseOtherMerchant } from '../request/caller.ts';
import type { FieldReader } from '../request/fields.ts';

export type OrderFields = {
  merchant_id: string;
  order_id: string;
  order_id_as_sent: string | null;
  amount_cents: bigint;
  currency: string;
  type: PaymentType | null;
  client_id: string;
  callback_url: string | null;
  return_url: string | null;
};

/** An amount in minor units: 1 … 10^12. */
export function readAmount(reader: FieldReader, name: string): bigint {
  const { amount_min_cents: min, amount_max_cents: max } = LIMITS;
  return BigInt(reader.integer(name, { min, max }));
}

const TYPE_NAMES = PAYMENT_TYPES.map(({ type }) => type);

function readType(reader: FieldReader): PaymentType | null {
  return paymentType(reader.choice('type', TYPE_NAMES, true) ?? '') ?? null;
}

/** Identified by its canonical form and shown as first sent: null if the two are equal. */
export function readOrderId(
  reader: FieldReader,
): Pick<OrderFields, 'order_id' | 'order_id_as_sent'> {
  const sent = reader.raw('order_id');
  const order_id = reader.key('order_id', LIMITS.order_id_max_length);
  const is_other = typeof sent === 'string' && order_id !== '' && sent !== order_id;
  return { order_id, order_id_as_sent: is_other ? sent : null };
}

export function readOrder(app: App, reader: FieldReader): OrderFields {
  const policy = { allow_local: app.allow_local_callbacks };
  return {
    merchant_id: reader.uuid('merchant_id'),
    ...readOrderId(reader),
    amount_cents: readAmount(reader, 'amount_cents'),
    currency: reader.currency('amount_currency'),
    type: readType(reader),
    client_id: reader.key('client_id', LIMITS.client_id_max_length),
    callback_url: reader.webAddress('callback_url', 'callback', policy),
    return_url: reader.webAddress('return_url', 'return', policy),
  };
}

/** 401 before anything about the fields is revealed; otherwise all wrong fields at once. */
export function refuseCreate(
  caller: Caller,
  order: OrderFields,
  reader: FieldReader,
): Refusal | null {
  return refuseOtherMerchant(caller, order.merchant_id) ?? reader.refusal();
}

/** The content by which pay-ins and pay-outs are both compared. */
export function orderContent(order: OrderFields) {
  return {
    amount_cents: String(order.amount_cents),
    amount_currency: order.currency,
    type: order.type?.type ?? null,
    client_id: order.client_id,
    callback_url: order.callback_url,
  };
}

/**
 * The same for requests with equal content. Keyed, so that nobody can find a number by trying all.
 */
export function keyedFingerprint<Call extends 'payout' | 'refund'>(
  app: App,
  call: Call,
  content: CreateContent<Call>,
): string {
  return app.store.cipher.lookup(contentText(call, content)).toString('hex');
}

/** A pay-in has no number to hide, and the key would cost more than the rest of it. */
export function plainFingerprint(content: CreateContent<'payin'>): string {
  return sha256Hex(contentText('payin', content));
}

/** The part of the command that both directions share. */
export function createFields(
  app: App,
  settings: Settings,
  caller: Caller,
  direction: Direction,
  order: OrderFields,
  fingerprint: string,
): CreateFields {
  const type = order.type?.type ?? '';
  const merchant_id = caller.merchant.merchant_id;
  const merchant = settings.merchants.get(merchant_id)?.merchant ?? caller.merchant;
  const { currency } = order;
  return {
    command_id: newId(),
    actor: merchantActor(caller),
    merchant,
    trade_id: newId(),
    page_key_id: app.store.cipher.page_key_id,
    fingerprint,
    order_id: order.order_id,
    order_id_as_sent: order.order_id_as_sent,
    type,
    currency,
    ...(settings.enabled_currencies.has(currency) ? {} : { is_currency_off: true }),
    amount_cents: order.amount_cents,
    client_id: order.client_id,
    callback_url: order.callback_url,
    return_url: order.return_url,
    percent:
      tariffFor(settings.tariffs.get(merchant_id) ?? [], { direction, type, currency }) ?? ZERO,
    rate: settings.rates.get(rateKey(currency, merchant.balance_currency)) ?? null,
  };
}
