// Creates a refund of a pay-in: a pay-out linked to it, requested by its merchant or an operator.

import type { KnownPayee, PayeeSource } from '../../domain/payout/refund-payee.ts';
import { type Merchant, tariffFor } from '../../domain/record/merchant.ts';
import type { Actor, Trade } from '../../domain/record/trade.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { CREATE_FIELDS, type CreateContent } from '../../domain/trade/create-content.ts';
import { ZERO } from '../../domain/values/decimal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { merchantRecord } from '../merchant/merchants.ts';
import type { App } from '../process/app.ts';
import { idFrom, newId } from '../process/ids.ts';
import { rateKey } from '../process/settings-cache.ts';
import { expectKind } from '../process/writer.ts';
import {
  type Caller,
  merchantActor,
  notFound,
  type OperatorCaller,
  operatorActor,
  refuseOtherMerchant,
  unknownTrade,
} from '../request/caller.ts';
import { readExpectedSequence } from '../request/expected-version.ts';
import { type FieldReader, type RawFields, readFields } from '../request/fields.ts';
import { payeeContent, readPayee } from '../request/read-payee.ts';
import { tradeBody } from '../request/views.ts';
import { keyedFingerprint, readAmount, readOrderId } from '../trade/create-fields.ts';
import type { Created } from '../trade/create-payin.ts';
import { tradeById } from '../trade/find-trade.ts';
import { payeeOfRefund } from './payee-of-refund.ts';

const NOTE_MAX_LENGTH = 500;

type Asked = {
  merchant: Merchant;
  actor: Actor;
  /**
   * Null if there is no such pay-in: the fields are checked all the same, so that all errors are
   * reported.
   */
  payin: Trade | null;
  order_id: string;
  order_id_as_sent: string | null;
  masked: boolean;
  /** The version of the pay-in on which an operator decided. */
  expected?: { expected_sequence?: number };
};

type RefundFields = Awaited<ReturnType<typeof readRefund>>;

/**
 * Used only if the request names no payee. The payee of an earlier refund is for operators, whose
 * dialog shows it first: a merchant's program would pay by what another request had named.
 */
async function payeeFor(app: App, payin: Trade, { role }: Actor): Promise<KnownPayee | null> {
  const known = await payeeOfRefund(app, payin);
  return role === 'operator' || known?.source === 'bank_line' ? known : null;
}

async function readRefund(app: App, reader: FieldReader, payin: Trade | null, actor: Actor) {
  const names_payee = (reader.raw('number') ?? null) !== null;
  const known = names_payee || payin === null ? null : await payeeFor(app, payin, actor);
  const policy = { allow_local: app.allow_local_callbacks };
  const amount = reader.raw('amount_cents') ?? null;
  return {
    ...readPayee(reader, payin?.type ?? 'account', known),
    asked_cents: amount === null ? null : readAmount(reader, 'amount_cents'),
    callback_url: reader.webAddress('callback_url', 'callback', policy),
    note: reader.optionalText('note', NOTE_MAX_LENGTH),
  };
}

/**
 * Fields of the payee that the request leaves out stay out, because the bank may report the payer's
 * data later.
 */
function contentOf(raw: RawFields, payin: Trade, fields: RefundFields): CreateContent<'refund'> {
  const { payee, type, asked_cents, callback_url, note } = fields;
  const named = (name: keyof CreateContent<'refund'>, value: string | null) =>
    (raw.fields[name] ?? null) === null ? null : value;
  const { number, name, ...known } = payeeContent(payee);
  return {
    ...known,
    id: payin.trade_id,
    amount_cents: asked_cents === null ? null : String(asked_cents),
    type: named('type', type),
    number: named('number', number),
    name: named('name', name),
    callback_url,
    note,
  };
}

/** The terms of the refund's pay-out by present settings. */
async function terms(app: App, merchant: Merchant, currency: string, type: string) {
  const { tariffs, rates } = await app.settings.current();
  const own = tariffs.get(merchant.merchant_id) ?? [];
  return {
    trade_id: newId(),
    page_key_id: app.store.cipher.page_key_id,
    return_url: null,
    percent: tariffFor(own, { direction: 'payout', type, currency }) ?? ZERO,
    rate: rates.get(rateKey(currency, merchant.balance_currency)) ?? null,
  };
}

function auditOf(
  { merchant, actor, order_id }: Asked,
  payin: Trade,
  raw: RawFields,
  payee_from: PayeeSource,
) {
  if (actor.role !== 'operator') return {};
  const target = `trades/${merchant.merchant_id}/${payin.trade_id}`;
  const { amount_cents = null, note = null } = raw.fields;
  const detail = { order_id, amount_cents, payee_from, note };
  return { audit: { action: 'payin_refunded' as const, target, detail } };
}

async function submitRefund(
  app: App,
  reader: FieldReader,
  raw: RawFields,
  asked: Asked,
): Promise<Created | Refusal> {
  const { merchant, actor, payin, order_id, order_id_as_sent, masked } = asked;
  const fields = await readRefund(app, reader, payin, actor);
  const refused = reader.refusal();
  if (refused !== null) return refused;
  if (payin === null) return unknownTrade();
  const content = contentOf(raw, payin, fields);
  const { source, ...given } = fields;
  const answer = await app.writer.submit({
    ...given,
    ...(await terms(app, merchant, payin.currency, fields.type)),
    ...auditOf(asked, payin, raw, source),
    kind: 'create_refund',
    command_id: newId(),
    actor,
    merchant,
    fingerprint: keyedFingerprint(app, 'refund', content),
    order_id,
    order_id_as_sent,
    payin_id: payin.trade_id,
    ...asked.expected,
  });
  const result = expectKind(answer, 'trade');
  if (isRefusal(result)) return result;
  const { accounts } = await app.settings.current();
  const options = { page_url: app.page_url, accounts, masked };
  return { trade: tradeBody(result.trade, options), replayed: result.found };
}

/** By the merchant, with an order_id of their own. */
export async function createRefund(
  app: App,
  caller: Caller,
  raw: RawFields,
): Promise<Created | Refusal> {
  const reader = readFields(raw, CREATE_FIELDS.refund);
  const merchant_id = reader.uuid('merchant_id');
  const trade_id = reader.uuid('id');
  const named = readOrderId(reader);
  const foreign = refuseOtherMerchant(caller, merchant_id);
  if (foreign !== null) return foreign;
  const is_named = merchant_id !== '' && trade_id !== '';
  const payin = is_named ? await tradeById(app, merchant_id, trade_id) : null;
  const { merchant } = caller;
  const asked = { merchant, actor: merchantActor(caller), payin, ...named, masked: false };
  return await submitRefund(app, reader, raw, asked);
}

/** By an operator: the same idempotency key refunds once. */
export async function refundTrade(
  app: App,
  operator: OperatorCaller,
  path: { merchant_id: string; id: string },
  raw: RawFields,
  idempotency_key: string | undefined,
): Promise<Created['trade'] | Refusal> {
  const record = await merchantRecord(app, path.merchant_id);
  const trade_id = parseUuid(path.id);
  if (isRefusal(record) || trade_id === null) return notFound();
  const { merchant } = record;
  const payin = await tradeById(app, merchant.merchant_id, trade_id);
  if (payin === null) return notFound();
  const reader = readFields(raw, CREATE_FIELDS.refund);
  const key = idempotency_key ?? newId();
  const order_id = `refund-${idFrom(`refund/${merchant.merchant_id}/${trade_id}/${key}`)}`;
  reader.text('note', NOTE_MAX_LENGTH);
  const expected = readExpectedSequence(reader);
  const named = { order_id, order_id_as_sent: null };
  const actor = operatorActor(operator);
  const asked = { merchant, actor, payin, ...named, masked: true, expected };
  const made = await submitRefund(app, reader, raw, asked);
  return isRefusal(made) ? made : made.trade;
}
