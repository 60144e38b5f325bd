// The words of trades on every screen: their states, facts, columns and acts.

export const STATE_NAMES = {
  created: 'Created',
  pending: 'Waiting for money',
  verifying: 'To verify',
  processing: 'Being paid',
  completed: 'Completed',
  expired: 'Expired',
  canceled: 'Canceled',
  failed: 'Failed',
  disputed: 'Disputed',
  reversed: 'Reversed',
} as const;

export const DIRECTION_NAMES = { payin: 'Pay-in', payout: 'Pay-out' } as const;

/** In place of an id that the service made. */
export const SETTLEMENT_PAYOUT = (end: string): string => `Settlement …${end}`;

export const TRADE_COLUMN_TEXTS = {
  all: 'All',
  order: 'Order',
  direction: 'Direction',
  state: 'State',
  amount: 'Amount',
  client: 'Customer',
  created: 'Created',
  utr: 'UTR',
  day: 'Day (UTC)',
  currency: 'Currency',
  merchant: 'Merchant',
  empty: 'No trades yet. They appear here as soon as a merchant creates one.',
} as const;

export const TRADE_TEXTS = {
  id: 'Trade id',
  merchant: 'Merchant',
  direction: 'Direction',
  requested: 'Asked for',
  received: 'Received',
  fee: 'Fee',
  percent: 'Fee rate',
  net: 'Net',
  settlement: 'In the balance’s currency',
  refunded: 'Refunded',
  recalled: 'Recalled by the bank',
  utr: 'UTR',
  client: 'Customer',
  description: 'Pays for',
  metadata: 'Metadata',
  account: 'Account',
  created: 'Created',
  final: 'Final',
  yes: 'Yes',
  timeline: 'What happened',
  entry: 'Booked:',
  line: 'Bank line',
  callback: 'Callback:',
  no_answer: 'no answer',
} as const;

export const ACTS_DONE = {
  create: 'Created',
  assign: 'Account assigned',
  attach_utr: 'UTR given',
  match: 'Bank line matched',
  unmatch: 'Bank line taken away',
  recall: 'Recalled by the bank',
  charge: 'Charged',
  refund: 'Refunded',
  confirm: 'Confirmed by hand',
  complete: 'Paid',
  take: 'Taken to be paid',
  release: 'Put back into the queue',
  fail: 'Rejected',
  cancel: 'Canceled',
  expire: 'Time ended',
  dispute: 'Dispute opened',
  resolve: 'Dispute ended',
  update_dispute: 'Dispute changed',
  reverse: 'Reversed',
} as const;

export const TRADE_ACT_TEXTS = {
  confirm: {
    label: 'Confirm',
    what: 'The merchant is credited with what was received, or with what was asked for if no bank line says otherwise. Confirm only money that you have seen on the account.',
    done: 'The pay-in is completed.',
    reasons: [
      'Seen on the bank’s own page',
      'The bank confirmed it by phone',
      'The receipt and the statement agree',
    ],
  },
  take: {
    label: 'Take',
    what: 'You pay this pay-out now. Nobody else can take it, and the merchant cannot cancel it any more.',
    done: 'The pay-out is yours.',
    reasons: ['Paying it now'],
  },
  release: {
    label: 'Put back',
    what: 'The pay-out goes back into the queue for somebody else. Only if nothing was sent: otherwise it might be paid twice.',
    done: 'The pay-out is in the queue again.',
    reasons: ['Nothing was sent: checked in the bank’s list', 'The bank refused it before sending'],
  },
  fail: {
    label: 'Reject',
    what: 'A pay-in’s evidence is rejected, or a pay-out that was not paid ends and its money goes back to the merchant’s balance.',
    done: 'It is rejected.',
    reasons: ['Payment not found', 'The proof is not genuine', 'The bank refused the payee'],
  },
  cancel: {
    label: 'Cancel',
    what: 'The trade ends before anything has happened. A hold is released.',
    done: 'It is canceled.',
    reasons: ['Asked for by the merchant', 'Created by mistake'],
  },
  dispute: {
    label: 'Open a dispute',
    what: 'The trade is disputed until somebody decides it. What was credited is blocked meanwhile.',
    done: 'The dispute is open.',
    reasons: ['The customer says it was not received', 'The amount is contested'],
  },
  reverse: {
    label: 'Reverse',
    what: 'Credited money is taken back from the merchant, or a paid pay-out came back from the bank. This is final.',
    done: 'It is reversed.',
    reasons: ['The bank took the money back', 'Credited by mistake'],
  },
} as const;

/** Of payment types. */
export const TYPE_NAMES = {
  account: 'Account',
  upi: 'UPI',
  iban: 'IBAN',
  card: 'Card',
  phone: 'Phone number',
} as const;

/** A trade of a type that is added later has the wire's own word. */
export const typeName = (type: string): string =>
  Object.entries(TYPE_NAMES).find(([name]) => name === type)?.[1] ?? type;
