// The schemas of pay-out batches, attempts and outcomes in the operator API.
import { Type } from 'typebox';
import type { PayoutOutcome } from '../../../app/payout/payout-items.ts';
import type {
  BatchPayoutBody,
  PayoutAttemptBody,
  PayoutBatchBody,
} from '../../../app/payout/payout-views.ts';
import { PAYOUT_BATCH_STATES } from '../../../domain/payout/payout-batch.ts';
import { PAYOUT_ATTEMPT_STATES, RAILS } from '../../../domain/record/payout-attempt.ts';
import { STATES } from '../../../domain/record/trade.ts';
import {
  cents,
  centsOrNull,
  flag,
  integer,
  list,
  moment,
  momentOrNull,
  optional,
  shape,
  text,
  textOrNull,
  uuid,
  uuidOrNull,
  words,
  wordsOrNull,
} from '../../schema/shapes.ts';

const counts = Type.Object(
  Object.fromEntries(
    PAYOUT_ATTEMPT_STATES.map((state) => [state, integer(`Attempts that are ${state}`)]),
  ),
  { title: 'AttemptCounts' },
);

export const PayoutBatchSchema = shape<PayoutBatchBody>('PayoutBatch', {
  id: uuid('The batch'),
  rail: words(RAILS, 'How it reaches the bank'),
  state: words(PAYOUT_BATCH_STATES, 'Follows from its attempts; `closed`: none is open'),
  receiving_account_id: uuid('The account that pays'),
  currency: text('ISO 4217 code'),
  message_id: text('The batch’s id at the bank; never changes'),
  note: textOrNull('From the operator who made the batch'),
  payout_count: integer('How many pay-outs, without released ones'),
  total_cents: cents('Their sum'),
  open_count: integer('Attempts whose result is not known yet'),
  counts,
  execution_on: textOrNull('The day on which the bank should pay; null in a draft'),
  damaged: optional(flag('Only if true: the payer’s account as exported cannot be decrypted')),
  created_at: moment('When it was made'),
  exported_at: momentOrNull('From then on it never changes; null in a draft'),
  handed_at: momentOrNull(
    'When its rail sent it, or somebody fetched the whole file; null if the bank cannot have it yet',
  ),
});

const ATTEMPT = {
  id: uuid('The attempt'),
  merchant_id: uuid('Whose pay-out'),
  trade_id: uuid('The pay-out'),
  payout_batch_id: uuidOrNull('Null if a person pays it by hand'),
  batch_message_id: textOrNull('The batch as its bank knows it: `message_id` of the batch'),
  receiving_account_id: uuidOrNull('The paying account; null if it is not known'),
  end_to_end_id: text('Its id at the bank, from the file to the line of the statement'),
  state: words(PAYOUT_ATTEMPT_STATES, 'Its progress'),
  amount_cents: cents('What is paid'),
  currency: text('ISO 4217 code'),
  utr: textOrNull('The bank’s number of the transfer'),
  debit_line_id: uuidOrNull('The bank line that shows the money leave'),
  return_line_id: uuidOrNull('The bank line that shows it come back'),
  charged_cents: centsOrNull(
    'What the merchant is charged, in the balance currency, because the money left although the pay-out was not completed',
  ),
  bank_status: textOrNull('The last status that the bank gave'),
  bank_reason: textOrNull('The bank’s code for the reason'),
  bank_text: textOrNull('Its words'),
  created_at: moment('When it was taken'),
  sent_at: momentOrNull('When its batch was exported'),
  updated_at: moment('When it last changed'),
};

export const PayoutAttemptSchema = shape<PayoutAttemptBody>('PayoutAttempt', ATTEMPT);

export const BatchPayoutSchema = shape<BatchPayoutBody>('BatchPayout', {
  ...ATTEMPT,
  order_id: text('The merchant’s id of the pay-out'),
  trade_state: words(STATES, 'Of the pay-out; `state` is that of this attempt'),
  type: text('Payment type of the payee’s number'),
  payee_name: textOrNull('As the merchant gave it; null also if it cannot be decrypted'),
  payee_number: textOrNull('Masked; null if it cannot be decrypted'),
  payee_bank: textOrNull('The payee’s bank, or its IFSC, as the merchant gave it'),
});

export const PayoutOutcomeSchema = shape<PayoutOutcome>('PayoutOutcome', {
  merchant_id: uuid('Whose pay-out'),
  id: uuid('The pay-out'),
  order_id: textOrNull('The merchant’s id of it; null if there is no such pay-out'),
  state: wordsOrNull(STATES, 'Its present state; null if the act was refused'),
  code: textOrNull('Why it was refused'),
  detail: textOrNull('The same in words'),
  proposal_id: uuidOrNull('The proposal that waits for a second person'),
  changed_by: textOrNull('Who changed it last, if that may be why it was refused'),
  changed_at: momentOrNull('When they did'),
});

type BatchResult = { batch: PayoutBatchBody; payouts: PayoutOutcome[] };

export const BatchResultSchema = shape<BatchResult>('PayoutBatchResult', {
  batch: PayoutBatchSchema,
  payouts: list(PayoutOutcomeSchema, { description: 'One result for each requested pay-out' }),
});
