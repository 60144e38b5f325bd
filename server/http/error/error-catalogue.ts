// Every refusal on the wire: status, title, cause and fix; a code missing here does not compile.
import type { RefusalCode } from '../../domain/service/refusal.ts';
import { APPROVAL_ERRORS } from './approval-errors.ts';
import type { ErrorEntry } from './error-entry.ts';
import {
  curl,
  examplePayin,
  examplePayout,
  exampleUtr,
  merchantGet,
  merchantPost,
  operatorGet,
  operatorPost,
} from './error-examples.ts';
import { FACTOR_ERRORS } from './factor-errors.ts';
import { TRANSPORT_ERRORS } from './transport-errors.ts';

export const ERROR_CATALOGUE: Readonly<Record<RefusalCode, ErrorEntry>> = {
  ...TRANSPORT_ERRORS,
  ...FACTOR_ERRORS,
  ...APPROVAL_ERRORS,
  unauthorized: {
    status: 401,
    title: 'The request is not authorised',
    retryable: false,
    cause:
      'The token is missing, malformed, unknown, expired or revoked; the signature is wrong or older than 300 seconds; the address is not in the token’s allow-list; or `merchant_id` of a request that changes something is not the token’s merchant. All of them have the same answer, so that an attacker learns nothing from it. Only a token of the other mode (`test_` in live mode, `live_` in a sandbox) is called that, by its first letters alone.',
    fix: 'Send the token as it was shown when it was issued, in `X-Token` (operators: `Authorization: Bearer`), from an allowed address, with the `merchant_id` to which it belongs. For signatures, sign the raw body byte for byte, and check your clock.',
    example: curl('/api/v1/merchant/account_balance/$MERCHANT_ID', '-H "X-Token: wrong"'),
  },
  sign_in_failed: {
    status: 401,
    title: 'The sign-in failed',
    retryable: false,
    cause:
      'Nobody has this e-mail address, the password is wrong, the person is disabled or has no password yet, or too many failed tries have locked the sign-in for a while. All of them have the same answer, so that an attacker learns nothing from it.',
    fix: 'Check both and try again; after five failures wait a few minutes. An owner can make a link for a new password.',
    example: operatorPost('/operator/v1/session', {
      email: 'owner@example.com',
      password: 'not the right one',
    }),
  },
  insufficient_scope: {
    status: 401,
    title: 'The token may not do this',
    retryable: false,
    cause: 'The token is valid, but it was issued without the scope that this request needs.',
    fix: 'Use a token with the scope `payin`, `payout` or `read`, as `detail` says; the operator issues it.',
    example: examplePayout(),
  },
  forbidden: {
    status: 403,
    title: 'This is not allowed',
    retryable: false,
    cause:
      'The caller is known, but has not the right that this request needs; `missing_right` names it. A role gives rights; the scopes of a token can take some of them away.',
    fix: 'Ask somebody who has the right. An owner changes roles, and the scopes of tokens.',
    example: operatorGet('/operator/v1/merchants'),
  },
  not_found: {
    status: 404,
    title: 'There is nothing here',
    retryable: false,
    cause:
      'The address is unknown, an id in it is malformed, or the record that it names does not exist or belongs to somebody else. All of them have the same answer.',
    fix: 'Check the path letter by letter, and check that id and merchant_id belong together.',
    example: merchantGet('/api/v1/orders/$MERCHANT_ID/00000000-0000-7000-8000-000000000000'),
  },
  no_proof_yet: {
    status: 404,
    title: 'No proof includes your book yet',
    retryable: true,
    cause:
      'Proofs are signed once a day, after midnight UTC, over the books that exist then. Yours was opened after the newest proof, or none has been signed yet.',
    fix: 'Ask for `latest` again tomorrow. `GET /api/v1/merchant/proofs/{merchant_id}` lists the proofs that include your book.',
    example: merchantGet('/api/v1/merchant/proofs/$MERCHANT_ID/latest'),
  },
  invalid_request: {
    status: 422,
    title: 'The request has wrong fields',
    retryable: false,
    cause:
      'Fields are missing, of the wrong type, too long, malformed, out of range or unknown values. `errors` names all of them at once, in the documented order of the fields. Numbers are not made from texts: `"100"` is not `100`.',
    fix: 'Correct each field that `errors` names and send the request again; nothing was stored.',
    example: examplePayin({ amount_cents: '100', amount_currency: 'inr' }),
  },
  order_id_taken: {
    status: 422,
    title: 'This order_id belongs to another order',
    retryable: false,
    cause:
      '`order_id` is unique per merchant, for pay-ins and pay-outs together and for ever. An order with this `order_id` exists and has other content; its id is in the answer. The same content would have been answered with the existing trade.',
    fix: 'Use a new `order_id` for a new order. If this was a retry, send exactly what was sent first.',
    example: examplePayin({ amount_cents: 10_001 }),
  },
  reference_taken: {
    status: 422,
    title: 'This Idempotency-Key was used for something else',
    retryable: false,
    cause: 'A request with the same Idempotency-Key was carried out and had other content.',
    fix: 'Use a new key for a new request, and the first content for a retry.',
    example: operatorPost(
      '/operator/v1/merchants/$MERCHANT_ID/adjustments',
      { amount_cents: 100, reason: 'Top-up' },
      '-H "Idempotency-Key: top-up-1"',
    ),
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
    example: operatorPost('/operator/v1/merchants/$MERCHANT_ID/adjustments', {
      amount_cents: 1_000_000_000_000,
      reason: 'Top-up',
    }),
  },
  no_receiving_account_available: {
    status: 422,
    title: 'No receiving account can take this amount now',
    retryable: true,
    cause:
      'No receiving account of this type and currency is enabled, within its hours and limits, and free for this amount. Nothing was stored and `order_id` stays free.',
    fix: 'Try again after `retry_after` seconds. If it is absent and `retryable` is false, waiting does not help: offer the customer another amount or type.',
    example: examplePayin(),
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
    example: examplePayin({ amount_cents: 1_000_000_000_000, amount_currency: 'JPY' }),
  },
  client_limit: {
    status: 422,
    title: 'The customer has reached a limit',
    retryable: true,
    cause:
      'One of the limits that you set for your customers is reached for this `client_id`: open pay-ins, equal amounts in one currency, the count per hour and day over all currencies, or the sum per hour and day in this currency alone.',
    fix: 'Let the customer finish or cancel the open order, or wait.',
    example: examplePayin({ order_id: 'order-2' }),
  },
  merchant_limit: {
    status: 422,
    title: 'You have as many open pay-ins as are allowed',
    retryable: true,
    cause:
      'Merchants share the receiving accounts, so each may have only so many open pay-ins. `limit` says how many; unless the operator set another number for you, it is `merchant_open_payins_max` of `GET /api/v1/limits`.',
    fix: 'Cancel pay-ins that nobody will pay, wait until some have ended, or ask the operator for a higher limit.',
    example: examplePayin({ order_id: 'order-2' }),
  },
  refund_too_large: {
    status: 422,
    title: 'The refund is more than is left of the pay-in',
    retryable: false,
    cause:
      'The refunds of a pay-in may add up to at most its amount. `refundable_cents` is what is left.',
    fix: 'Ask for at most `refundable_cents`. A refund that failed or was canceled gives its amount back.',
    example: merchantPost('/api/v1/orders/refund/create', {
      merchant_id: '$MERCHANT_ID',
      id: '$TRADE_ID',
      order_id: 'refund-2',
      amount_cents: 10_000,
      number: '4111111111111111',
    }),
  },
  person_state: {
    status: 422,
    title: 'The person is in a state that does not allow this',
    retryable: false,
    cause:
      'People are `invited`, `active` or `disabled`. A disabled person gets no link, and only a disabled one can be enabled.',
    fix: 'Read the person with `GET /operator/v1/people/{id}` and decide from its state.',
    example: operatorPost('/operator/v1/people/$PERSON_ID/enable', { reason: 'Back from leave' }),
  },
  last_owner: {
    status: 422,
    title: 'The last owner stays',
    retryable: false,
    cause:
      'The person is the only active owner. Without one nobody could invite people or change their roles.',
    fix: 'Make another person an owner first; once that person has signed in, this one can be changed.',
    example: operatorPost('/operator/v1/people/$PERSON_ID/disable', { reason: 'Has left' }),
  },
  act_not_allowed: {
    status: 422,
    title: 'The trade is in a state that does not allow this',
    retryable: false,
    cause:
      'The table of states (`GET /api/v1/states`) has no transition for this act from the trade’s present state.',
    fix: 'Read the trade and decide from its state; a finished trade needs a new order.',
    example: merchantPost('/api/v1/orders/cancel', {
      merchant_id: '$MERCHANT_ID',
      id: '$TRADE_ID',
    }),
  },
  changed_meanwhile: {
    status: 422,
    title: 'It has changed since you looked at it',
    retryable: false,
    cause:
      'The request names the version on which it was decided (`expected_sequence` of a trade or dispute, `expected_decided_at` of a bank line), and somebody or something has changed it since. Nothing was done.',
    fix: 'Read it again, and decide on it as it is now.',
    example: operatorPost('/operator/v1/trades/$MERCHANT_ID/$TRADE_ID/take', {
      expected_sequence: 1,
    }),
  },
  utr_already_used: {
    status: 422,
    title: 'This UTR has paid another order',
    retryable: false,
    cause: 'A transfer pays only one order, and the transfer with this UTR has already paid one.',
    fix: 'Ask the customer for the UTR of the transfer that was made for this order.',
    example: exampleUtr('123456789012'),
  },
  utr_too_late: {
    status: 422,
    title: 'It is too late for a UTR',
    retryable: false,
    cause: 'The pay-in expired more than 5 days ago.',
    fix: 'Ask the operator to look for the transfer; for a new transfer create a new order.',
    example: exampleUtr('123456789012'),
  },
  utr_change_limit: {
    status: 422,
    title: 'The UTR was replaced too often',
    retryable: false,
    cause: 'The UTR of a pay-in can be replaced 3 times.',
    fix: 'Ask the operator, who can match the transfer by hand.',
    example: exampleUtr('210987654321'),
  },
  utr_locked: {
    status: 422,
    title: 'Too many UTRs were tried on the payment page',
    retryable: false,
    cause: 'A payment page accepts 5 tries of a UTR.',
    fix: 'Attach the UTR through the API, or ask the operator.',
    example: exampleUtr('123456789012'),
  },
  token_limit: {
    status: 422,
    title: 'There are too many active tokens',
    retryable: false,
    cause: 'A merchant has at most 5 active tokens, an operator’s person 20.',
    fix: 'Revoke a token that is no longer used, then issue the new one.',
    example: operatorPost('/operator/v1/merchants/$MERCHANT_ID/tokens', { mode: 'token' }),
  },
  statement_invalid: {
    status: 422,
    title: 'The statement file has wrong lines',
    retryable: false,
    cause:
      'Lines of the file cannot be read with this profile; `errors` names the first of them. Nothing was imported.',
    fix: 'Choose the bank’s profile, correct the lines, or import only the right ones with `on_error=skip`.',
    example: curl(
      '/operator/v1/statements?receiving_account_id=$ACCOUNT_ID&profile=standard',
      '-H "Authorization: Bearer $OPERATOR_TOKEN"',
      '-H "Content-Type: text/csv"',
      '--data-binary @statement.csv',
    ),
  },
};
