// A payment provider for Medusa 2: a session is a pay-in, which a callback captures.

import type {
  AuthorizePaymentInput,
  AuthorizePaymentOutput,
  BigNumberInput,
  CancelPaymentInput,
  CancelPaymentOutput,
  CapturePaymentInput,
  CapturePaymentOutput,
  DeletePaymentInput,
  DeletePaymentOutput,
  GetPaymentStatusInput,
  GetPaymentStatusOutput,
  InitiatePaymentInput,
  InitiatePaymentOutput,
  Logger,
  PaymentSessionStatus,
  ProviderWebhookPayload,
  RefundPaymentInput,
  RefundPaymentOutput,
  RetrievePaymentInput,
  RetrievePaymentOutput,
  UpdatePaymentInput,
  UpdatePaymentOutput,
  WebhookActionResult,
} from '@medusajs/framework/types';
import {
  AbstractPaymentProvider,
  MathBN,
  MedusaError,
  ModuleProvider,
  Modules,
} from '@medusajs/framework/utils';
import {
  type BodyOf,
  InvalidRequestError,
  NotFoundError,
  PaymentOrders,
  RefusedError,
  type Trade,
  verifyWebhook,
  WebhookError,
} from 'payment-orders-sdk';

type PaymentOrdersOptions = {
  /** Where the service is, as in https://pay.example. */
  baseUrl: string;
  /** An API token with the scopes payin and payout. */
  token: string;
  merchantId: string;
  /** The secret of the endpoint that calls Medusa, `whsec_…`; two while one replaces the other. */
  callbackSecret: string | string[];
  /** How customers pay. */
  type: BodyOf<'createPayin'>['type'];
  /** Where the payment page leads back to. */
  returnUrl?: string;
};

/** What Medusa keeps with a session and with a payment, and gives back with each call. */
type Kept = {
  /** Of the pay-in. */
  id: string;
  /** The hosted page, to which the storefront leads the customer. */
  url: string;
  state: Trade['state'];
  session_id: string;
  /** How often the amount of the session has changed. */
  round: number;
  amount_cents: number;
  currency: string;
};

const invalid = (message: string) => new MedusaError(MedusaError.Types.INVALID_DATA, message);
const notAllowed = (message: string) => new MedusaError(MedusaError.Types.NOT_ALLOWED, message);

/** ISO 4217's decimals of a currency. */
function decimalsOf(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}

function centsOf(amount: BigNumberInput, currency: string): number {
  const factor = 10 ** decimalsOf(currency);
  const cents = MathBN.mult(amount, factor);
  if (!cents.isInteger())
    throw invalid(`${amount} ${currency} has more decimals than the currency`);
  return cents.toNumber();
}

const amountOf = (cents: number, currency: string) =>
  MathBN.div(cents, 10 ** decimalsOf(currency)).toNumber();

/** An amount cannot change, so a session whose amount changes has another pay-in. */
const orderIdOf = (session_id: string, round: number) =>
  round === 1 ? session_id : `${session_id}.${round}`;

const sessionOf = (order_id: string) => order_id.replace(/\.\d+$/, '');

/** Less than was asked for is not a payment of this session, whatever the merchant's policy. */
const isPaid = ({ state, amount_cents }: Trade, asked_cents: number) =>
  state === 'completed' && amount_cents >= asked_cents;

function statusOf(trade: Trade, asked_cents: number): PaymentSessionStatus {
  if (isPaid(trade, asked_cents)) return 'captured';
  if (trade.state === 'created' || trade.state === 'pending') return 'requires_more';
  // The customer says that it is paid; the bank has not said so yet.
  if (trade.state === 'verifying') return 'pending_authorization';
  return trade.state === 'canceled' ? 'canceled' : 'error';
}

const ACTIONS = {
  captured: 'captured',
  requires_more: 'requires_more',
  pending_authorization: 'pending_authorization',
  canceled: 'canceled',
  error: 'failed',
} as const;

function isKept(data: Record<string, unknown> | undefined): data is Kept {
  return typeof data?.id === 'string' && typeof data.amount_cents === 'number';
}

class PaymentOrdersProvider extends AbstractPaymentProvider<PaymentOrdersOptions> {
  static override identifier = 'payment-orders';
  readonly #client: PaymentOrders;
  readonly #options: PaymentOrdersOptions;
  readonly #logger: Logger;

  constructor(container: { logger: Logger }, options: PaymentOrdersOptions) {
    super(container, options);
    const { baseUrl, token, merchantId } = options;
    this.#client = new PaymentOrders({ baseUrl, token, merchantId });
    this.#options = options;
    this.#logger = container.logger;
  }

  static override validateOptions(options: Record<string, unknown>): void {
    for (const name of ['baseUrl', 'token', 'merchantId', 'callbackSecret', 'type']) {
      if (!options[name]) throw invalid(`The payment provider payment-orders needs ${name}`);
    }
  }

  async initiatePayment(input: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    const session_id = input.data?.session_id;
    if (typeof session_id !== 'string') throw invalid('The session has no id');
    return await this.#open(input, session_id, 1);
  }

  async #open(
    { amount, currency_code, context }: InitiatePaymentInput,
    session_id: string,
    round: number,
  ): Promise<InitiatePaymentOutput & { data: Kept }> {
    const { type, returnUrl = null } = this.#options;
    const currency = currency_code.toUpperCase();
    const amount_cents = centsOf(amount, currency);
    const trade = await this.#client.payins.create({
      order_id: orderIdOf(session_id, round),
      amount_cents,
      amount_currency: currency,
      type,
      client_id: context?.customer?.id ?? session_id,
      return_url: returnUrl,
    });
    const { id, url, state } = trade;
    const data = { id, url, state, session_id, round, amount_cents, currency };
    return { id, status: statusOf(trade, amount_cents), data };
  }

  async updatePayment(input: UpdatePaymentInput): Promise<UpdatePaymentOutput> {
    const { data } = input;
    if (!isKept(data)) return await this.initiatePayment(input);
    const currency = input.currency_code.toUpperCase();
    if (data.amount_cents === centsOf(input.amount, currency) && data.currency === currency) {
      return await this.getPaymentStatus(input);
    }
    await this.#giveUp(data);
    const { status = 'requires_more', data: kept } = await this.#open(
      input,
      data.session_id,
      data.round + 1,
    );
    return { status, data: kept };
  }

  async deletePayment({ data }: DeletePaymentInput): Promise<DeletePaymentOutput> {
    return isKept(data) ? { data: await this.#giveUp(data) } : { data: {} };
  }

  async cancelPayment({ data }: CancelPaymentInput): Promise<CancelPaymentOutput> {
    return isKept(data) ? { data: await this.#giveUp(data) } : { data: {} };
  }

  /** Ends the pay-in; throws if money has come or is on its way. */
  async #giveUp(data: Kept): Promise<Kept> {
    try {
      const { state } = await this.#client.payins.cancel(data.id);
      return { ...data, state };
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      const { state } = await this.#client.payins.get(data.id);
      if (state === 'expired' || state === 'failed' || state === 'reversed') {
        return { ...data, state };
      }
      throw notAllowed(`The pay-in ${data.id} is ${state}: refund it instead`);
    }
  }

  async authorizePayment(input: AuthorizePaymentInput): Promise<AuthorizePaymentOutput> {
    return await this.getPaymentStatus(input);
  }

  async getPaymentStatus({ data }: GetPaymentStatusInput): Promise<GetPaymentStatusOutput> {
    const [kept, trade] = await this.#read(data);
    return { status: statusOf(trade, kept.amount_cents), data: kept };
  }

  /** Pay-ins are captured when the money arrives, so there is nothing to ask for. */
  async capturePayment({ data }: CapturePaymentInput): Promise<CapturePaymentOutput> {
    const [kept, trade] = await this.#read(data);
    if (isPaid(trade, kept.amount_cents)) return { data: kept };
    throw notAllowed(`The pay-in ${kept.id} is ${trade.state}, and not paid`);
  }

  async refundPayment(input: RefundPaymentInput): Promise<RefundPaymentOutput> {
    const { data, amount, context } = input;
    if (!isKept(data)) throw invalid('The payment has no pay-in');
    const order_id = context?.idempotency_key;
    if (order_id === undefined) throw invalid('The refund has no id');
    const amount_cents = centsOf(amount, data.currency);
    try {
      const refund = await this.#client.refunds.create({ id: data.id, order_id, amount_cents });
      return { data: { ...data, refund_id: refund.id } };
    } catch (error) {
      const fields = error instanceof InvalidRequestError ? error.fields : [];
      if (!fields.some(({ field }) => field === 'number')) throw error;
      // Medusa has no field for it.
      throw notAllowed(`The bank did not name the payer of ${data.id}: refund it by the API`);
    }
  }

  async retrievePayment({ data }: RetrievePaymentInput): Promise<RetrievePaymentOutput> {
    const [kept, trade] = await this.#read(data);
    return { data: { ...kept, trade } };
  }

  async #read(data: Record<string, unknown> | undefined): Promise<[Kept, Trade]> {
    if (!isKept(data)) throw invalid('The session has no pay-in');
    const trade = await this.#client.payins.get(data.id);
    return [{ ...data, state: trade.state }, trade];
  }

  async getWebhookActionAndData(
    payload: ProviderWebhookPayload['payload'],
  ): Promise<WebhookActionResult> {
    try {
      const { rawData, headers } = payload;
      const own = new Headers();
      for (const [name, value] of Object.entries(headers)) own.set(name, String(value));
      const event = await verifyWebhook(rawData, own, this.#options.callbackSecret);
      if (!event.type.startsWith('deposit.')) return { action: 'not_supported' };
      // An event says that something happened; the service says what is true now.
      const trade = await this.#client.payins.get(Object(event.data).id);
      const { amount_cents, requested_amount_cents, amount_currency, order_id } = trade;
      const amount = amountOf(amount_cents, amount_currency);
      const status = statusOf(trade, requested_amount_cents);
      const action = Object(ACTIONS)[status];
      return { action, data: { session_id: sessionOf(order_id), amount } };
    } catch (error) {
      if (!(error instanceof WebhookError || error instanceof NotFoundError)) throw error;
      this.#logger.warn(`A callback of payment-orders is not believed: ${error.message}`);
      return { action: 'not_supported' };
    }
  }
}

// What Medusa looks for in the folder of a provider.
export default ModuleProvider(Modules.PAYMENT, { services: [PaymentOrdersProvider] });
