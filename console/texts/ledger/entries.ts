// The words of the ledger: what an entry was posted for and why, and what each account means. The
// compiler asks for every act; a test compares the kinds of accounts with the service's own.

import type { Entry } from '../../api/schema.gen.ts';

type Words = { readonly label: string; readonly why: string };

export const ENTRY_WORDS: Readonly<Record<Entry['act'], Words>> = {
  payin_completed: {
    label: 'Pay-in credited',
    why: 'The pay-in’s money counts as received: the merchant gets it, less the fee.',
  },
  payin_raised: {
    label: 'Pay-in credited with more',
    why: 'An appeal gave the merchant more of the contested amount than the first decision.',
  },
  payin_disputed: {
    label: 'Contested money blocked',
    why: 'The pay-in is disputed: what was credited is blocked until somebody decides.',
  },
  payin_dispute_won: {
    label: 'Contested money freed',
    why: 'The dispute ended for the merchant: what was blocked can be spent again.',
  },
  payin_recalled: {
    label: 'Recalled by the bank',
    why: 'The bank took back a part of the payment, so the merchant’s credit shrinks with it.',
  },
  payin_recall_undone: {
    label: 'Recall undone',
    why: 'The bank’s recall did not stand: the merchant has that part again.',
  },
  payin_charged_back: {
    label: 'Charged back',
    why: 'The merchant lost the dispute and gives the contested part back.',
  },
  payin_reversed: {
    label: 'Pay-in reversed',
    why: 'Everything that the pay-in had credited is taken back, with its fee.',
  },
  payout_held: {
    label: 'Pay-out put on hold',
    why: 'The pay-out’s amount and fee are set aside, so that they cannot be spent twice.',
  },
  payout_released: {
    label: 'Hold of the pay-out ended',
    why: 'The pay-out was not paid: its amount and fee can be spent again.',
  },
  payout_completed: {
    label: 'Pay-out paid',
    why: 'The pay-out was paid: what was on hold leaves the merchant’s balance.',
  },
  payout_account_known: {
    label: 'Paying account known',
    why: 'A bank line showed which receiving account paid the pay-out.',
  },
  payout_account_unknown: {
    label: 'Paying account unknown again',
    why: 'The bank line that showed the paying account was taken away from the pay-out.',
  },
  payout_reversed: {
    label: 'Pay-out reversed',
    why: 'The money came back from the bank: the merchant has amount and fee again.',
  },
  payout_charged: {
    label: 'Failed pay-out charged',
    why: 'The pay-out had ended unpaid, but its money left the bank: the merchant bears it.',
  },
  payout_charge_undone: {
    label: 'Charge undone',
    why: 'The money of the failed pay-out did not leave after all: the charge is given back.',
  },
  difference_charged: {
    label: 'Difference charged',
    why: 'The bank line differs from the trade, and the merchant bears what is missing.',
  },
  difference_credited: {
    label: 'Difference credited',
    why: 'The bank line differs from the trade, and the merchant gets what is over.',
  },
  difference_undone: {
    label: 'Difference undone',
    why: 'The decision about the difference was taken back.',
  },
  hold_placed: {
    label: 'Credit held back',
    why: 'The merchant’s terms keep back a part of each credit: a delay or a reserve.',
  },
  hold_released: {
    label: 'Held credit released',
    why: 'The time of the delay or reserve is over: the merchant may spend it.',
  },
  adjustment: {
    label: 'Balance adjusted',
    why: 'A person corrected the merchant’s balance by hand, with a reason.',
  },
  line_received: {
    label: 'Unmatched money credited',
    why: 'Money of a bank line without a trade was given to this merchant.',
  },
  line_given_up: {
    label: 'Unmatched money given up',
    why: 'That money was not this merchant’s after all: the credit is taken back.',
  },
  bank_line: {
    label: 'Bank line seen',
    why: 'The bank shows this movement; until it has a trade it is in suspense.',
  },
  match: {
    label: 'Bank line matched',
    why: 'The bank line has its trade: its money is due to the trade’s merchant.',
  },
  unmatch: {
    label: 'Match undone',
    why: 'The bank line was taken away from its trade and is in suspense again.',
  },
  fee: {
    label: 'Bank’s fee or interest',
    why: 'The bank line is a fee or interest of the bank: it is nobody’s payment.',
  },
  fee_undone: {
    label: 'Fee undone',
    why: 'The bank line is no fee after all and is in suspense again.',
  },
  own_transfer: {
    label: 'Own transfer',
    why: 'The bank line is one side of a transfer between own accounts.',
  },
  own_transfer_undone: {
    label: 'Own transfer undone',
    why: 'The bank line is no own transfer after all and is in suspense again.',
  },
};

/** What a merchant’s settlement tells of an entry, which may be newer than this console. */
export const actWords = (act: string): string =>
  Object.entries(ENTRY_WORDS).find(([known]) => known === act)?.[1].label ?? act;

export type AccountOwner = { readonly account: string; readonly merchant: string };
export const UNKNOWN_ACCOUNT = 'an account not known yet';

/** By the first part of an account's name. */
export const ACCOUNT_WORDS: Readonly<Record<string, (of: AccountOwner) => string>> = {
  available: () => 'Spendable',
  blocked: () => 'On hold',
  fees: () => 'Fees',
  rounding: () => 'Rounding of conversions',
  fx: () => 'Currency position',
  clearing: ({ account }) => `On the way from ${account}`,
  bank: ({ account }) => `At the bank: ${account}`,
  suspense: ({ account }) => `Without a trade: ${account}`,
  due: ({ account, merchant }) => `Due to ${merchant} from ${account}`,
  costs: ({ account }) => `Bank’s costs: ${account}`,
  transit: () => 'Between own accounts',
};
