// Why a bank line is where it is or waits, and what speaks for a trade: words for the API's codes.

/** Of a line that counts. */
export const LINE_REASON_WORDS = {
  utr_account_amount: 'A pay-in of this account claims this UTR, and has this amount.',
  reference: 'The text names a pay-in, which has this amount.',
  account_amount_time: 'Exactly one pay-in of this account has this amount in this time.',
  utr_amount_mismatch: 'A pay-in of this account claims this UTR, but has another amount.',
  reference_amount_mismatch: 'The text names a pay-in, which has another amount.',
  several_candidates: 'Several orders fit, so only a person can decide which one it paid.',
  trade_already_paid: 'The order that it fits has its money: perhaps somebody paid twice.',
  trade_not_payable: 'The order that it fits is disputed, failed or reversed.',
  too_early: 'The bank booked it before the order that it fits was created.',
  too_late: 'The bank booked it too long after the order that it fits had ended.',
  other_utr: 'An order of this account has this amount, but claims another UTR.',
  partly_paid: 'An order of this account has this amount, but a part of its money came already.',
  other_time: 'An order of this account has this amount, but waits for money of another time.',
  no_candidate: 'No recent order of this account has this amount, and the line names none.',
  balance_limit: 'The merchant’s balance would pass the most that it may be.',
  feed_daily_sum: 'The feed that gave it has passed what it may give for this account in a day.',
  feed_rate: 'The feed that gave it gave more lines in this hour than it may.',
  unusual_amount: 'A feed gave it, and its amount is none that this account usually gets.',
  unusual_date: 'A feed gave it, and it was booked unusually long ago.',
  unusual_hour: 'A feed gave it at an hour at which this account gets no lines.',
  outgoing: 'Money left the account, and no pay-out fits.',
  repeated_id:
    'The bank gave its id to another line of this amount, too: perhaps both are the same payment.',
  evidence_rejected: 'Its pay-in was failed, so that the money is nobody’s again.',
  overpaid: 'More came than its pay-in was credited with: this is what came too much.',
  credit_reversed: 'The credit of its pay-in was taken back, so that the money is nobody’s again.',
  beyond_credit: 'The bank took back more than its pay-in was credited with: this is the rest.',
  divided: 'Its trade takes only a part of it; the other part waits.',
  kept: 'A person keeps it in suspense until the next line.',
  credited_to_merchant: 'A person credited it to a merchant’s balance, without an order.',
  recall:
    'It takes back a line of the same account and amount, with the same UTR, number of the bank or end-to-end id.',
  recalled: 'The bank took it back: another line of the same amount and number says so.',
  recall_for_review: 'It seems to take back a line, but only a person can say what follows.',
  partial_recall: 'The bank took back a part of what its pay-in was credited with.',
  assigned: 'A person said whose it is.',
  assigned_with_difference:
    'A person assigned it to a trade of another amount: see its parts, the amount and the difference.',
  difference_to_house: 'By this much the line differs from its trade’s amount; the house bears it.',
  difference_to_merchant:
    'By this much the line differs from its trade’s amount; the merchant bears it.',
  split_in_parts: 'A person split it: its parts are decided one by one.',
  part_of_split: 'A part of a line that a person split.',
  split_undone: 'The split was undone: its money is with the whole line again.',
  marked_fee: 'What the bank took or gave for its services.',
  marked_own_transfer: 'One leg of a transfer between own accounts.',
  returned_to_sender: 'A pay-out sends it back to its sender.',
  return_failed: 'The pay-out that was to send it back came to nothing; a person decides again.',
  undone: 'What was decided about it was undone; a person decides again.',
  payout_reference: 'It names the attempt to send a pay-out.',
  payout_utr: 'It has the UTR of a pay-out.',
  payout_amount_time: 'Exactly one pay-out of this account has this amount in this time.',
  payout_amount_mismatch:
    'It names a pay-out, which has another amount: assign it with the difference.',
  payout_not_paid:
    'It names a pay-out that failed or was reversed: if its money left, assign it with `charge`.',
  payout_given_up: 'It names an attempt to send a pay-out that was given up before it was sent.',
  payout_paid_already:
    'Another line shows the money of this pay-out leave: perhaps the bank paid it twice.',
  payout_returned_already: 'Another line brought the money of this pay-out back already.',
  payout_never_left: 'It brings back a pay-out whose money never left, as far as is known.',
  payout_final: 'It brings back a pay-out that was completed too long ago to be reversed.',
  charged: 'A person said that a pay-out’s money left although it came to nothing.',
  payout_returned: 'The bank sent a completed pay-out back.',
  payout_returned_early: 'The bank sent a pay-out back whose payment is not known yet.',
} as const;

/** Of a line that may be stored already. */
export const WAIT_REASON_WORDS = {
  day_reached:
    'The stored lines of these days already lead to the closing balance of this file, so the line is probably one of them with another id.',
  day_differs:
    'The stored lines do not lead to the balances of this file: one of them is not in the file, and may be this line.',
  day_closed:
    'An earlier statement has closed this day: its stored lines lead from its opening to its closing balance, and this line is not among them.',
  maybe_stored:
    'Another source has brought a line with this amount on this day or some days apart, and nothing says whether both are one movement.',
  day_removed:
    'Lines of these days were removed with their month, so nobody can tell here whether this line was among them: look into the archive.',
} as const;

/** What a pay-in and a line have in common. */
export const EVIDENCE_WORDS = {
  utr: 'it claims this UTR',
  reference: 'the text has its reference',
  utr_similar: 'it claims nearly this UTR, perhaps mistyped',
  amount: 'it asks for this amount',
  order_id: 'the text has its order id',
  amount_digits: 'digits of its amount are exchanged, or zeros are added or missing',
  amount_close: 'its amount is within a twentieth',
  time: 'the money came in its time',
  open: 'it still waits for money',
} as const;

/** What the rules found when the line came. */
export const CANDIDATE_WORDS = {
  has: (evidence: string) => `has ${evidence}`,
  evidence: {
    utr: 'its UTR',
    reference: 'its reference in the text',
    amount: 'its amount',
    time: 'its time',
    same_transfer: 'the transfer that it is a part of',
    end_to_end_id: 'the id that it was sent with',
    bank_number: 'the bank’s own number',
  },
} as const;
