// What both create calls have in common: their fields, the settings they rest on, and the
// fingerprint.
import type { CreateFields } from '../../domain/batch/command.ts';
import { tariffFor } from '../../domain/record/merchant.ts';
import type { Direction, Payee } from '../../domain/record/trade.ts';
import { LIMITS } from '../../domain/service/limits.ts';
import type { Refusal } from '../../domain/service/refusal.ts';
import { ZERO } from '../../domain/values/decimal.ts';
import type { PaymentType } from '../../domain/values/payment-type.ts';
import { canonicalText } from '../../domain/values/text.ts';
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
  client_id_as_sent: string;
  callback_url: string | null;
  return_url: string | null;
};

/** An amount in minor units: 1 … 10^12. */
export function readAmount(reader: FieldReader, name: string): bigint {
  const value = reader.integer(name);
  const { amount_min_cents: min, amount_max_cents: max } = LIMITS;
  if (value !== 0 && (value < min || value > max)) {
    reader.wrong(name, 'range', `must be from ${min} to ${max}`);
  } else if (value === 0 && reader.raw(name) === 0) {
    reader.wrong(name, 'range', `must be from ${min} to ${max}`);
  }
  return BigInt(value);
}

/** Known by its canonical form, and shown as it was sent first: null where that is the same. */
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
    type: reader.type('type'),
    client_id: reader.key('client_id', LIMITS.client_id_max_length),
    client_id_as_sent: String(reader.raw('client_id')),
    callback_url: reader.webAddress('callback_url', 'callback', policy),
    return_url: reader.webAddress('return_url', 'return', policy),
  };
}

/** 401 before anything is told about the fields; then all wrong fields at once. */
export function refuseCreate(
  caller: Caller,
  order: OrderFields,
  reader: FieldReader,
): Refusal | null {
  return refuseOtherMerchant(caller, order.merchant_id) ?? reader.refusal();
}

/**
 * Of what was asked for, however it is spelled. That of a pay-out is keyed: its number cannot be
 * found by trying. That of a pay-in has nothing to hide, and the key costs more than the rest of
 * it.
 */
function fingerprints(app: App, content: string, payee: Payee | null) {
  const keyed = (text: string) => app.store.cipher.lookup(text).toString('hex');
  const canonical = canonicalText(content);
  const spelled = canonical === content ? [] : [content];
  if (payee !== null) {
    return { fingerprint: keyed(canonical), formerFingerprints: () => spelled.map(keyed) };
  }
  const former = () => [...[canonical, ...spelled].map(keyed), ...spelled.map(sha256Hex)];
  return { fingerprint: sha256Hex(canonical), formerFingerprints: former };
}

/** The command's common part. */
export function createFields(
  app: App,
  settings: Settings,
  caller: Caller,
  direction: Direction,
  order: OrderFields,
  payee: Payee | null,
): CreateFields {
  const type = order.type?.type ?? '';
  const merchant_id = caller.merchant.merchant_id;
  const merchant = settings.merchants.get(merchant_id)?.merchant ?? caller.merchant;
  const { currency } = order;
  const content = JSON.stringify([
    direction,
    order.amount_cents.toString(),
    currency,
    type,
    order.client_id_as_sent,
    order.callback_url,
    order.return_url,
    payee && [payee.number, payee.name, payee.bank_name, payee.phone],
  ]);
  return {
    command_id: newId(),
    actor: merchantActor(caller),
    merchant,
    trade_id: newId(),
    page_key_id: app.store.cipher.page_key_id,
    ...fingerprints(app, content, payee),
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
