// Creates a refund of a pay-in: a pay-out linked to it, requested by its merchant or an operator.
import type { CreateRefund } from '../../domain/batch/command.ts';
import { refuseRefund } from '../../domain/payout/refund.ts';
import { refundContent } from '../../domain/payout/refund-content.ts';
import { type KnownPayee, namedPayee, type PayeeSource } from '../../domain/payout/refund-payee.ts';
import type { Merchant } from '../../domain/record/merchant.ts';
import type { Actor } from '../../domain/record/origin.ts';
import type { Payee, Trade, TradeKey } from '../../domain/record/trade.ts';
import { expectedSequence } from '../../domain/request/common-fields.ts';
import { beginReading, type RawFields } from '../../domain/request/read-request.ts';
import type { Notes } from '../../domain/request/request-shape.ts';
import type { SentKey } from '../../domain/request/text-fields.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import {
  type AskedRefund,
  CREATE_REFUND,
  REFUND_TRADE,
} from '../../domain/trade/create-requests.ts';
import { feePercent } from '../../domain/trade/fee-percent.ts';
import { refundable } from '../../domain/trade/refund-count.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { merchantRecord } from '../merchant/merchants.ts';
import type { App } from '../process/app.ts';
import { idFrom, newId } from '../process/ids.ts';
import { rateKey } from '../process/settings-cache.ts';
import { expectKind } from '../process/writer.ts';
import {
  type Caller,
  merchantActor,
  type OperatorCaller,
  operatorActor,
  refuseOtherMerchant,
  unknownTrade,
} from '../request/caller.ts';
import { addressRules } from '../request/read-web-address.ts';
import { withLastChange } from '../request/trade-change.ts';
import { tradeBody } from '../request/views.ts';
import { fingerprintOf } from '../trade/create-fields.ts';
import type { Created } from '../trade/create-payin.ts';
import { tradeById } from '../trade/find-trade.ts';
import { payeeOfRefund } from './payee-of-refund.ts';

/** In place of one that is wrong. */
const NO_KEY: SentKey = { key: '', as_sent: null };

type Asked = Pick<Caller, 'trace_context'> & {
  merchant: Merchant;
  actor: Actor;
  /**
   * Null if there is no such pay-in: the fields are checked all the same, so that all errors are
   * reported.
   */
  payin: Trade | null;
  order_id: SentKey;
  masked: boolean;
  /** The version of the pay-in on which an operator decided. */
  expected_sequence?: number | null;
};

type RefundFields = Awaited<ReturnType<typeof refundFields>>;

/** The request as it was read; what is wrong with its payee shows only beside the pay-in. */
type RefundReading = Notes & {
  readonly values: AskedRefund;
  refusal(): Refusal | null;
};

/**
 * Used only if the request names no payee. The payee of an earlier refund is for operators, whose
 * dialog shows it first: a merchant's program would pay by what another request had named.
 */
async function payeeFor(app: App, payin: Trade, { role }: Actor): Promise<KnownPayee | null> {
  const known = await payeeOfRefund(app, payin);
  return role === 'operator' || known?.source === 'bank_line' ? known : null;
}

async function refundFields(app: App, reading: RefundReading, payin: Trade | null, actor: Actor) {
  const { values } = reading;
  const is_named = values.number !== null || payin === null;
  const known = is_named ? null : await payeeFor(app, payin, actor);
  return {
    ...namedPayee(values, payin?.type ?? 'account', known, reading),
    asked_cents: values.amount_cents ?? null,
    callback_url: values.callback_url ?? null,
    metadata: values.metadata ?? null,
    note: values.note ?? null,
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
    description: null,
    percent: feePercent('refund', own, { type, currency }),
    rate: rates.get(rateKey(currency, merchant.balance_currency)) ?? null,
  };
}

function auditOf(
  { merchant, actor, order_id }: Asked,
  payin: Trade,
  { asked_cents, note, source: payee_from }: RefundFields,
) {
  if (actor.role !== 'operator') return {};
  const target = `trades/${merchant.merchant_id}/${payin.trade_id}`;
  const amount_cents = asked_cents === null ? null : Number(asked_cents);
  const detail = { order_id: order_id.key, amount_cents, payee_from, note };
  return { audit: { action: 'payin_refunded' as const, target, detail } };
}

async function commandOf(
  app: App,
  asked: Asked,
  values: AskedRefund,
  { payin, fields }: { payin: Trade; fields: RefundFields },
): Promise<CreateRefund> {
  const { merchant, actor, order_id, expected_sequence = null } = asked;
  const content = refundContent(values, payin, fields);
  const { source: _, ...given } = fields;
  return {
    ...given,
    ...(await terms(app, merchant, payin.currency, fields.type)),
    ...auditOf(asked, payin, fields),
    kind: 'create_refund',
    command_id: newId(),
    actor,
    merchant,
    fingerprint: fingerprintOf(app, 'refund', content),
    order_id: order_id.key,
    order_id_as_sent: order_id.as_sent,
    trace_context: asked.trace_context ?? app.tracer?.current()?.traceparent ?? null,
    payin_id: payin.trade_id,
    ...expectedSequence(expected_sequence),
  };
}

async function submitRefund(
  app: App,
  reading: RefundReading,
  asked: Asked,
): Promise<Created | Refusal> {
  const { actor, payin, masked } = asked;
  const fields = await refundFields(app, reading, payin, actor);
  const refused = reading.refusal();
  if (refused !== null) return refused;
  if (payin === null) return unknownTrade();
  const command = await commandOf(app, asked, reading.values, { payin, fields });
  const result = expectKind(await app.writer.submit(command), 'trade');
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
  const reading = beginReading(CREATE_REFUND, raw, addressRules(app));
  const { merchant_id = '', id = '', order_id = NO_KEY } = reading.values;
  const foreign = refuseOtherMerchant(caller, merchant_id);
  if (foreign !== null) return foreign;
  const is_named = merchant_id !== '' && id !== '';
  const payin = is_named ? await tradeById(app, merchant_id, id) : null;
  const { merchant, trace_context } = caller;
  const actor = merchantActor(caller);
  const asked = { merchant, actor, payin, order_id, masked: false, trace_context };
  return await submitRefund(app, reading, asked);
}

const orderOfKey = ({ merchant_id, trade_id }: TradeKey, key: string): string =>
  `refund-${idFrom(`refund/${merchant_id}/${trade_id}/${key}`)}`;

/** What would be paid to whom; `made`: the refund that was made with this key before. */
export type ForeseenRefund = {
  made: Trade | null;
  amount_cents: bigint;
  type: string;
  payee: Payee | null;
  source: PayeeSource | null;
  /** What would be asked of the writer; null once it is made. */
  command: CreateRefund | null;
};

/**
 * The refund of everything that is left, as somebody would ask for it without naming a payee: to
 * look at what it posts. Its fee may depend on the type of the payee, which is then the one last
 * known, or else that of the pay-in; the number does not matter.
 */
export async function refundOfRest(
  app: App,
  operator: OperatorCaller,
  payin: Trade,
): Promise<CreateRefund | Refusal> {
  const merchant = await merchantRecord(app, payin.merchant_id);
  if (isRefusal(merchant)) return merchant;
  const reading = beginReading(REFUND_TRADE, { fields: {}, errors: [] }, addressRules(app));
  const actor = operatorActor(operator);
  const fields = await refundFields(app, reading, payin, actor);
  const order_id = { key: orderOfKey(payin, newId()), as_sent: null };
  const asked = { merchant, actor, payin, order_id, masked: true };
  return await commandOf(app, asked, reading.values, { payin, fields });
}

/** What refundTrade would do, without doing it. */
export async function foreseeRefund(
  app: App,
  operator: OperatorCaller,
  payin: Trade,
  given: RawFields,
  idempotency_key: string,
): Promise<ForeseenRefund | Refusal> {
  const { merchant_id } = payin;
  const order_id = orderOfKey(payin, idempotency_key);
  const made = await app.store.reads.order({ merchant_id, order_id });
  if (made !== null) {
    const { amount_cents, type, payee } = made;
    return { made, amount_cents, type, payee, source: null, command: null };
  }
  const merchant = await merchantRecord(app, merchant_id);
  if (isRefusal(merchant)) return merchant;
  const reading = beginReading(REFUND_TRADE, given, addressRules(app));
  const actor = operatorActor(operator);
  const fields = await refundFields(app, reading, payin, actor);
  const { asked_cents, type, payee, source } = fields;
  const amount_cents = asked_cents ?? refundable(payin);
  const refused = refuseRefund(payin, amount_cents) ?? reading.refusal();
  if (refused !== null) return refused;
  const asked = {
    merchant,
    actor,
    payin,
    order_id: { key: order_id, as_sent: null },
    masked: true,
  };
  const command = await commandOf(app, asked, reading.values, { payin, fields });
  return { made, amount_cents, type, payee, source, command };
}

/** By an operator: the same idempotency key refunds once. */
export async function refundTrade(
  app: App,
  operator: OperatorCaller,
  path: { merchant_id: string; id: string },
  raw: RawFields,
  idempotency_key: string | undefined,
): Promise<Created['trade'] | Refusal> {
  const merchant = await merchantRecord(app, path.merchant_id);
  const trade_id = parseUuid(path.id);
  if (isRefusal(merchant) || trade_id === null) return refuseUnknown();
  const payin = await tradeById(app, merchant.merchant_id, trade_id);
  if (payin === null) return refuseUnknown();
  const reading = beginReading(REFUND_TRADE, raw, addressRules(app));
  const order_id = orderOfKey(payin, idempotency_key ?? newId());
  const made = await submitRefund(app, reading, {
    merchant,
    actor: operatorActor(operator),
    payin,
    order_id: { key: order_id, as_sent: null },
    masked: true,
    expected_sequence: reading.values.expected_sequence ?? null,
  });
  return isRefusal(made) ? await withLastChange(app, payin, made) : made.trade;
}
