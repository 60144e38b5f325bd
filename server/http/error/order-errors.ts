// Refusals of orders: amounts, limits, states and UTRs.
import type { RefusalCode } from '../../domain/service/refusal.ts';
import type { ErrorEntry } from './error-entry.ts';
import {
  adjustment,
  examplePayin,
  examplePayout,
  exampleUtr,
  first,
  keep,
  keepCompleted,
  merchantPost,
  NEW_PAYIN,
  OWN_CONFIRM,
  operatorPost,
  ownMerchant,
  ownPayin,
  ownToken,
  putRate,
  repeated,
  steps,
} from './error-examples.ts';

export const ORDER_ERRORS = {
  order_id_taken: {
    status: 422,
    title: 'This order_id belongs to another order',
    retryable: false,
    cause:
      '`order_id` is unique per merchant, for pay-ins and pay-outs together and for ever. An order with this `order_id` exists and has other content; its id is in the answer. The same content would have been answered with the existing trade.',
    fix: 'Use a new `order_id` for a new order. If this was a retry, send exactly what was sent first.',
    example: steps(first(examplePayin()), examplePayin({ amount_cents: 10_001 })),
  },
  insufficient_funds: {
    status: 422,
    title: 'The balance is too small',
    retryable: true,
    cause:
      '`actual_amount_cents` of the balance is less than the amount with its fee. Nothing was stored and `order_id` stays free.',
    fix: 'Wait for pay-ins or top up the balance, then send the request again.',
    example: examplePayout({ amount_cents: 1_000_000_000_000 }),
  },
  balance_limit: {
    status: 422,
    title: 'The balance would exceed its limit',
    retryable: false,
    cause:
      'A balance and each of its parts stay within `balance_max_cents` of `GET /api/v1/limits`, above zero and below, so that every program reads it exactly. This act would exceed it. Nothing was stored.',
    fix: 'Settle or pay out first, then ask again. Bank lines that would exceed it wait in the review queue.',
    example: steps(
      ownMerchant({}, 'VND'),
      ownToken(),
      putRate('KWD', 'VND', 0.000001),
      repeated(
        '1 2 3 4 5 6 7 8 9',
        steps(
          keep(
            'TRADE_ID',
            'id',
            ownPayin({
              order_id: '$ORDER_ID-$TRY',
              amount_currency: 'KWD',
              amount_cents: 1_000_000_000_000,
            }),
          ),
          first(OWN_CONFIRM),
        ),
      ),
      adjustment(100),
    ),
  },
  no_receiving_account_available: {
    status: 422,
    title: 'No receiving account can take this amount now',
    retryable: true,
    cause:
      'No receiving account of this type and currency is enabled, within its hours and limits, and free for this amount. Nothing was stored and `order_id` stays free.',
    fix: 'Try again after `retry_after` seconds. If it is absent and `retryable` is false, waiting does not help: offer the customer another amount or type.',
    example: steps(
      first(
        operatorPost('/operator/v1/receiving_accounts', {
          type: 'phone',
          currency: 'XPF',
          name: 'Trying errors',
          number: '+68940123456',
          max_amount_cents: 1,
        }),
      ),
      examplePayin({ type: 'phone', amount_currency: 'XPF' }),
    ),
  },
  no_exchange_rate: {
    status: 422,
    title: 'There is no exchange rate for this currency',
    retryable: true,
    cause:
      'The operator has set no rate between `amount_currency` and the currency of your balance.',
    fix: 'Use another currency, or ask the operator for the rate.',
    example: examplePayin({ amount_currency: 'XOF' }),
  },
  amount_out_of_range: {
    status: 422,
    title: 'The amount cannot be settled',
    retryable: false,
    cause:
      'Converted to the currency of the balance at the rate of the day, the amount is too large.',
    fix: 'Use a smaller amount; `GET /api/v1/limits` publishes the limits.',
    example: steps(
      ownMerchant({}, 'VND'),
      ownToken(),
      putRate('KWD', 'VND', 0.00000001),
      ownPayin({ amount_currency: 'KWD', amount_cents: 1_000_000_000_000 }),
    ),
  },
  client_limit: {
    status: 422,
    title: 'The customer has reached a limit',
    retryable: true,
    cause:
      'One of the limits that you set for your customers is reached for this `client_id`: open pay-ins, equal amounts in one currency, the count per hour and day over all currencies, or the sum per hour and day in this currency alone.',
    fix: 'Let the customer finish or cancel the open order, or wait.',
    example: steps(
      ownMerchant({ client_max_open_payins: 1 }),
      ownToken(),
      first(ownPayin()),
      ownPayin({ order_id: '$ORDER_ID-2' }),
    ),
  },
  merchant_limit: {
    status: 422,
    title: 'You have as many open pay-ins as are allowed',
    retryable: true,
    cause:
      'Merchants share the receiving accounts, so each may have only so many open pay-ins. `limit` says how many; unless the operator set another number for you, it is `merchant_open_payins_max` of `GET /api/v1/limits`.',
    fix: 'Cancel pay-ins that nobody will pay, wait until some have ended, or ask the operator for a higher limit.',
    example: steps(
      ownMerchant({ max_open_payins: 1 }),
      ownToken(),
      first(ownPayin()),
      ownPayin({ order_id: '$ORDER_ID-2' }),
    ),
  },
  refund_too_large: {
    status: 422,
    title: 'The refund is more than is left of the pay-in',
    retryable: false,
    cause:
      'The refunds of a pay-in may add up to at most its amount. `refundable_cents` is what is left.',
    fix: 'Ask for at most `refundable_cents`. A refund that failed or was canceled gives its amount back.',
    example: steps(
      keepCompleted('TRADE_ID', 'id'),
      merchantPost('/api/v1/orders/refund/create', {
        merchant_id: '$MERCHANT_ID',
        id: '$TRADE_ID',
        order_id: '$ORDER_ID',
        amount_cents: 1_000_000_000_000,
        type: 'card',
        number: '4111111111111111',
      }),
    ),
  },
  payin_archived: {
    status: 422,
    title: 'The pay-in is archived, and can no longer be refunded',
    retryable: false,
    cause:
      'The month of the pay-in is archived, and its events and postings were removed from the database. What is left answers questions, and no act changes it. `archived_month` names the month.',
    fix: 'Send the money by a pay-out of its own (`POST /api/v1/orders/withdrawal/create`), with a new `order_id`.',
    example: { not_shown: 'takes_time' },
  },
  act_not_allowed: {
    status: 422,
    title: 'The trade is in a state that does not allow this',
    retryable: false,
    cause:
      'The table of states (`GET /api/v1/states`) has no transition for this act from the trade’s present state.',
    fix: 'Read the trade and decide from its state; a finished trade needs a new order.',
    example: steps(
      keepCompleted('TRADE_ID', 'id'),
      merchantPost('/api/v1/orders/cancel', { merchant_id: '$MERCHANT_ID', id: '$TRADE_ID' }),
    ),
  },
  line_beside: {
    status: 422,
    title: 'A bank line looks like this money',
    retryable: false,
    cause:
      'A pay-in is confirmed by hand, and a bank line in suspense names it (its UTR or nearly, its reference, its order id) with its amount or nearly. If the pay-in were credited without the line, the line could pay another one. `id` is the line.',
    fix: 'Assign the line to the pay-in. If it is other money, send its id as `despite_line`, and why in `note`.',
    example: { not_shown: 'needs_line' },
  },
  utr_already_used: {
    status: 422,
    title: 'This UTR has paid another order',
    retryable: false,
    cause: 'A transfer pays only one order, and the transfer with this UTR has already paid one.',
    fix: 'Ask the customer for the UTR of the transfer that was made for this order.',
    example: steps(keepCompleted('UTR', 'utr'), NEW_PAYIN, exampleUtr('$UTR')),
  },
  utr_too_late: {
    status: 422,
    title: 'It is too late for a UTR',
    retryable: false,
    cause: 'The pay-in ended more than 5 days ago.',
    fix: 'Ask the operator to look for the transfer; for a new transfer create a new order.',
    example: { not_shown: 'takes_time' },
  },
  utr_change_limit: {
    status: 422,
    title: 'The UTR was replaced too often',
    retryable: false,
    cause: 'The UTR of a pay-in can be replaced 3 times.',
    fix: 'Ask the operator, who can match the transfer by hand.',
    example: steps(
      NEW_PAYIN,
      repeated('1 2 3 4', first(exampleUtr('70000000000$TRY'))),
      exampleUtr('700000000005'),
    ),
  },
  utr_locked: {
    status: 422,
    title: 'Too many UTRs were tried on the payment page',
    retryable: false,
    cause: 'A payment page accepts 5 tries of a UTR.',
    fix: 'Attach the UTR through the API, or ask the operator.',
    example: { not_shown: 'page_only' },
  },
} as const satisfies Partial<Record<RefusalCode, ErrorEntry>>;
