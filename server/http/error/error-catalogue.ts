// Every refusal on the wire: status, title, cause and fix; a code missing here does not compile.
import type { RefusalCode } from '../../domain/service/refusal.ts';
import { APPROVAL_ERRORS } from './approval-errors.ts';
import type { ErrorEntry } from './error-entry.ts';
import {
  ANOTHER_TOKEN,
  adjustment,
  curl,
  examplePayin,
  examplePayout,
  first,
  keep,
  merchantGet,
  merchantPost,
  NEW_PAYOUT,
  NEW_PERSON,
  operatorGet,
  operatorPost,
  ownMerchant,
  ownToken,
  repeated,
  steps,
} from './error-examples.ts';
import { FACTOR_ERRORS } from './factor-errors.ts';
import { ORDER_ERRORS } from './order-errors.ts';
import { TRANSPORT_ERRORS } from './transport-errors.ts';

export const ERROR_CATALOGUE: Readonly<Record<RefusalCode, ErrorEntry>> = {
  ...TRANSPORT_ERRORS,
  ...FACTOR_ERRORS,
  ...APPROVAL_ERRORS,
  ...ORDER_ERRORS,
  unauthorized: {
    status: 401,
    title: 'The request is not authorised',
    retryable: false,
    cause:
      'The token is missing, malformed, unknown, expired or revoked; the signature is wrong or older than 300 seconds; the address is not in the token’s allow-list; or `merchant_id` of a request that changes something is not the token’s merchant. `detail` tells what can be seen from the request alone: no token, one in the wrong header, of an operator, or of the other mode (`test_` in live mode, `live_` in a sandbox). Whatever else is wrong has one answer, so that an attacker learns nothing from it.',
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
    example: steps(
      ownMerchant(),
      ownToken({ scopes: ['read'] }),
      examplePayout({ merchant_id: '$OWN_MERCHANT' }, 'OWN_TOKEN'),
    ),
  },
  forbidden: {
    status: 403,
    title: 'This is not allowed',
    retryable: false,
    cause:
      'The caller is known, but has not the right that this request needs; `missing_right` names it. A role gives rights; the scopes of a token can take some of them away.',
    fix: 'Ask somebody who has the right. An owner changes roles, and the scopes of tokens.',
    example: steps(
      keep(
        'VIEWER',
        'token',
        operatorPost('/operator/v1/operator_tokens', { name: 'Trying errors', role: 'viewer' }),
      ),
      curl('/operator/v1/merchants', '-X POST', '-H "Authorization: Bearer $VIEWER"'),
    ),
  },
  not_found: {
    status: 404,
    title: 'There is nothing here',
    retryable: false,
    cause:
      'The address is unknown, an id in it is malformed, or the record that it names does not exist or belongs to somebody else. What does not exist and what belongs to somebody else have the same answer.',
    fix: 'Of an unknown address `detail` says which one is like it. Of a known one check that id and merchant_id belong together.',
    example: merchantGet('/api/v1/orders/$MERCHANT_ID/00000000-0000-7000-8000-000000000000'),
  },
  no_proof_yet: {
    status: 404,
    title: 'No proof includes your book yet',
    retryable: true,
    cause:
      'Proofs are signed once a day, after midnight UTC, over the books that exist then. Yours was opened after the newest proof, or none has been signed yet.',
    fix: 'Ask for `latest` again tomorrow. `GET /api/v1/merchant/proofs/{merchant_id}` lists the proofs that include your book.',
    example: steps(
      ownMerchant(),
      ownToken(),
      merchantGet('/api/v1/merchant/proofs/$OWN_MERCHANT/latest', 'OWN_TOKEN'),
    ),
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
  reference_taken: {
    status: 422,
    title: 'This Idempotency-Key was used for something else',
    retryable: false,
    cause: 'A request with the same Idempotency-Key was carried out and had other content.',
    fix: 'Use a new key for a new request, and the first content for a retry.',
    example: steps(ownMerchant(), first(adjustment(100)), adjustment(200)),
  },
  person_state: {
    status: 422,
    title: 'The person is in a state that does not allow this',
    retryable: false,
    cause:
      'People are `invited`, `active` or `disabled`. A disabled person gets no link, and only a disabled one can be enabled.',
    fix: 'Read the person with `GET /operator/v1/people/{id}` and decide from its state.',
    example: steps(
      NEW_PERSON,
      operatorPost('/operator/v1/people/$PERSON_ID/enable', { reason: 'Back from leave' }),
    ),
  },
  last_owner: {
    status: 422,
    title: 'The last owner stays',
    retryable: false,
    cause:
      'The person is the only active owner. Without one nobody could invite people or change their roles.',
    fix: 'Make another person an owner first; once that person has signed in, this one can be changed.',
    example: steps(
      `PEOPLE=$(${operatorGet('/operator/v1/people').replace('curl -i', 'curl -s')})`,
      // With more than one owner it names nobody: then it would disable one of them.
      `PERSON_ID=$(node -p 'const owners = JSON.parse(process.argv[1]).data.filter(({ role }) => role === "owner"); owners.length === 1 ? owners[0].id : "several"' "$PEOPLE")`,
      operatorPost('/operator/v1/people/$PERSON_ID/disable', { reason: 'Has left' }),
    ),
  },
  changed_meanwhile: {
    status: 422,
    title: 'It has changed since you looked at it',
    retryable: false,
    cause:
      'The request names the version on which it was decided (`expected_sequence` of a trade or dispute, `expected_decided_at` of a bank line, `expected_version` of a setting), and somebody or something has changed it since. Nothing was done.',
    fix: 'Read it again, and decide on it as it is now.',
    example: steps(
      NEW_PAYOUT,
      first(
        merchantPost('/api/v1/orders/cancel', { merchant_id: '$MERCHANT_ID', id: '$TRADE_ID' }),
      ),
      operatorPost('/operator/v1/trades/$MERCHANT_ID/$TRADE_ID/take', { expected_sequence: 1 }),
    ),
  },
  token_limit: {
    status: 422,
    title: 'There are too many active tokens',
    retryable: false,
    cause: 'A merchant has at most 5 active tokens, an operator’s person 20.',
    fix: 'Revoke a token that is no longer used, then issue the new one.',
    example: steps(ownMerchant(), repeated('1 2 3 4 5', first(ANOTHER_TOKEN)), ANOTHER_TOKEN),
  },
  statement_invalid: {
    status: 422,
    title: 'The statement file has wrong lines',
    retryable: false,
    cause:
      'Lines of the file cannot be read with this profile; `errors` names the first of them. Nothing was imported.',
    fix: 'Choose the bank’s profile, correct the lines, or import only the right ones with `on_error=skip`.',
    example: steps(
      `ACCOUNTS=$(${operatorGet('/operator/v1/receiving_accounts').replace('curl -i', 'curl -s')})`,
      `ACCOUNT_ID=$(node -p 'JSON.parse(process.argv[1]).data[0].id' "$ACCOUNTS")`,
      "printf 'booked_at,amount_cents,utr,text,bank_id\\nyesterday,1.5,,,\\n' |",
      curl(
        '/operator/v1/statements?receiving_account_id=$ACCOUNT_ID&profile=standard',
        '-H "Authorization: Bearer $OPERATOR_TOKEN"',
        '-H "Content-Type: text/csv"',
        '--data-binary @-',
      ),
    ),
  },
};
