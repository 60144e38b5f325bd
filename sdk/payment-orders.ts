// The package's entry: the client of the merchant API, and everything that merchants import.
import { PaymentOrdersError } from './api/api-errors.ts';
import { type ClientOptions, createCall } from './api/call-api.ts';
import { eventsOf, publishedOf } from './merchant/event-resources.ts';
import {
  balancesOf,
  ordersOf,
  payinsOf,
  payoutsOf,
  refundsOf,
} from './merchant/order-resources.ts';
import { disputesOf, proofsOf, settlementsOf } from './merchant/record-resources.ts';
import { sandboxOf } from './merchant/sandbox-resources.ts';
import { type Operations, PLACES, REPEATABLE } from './merchant/schema.gen.ts';

export {
  ApiError,
  AuthenticationError,
  ConnectionError,
  type ErrorCode,
  type FieldProblem,
  InvalidRequestError,
  NotFoundError,
  PaymentOrdersError,
  RateLimitError,
  RefusedError,
  RequestTimeoutError,
  ServiceError,
  WebhookError,
  type WebhookProblem,
} from './api/api-errors.ts';
export type {
  AnswerInfo,
  CallOptions,
  ClientHooks,
  ClientOptions,
  EndedAttempt,
  StartedAttempt,
} from './api/call-api.ts';
export type { List } from './api/pages.ts';
export { type EventType, type OtherEvent, otherEvent } from './events.ts';
export type { BodyOf, QueryOf, RecordName } from './merchant/inputs.ts';
export type { FollowOptions } from './merchant/resuming-feed.ts';
export type {
  Balance,
  Dispute,
  DisputeWithMessages,
  Event as FeedEvent,
  Limits,
  OrderComparison,
  Settlement,
  SettlementLine,
  States,
  Trade,
} from './merchant/schema.gen.ts';
export type { TrustedKey } from './proof/proof-document.ts';
export {
  type ProofCheck,
  type ProofOptions,
  type TrustedKeys,
  verifyProof,
} from './verify-proof.ts';
export {
  type ReturnedOrder,
  verifyReturn,
  verifyWebhook,
  type WebhookEvent,
  type WebhookHeaders,
  type WebhookOptions,
} from './webhook.ts';
export type { WebhookBody } from './webhook-body.ts';

/** One merchant's client: all of the merchant API, by nouns. It keeps nothing between calls. */
export class PaymentOrders {
  readonly payins: ReturnType<typeof payinsOf>;
  readonly payouts: ReturnType<typeof payoutsOf>;
  readonly refunds: ReturnType<typeof refundsOf>;
  /** Of both directions. */
  readonly orders: ReturnType<typeof ordersOf>;
  readonly balance: ReturnType<typeof balancesOf>;
  readonly settlements: ReturnType<typeof settlementsOf>;
  readonly disputes: ReturnType<typeof disputesOf>;
  readonly events: ReturnType<typeof eventsOf>;
  readonly proofs: ReturnType<typeof proofsOf>;
  readonly limits: ReturnType<typeof publishedOf>['limits'];
  readonly states: ReturnType<typeof publishedOf>['states'];

  /** In the sandbox only. */
  readonly sandbox: ReturnType<typeof sandboxOf>;

  constructor(options: ClientOptions) {
    // The token stays in a closure, so that printing the client does not show it.
    const { merchantId, token, signingSecret } = options;
    if (token === undefined && signingSecret === undefined) {
      throw new PaymentOrdersError('Give a token, or the signingSecret of one that only signs');
    }
    const call = createCall<Operations>(options, PLACES, REPEATABLE);
    this.payins = payinsOf(call, merchantId);
    this.payouts = payoutsOf(call, merchantId);
    this.refunds = refundsOf(call, merchantId);
    this.orders = ordersOf(call, merchantId);
    this.balance = balancesOf(call, merchantId);
    this.settlements = settlementsOf(call, merchantId);
    this.disputes = disputesOf(call, merchantId);
    this.events = eventsOf(call, merchantId);
    this.proofs = proofsOf(call, merchantId);
    this.sandbox = sandboxOf(call, merchantId);
    const { limits, states } = publishedOf(call);
    this.limits = limits;
    this.states = states;
  }
}
