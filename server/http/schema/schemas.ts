// The schemas of the merchant API, for the reference.
import { type Static, Type } from 'typebox';
import type { EventBody } from '../../app/callback/event-view.ts';
import { WAIT_MOST_S } from '../../app/callback/follow-events.ts';
import type { EventPage } from '../../app/callback/list-events.ts';
import type { BalanceBody, PaymentDataBody, TradeBody } from '../../app/request/views.ts';
import { DIRECTIONS, type Direction, STATE_REASONS, STATES } from '../../domain/record/trade.ts';
import { LIMITS } from '../../domain/service/limits.ts';
import { CREATE_PAYIN, CREATE_PAYOUT, CREATE_REFUND } from '../../domain/trade/create-requests.ts';
import { ATTACH_UTR, CANCEL_ORDER, SEARCH_ORDER } from '../../domain/trade/order-requests.ts';
import { DisputeSchema } from './dispute-schemas.ts';
import { bodyOf } from './request-schema.ts';
import {
  cents,
  count,
  integer,
  list,
  moment,
  momentOrNull,
  optional,
  PAGING,
  SIGNED_MERCHANT,
  text,
  textOrNull,
  uuid,
  uuidOrNull,
  words,
  wordsOrNull,
} from './shapes.ts';

const PaymentData = Type.Object(
  {
    name: optional(text('Card or account holder, if known')),
    number: optional(
      text('Card or account number: grouped on pay-ins, ungrouped on pay-outs, masked in events'),
    ),
    bank_name: optional(text('If known; never on pay-outs')),
    damaged: optional(
      Type.Literal(true, { description: 'The payee of this pay-out cannot be decrypted' }),
    ),
    erased: optional(Type.Literal(true, { description: 'The payee of this pay-out was erased' })),
  },
  { title: 'PaymentData' },
);

export const TradeSchema = Type.Object(
  {
    id: uuid('The trade, assigned by the service'),
    order_id: text('Your own identifier of the order'),
    merchant_id: uuid('The owning merchant'),
    state: words(STATES, 'See GET /api/v1/states'),
    kind: Type.Literal('deposit', { description: 'Always `deposit`; see `direction`' }),
    amount_cents: cents('The trade’s present amount'),
    amount_currency: text('ISO 4217 code'),
    percent: Type.Number({ description: 'Your fee in percent, fixed at creation: 1.5 = 1.5 %' }),
    exchange_rate: Type.Number({
      description:
        'Units of the trade currency per one unit of the settlement currency, fixed at creation',
    }),
    payment_data: PaymentData,
    url: Type.String({
      format: 'uri',
      description: 'The payment page; for a pay-out the receipt page',
    }),
    direction: Type.Unsafe<Direction>(words(DIRECTIONS, 'Pay-in or pay-out')),
    type: text('Payment type'),
    state_reason: wordsOrNull(STATE_REASONS, 'Why it is in this state; null: nothing to say'),
    sequence: integer('1, 2, 3 …: one per change that you can see'),
    is_final: Type.Boolean({ description: 'You may rely on the state and act on it' }),
    final_at: momentOrNull('When the last possible change of a final state ends'),
    requested_amount_cents: cents('The requested amount; never changes'),
    received_amount_cents: cents('Sum of the matched bank lines'),
    refunded_amount_cents: cents('The amount refunded'),
    recalled_amount_cents: cents(
      'The amount that was taken back after it was credited: by the bank, or after a dispute',
    ),
    fee_cents: cents('Your fee in the trade currency'),
    net_amount_cents: cents('The amount minus the fee; for a pay-out plus the fee'),
    settlement_amount_cents: cents('The change of your balance by the trade'),
    settlement_currency: text('The currency of your balance'),
    rate_source: textOrNull('Where the rate is from; null: the currencies are equal'),
    rate_at: momentOrNull('When the rate was set'),
    utr: textOrNull('In canonical form: upper case, no separators'),
    utr_class: textOrNull('What its length tells: rrn12, neft16, rtgs22 or other'),
    client_id: text('Your own identifier of the customer'),
    callback_url: textOrNull('Where its callbacks go; null: to your endpoints'),
    return_url: textOrNull('Where the payment page leads the customer back'),
    description: optional(text('What the customer pays for, if you said it')),
    metadata: optional(
      Type.Record(Type.String(), Type.String(), {
        maxProperties: LIMITS.metadata_keys_max,
        description: 'Your own texts, if you gave some',
      }),
    ),
    archived_month: optional(
      Type.String({
        description:
          'Present if events and bank lines of this order were removed after archiving: the month, YYYY-MM, whose archive has them',
        examples: ['2026-03'],
      }),
    ),
    erased: optional(
      Type.Literal(true, {
        description: 'The personal data of this trade was erased; `client_id` is empty then',
      }),
    ),
    refund_of: uuidOrNull('The pay-in that this refunds'),
    settlement_id: uuidOrNull('The settlement that this pays'),
    created_at: moment('When it was created'),
    updated_at: moment('When it last changed'),
    expires_at: momentOrNull('When an unpaid pay-in expires'),
    completed_at: momentOrNull('When the trade completed'),
  },
  { title: 'Trade' },
);

export const BalanceSchema = Type.Object(
  {
    amount_cents: cents('actual_amount_cents + blocked_amount_cents'),
    amount_currency: text('ISO 4217 code'),
    blocked_amount_cents: cents('On hold: open pay-outs with fees, disputed credits, reserve'),
    actual_amount_cents: cents('What you can spend'),
    at: optional(moment('The moment that was asked for; absent: now')),
  },
  { title: 'Balance' },
);

const EventSchema = Type.Object(
  {
    number: integer('1, 2, 3 … without gaps, per merchant'),
    id: text('The same as webhook-id in the callback'),
    type: text('deposit.<state>, withdrawal.<state> or dispute.<topic>'),
    timestamp: moment('When the change happened'),
    sequence: integer("The trade's own sequence"),
    // The trade, or in events of type `dispute.<topic>` the dispute.
    data: Type.Union([TradeSchema, DisputeSchema], { description: 'As it was then' }),
  },
  { title: 'Event' },
);

/** Beside the rows of a list of orders. */
export const ARCHIVED_UNTIL = {
  archived_until: optional(
    Type.String({
      description:
        'Present if older months were removed after archiving: orders up to this month, YYYY-MM, may be missing from the list, and are found by id, `order_id`, `utr` and customer only',
      examples: ['2026-03'],
    }),
  ),
};

export const EventPageSchema = Type.Object(
  {
    data: list(EventSchema, { description: 'The events of this page, in order' }),
    next_after: integer('Send as `after` to continue'),
    has_more: Type.Boolean({ description: 'There are more events already' }),
    removed_to: integer(
      'Events after `after` up to this number are not in the feed any more: their months were ' +
        'archived and removed. 0: none of these events was removed',
    ),
  },
  { title: 'EventPage' },
);

/** The compiler compares the schemas with the use cases' bodies, in both directions. */
type Equal<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
export const SCHEMAS_AGREE: Readonly<Record<string, true>> = {
  payment_data: true satisfies Equal<Static<typeof PaymentData>, PaymentDataBody>,
  trade: true satisfies Equal<Static<typeof TradeSchema>, TradeBody>,
  balance: true satisfies Equal<Static<typeof BalanceSchema>, BalanceBody>,
  event: true satisfies Equal<Static<typeof EventSchema>, EventBody>,
  events: true satisfies Equal<Static<typeof EventPageSchema>, EventPage>,
};

export const CreatePayinSchema = bodyOf(CREATE_PAYIN);
export const CreatePayoutSchema = bodyOf(CREATE_PAYOUT);
export const CreateRefundSchema = bodyOf(CREATE_REFUND);

export const AttachUtrSchema = bodyOf(ATTACH_UTR);
export const SearchSchema = bodyOf(SEARCH_ORDER);
export const CancelSchema = bodyOf(CANCEL_ORDER);

export const TradePathSchema = Type.Object({
  merchant: uuid('The owning merchant'),
  uuid: uuid('The trade'),
});

export const BalancePathSchema = Type.Object({ merchant_id: uuid('Your merchant id') });

/** Of requests that only name the merchant, for tokens of mode `signature`. */
export const MerchantQuerySchema = Type.Object({ merchant_id: SIGNED_MERCHANT });

export const EventQuerySchema = Type.Object({
  merchant_id: SIGNED_MERCHANT,
  after: count('The number of the last event that you have; 0 = from the start'),
  limit: PAGING.limit,
  wait: count(
    `If there is no later event, wait for the next one for up to so many seconds: 0 to ${WAIT_MOST_S}`,
    WAIT_MOST_S,
  ),
});
