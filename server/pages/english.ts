// Every English text of the customers' pages.
import type { PageTexts } from './texts.ts';

const PAYIN_STATES: PageTexts['states']['payin'] = {
  created: {
    heading: 'Pay {merchant}',
    text: 'Your order is waiting. Ask for the payment details when you are ready to pay.',
  },
  pending: {
    heading: 'Pay {merchant}',
    text: 'Send the exact amount to the account below.',
  },
  verifying: {
    heading: 'We are checking your payment',
    text: 'There is nothing more to pay. This page shows the result as soon as there is one.',
  },
  completed: {
    heading: 'Payment completed',
    text: 'Your payment has arrived. {merchant} has been told.',
  },
  expired: {
    heading: 'The time to pay is over',
    text: 'Please do not send money for this order any more. If you have paid already, it is not lost: {merchant} can help.',
  },
  canceled: {
    heading: 'Payment canceled',
    text: 'Please do not send money for this order. If you have paid already, contact {merchant}.',
  },
  failed: {
    heading: 'Payment not confirmed',
    text: 'We could not confirm this payment. If money has left your account, contact {merchant}.',
  },
  disputed: {
    heading: 'This payment is under review',
    text: 'Somebody has a question about this payment. You need not do anything now.',
  },
  reversed: {
    heading: 'Payment taken back',
    text: 'The money of this payment was taken back. Contact {merchant} if you did not expect that.',
  },
};

const PAYOUT_STATES: PageTexts['states']['payout'] = {
  created: {
    heading: 'Your payment is being prepared',
    text: '{merchant} is sending you money. This page shows when it is on its way.',
  },
  processing: {
    heading: 'Your payment is on its way',
    text: 'The money is being sent to you. Depending on your bank, this may take a while.',
  },
  completed: {
    heading: 'Payment sent',
    text: 'The money was sent to the account below. Your bank may need some time to show it.',
  },
  canceled: { heading: 'Payment canceled', text: 'No money was sent. Contact {merchant}.' },
  failed: { heading: 'Payment failed', text: 'No money reached you. Contact {merchant}.' },
  disputed: {
    heading: 'This payment is under review',
    text: 'We are asking the bank where the money is. You need not do anything now.',
  },
  reversed: {
    heading: 'Payment returned',
    text: 'The bank sent the money back to {merchant}. Contact them for another way to be paid.',
  },
};

export const ENGLISH: PageTexts = {
  lang: 'en',
  dir: 'ltr',
  titles: {
    payin: '{heading} – {amount} {currency}',
    payout: '{heading} – {amount} {currency} from {merchant}',
    problem: 'Problem: {title}',
  },
  labels: {
    merchant_payin: 'Payment to',
    merchant_payout: 'Payment from',
    amount: 'Amount',
    requested: 'Asked for',
    received: 'Received',
    holder: 'Account holder',
    payee: 'To',
    bank: 'Bank',
    reference: 'Reference',
    order: 'Order',
    utr: 'UTR',
    created_at: 'Created',
    completed_at: 'Completed',
    pay_to: 'Pay to this account',
    details: 'Details',
    shifted:
      '{merchant} asked for {requested}. Please pay exactly {amount}: the small difference tells us that the payment is yours.',
  },
  numbers: {
    card: 'Card number',
    account: 'Account number',
    iban: 'IBAN',
    upi: 'UPI ID',
    phone: 'Phone number',
  },
  other_number: 'Number',
  states: { payin: PAYIN_STATES, payout: PAYOUT_STATES },
  reasons: {
    timeout: null,
    declined_by_customer: 'You canceled it.',
    declined_by_merchant: 'The shop canceled it.',
    declined_by_operator: 'The payment service canceled it.',
    amount_mismatch:
      'The amount that arrived is not the amount that was asked for. Somebody decides now what happens with it. Please do not send it again.',
    paid_late: 'Your payment came after the time to pay had ended, so that it is checked by hand.',
    paid_after_cancel:
      'Your payment came after the order had been canceled. Somebody decides now whether it still counts or is sent back.',
    payment_not_found: 'No payment with these details has reached us.',
    duplicate_utr_claim:
      'The same UTR was given for another order too. Somebody checks now which of them it has paid. Please compare yours with what your bank shows.',
    fake_proof: 'The proof of this payment could not be confirmed by the bank.',
    account_blocked: 'The account cannot take payments at the moment.',
    held_for_review: 'This payment is looked at by a person before it goes on.',
    beneficiary_rejected: 'The bank did not accept the account that the money was to go to.',
    bank_returned: 'The bank has returned the money.',
    insufficient_evidence: 'There was not enough to show that the payment was made.',
  },
  time_left: {
    minutes: { one: '{count} minute left to pay', other: '{count} minutes left to pay' },
    last_minutes: 'Less than 3 minutes left to pay',
    seconds: 'Less than a minute left to pay',
    over: 'The time to pay is ending now',
  },
  steps: {
    heading: 'How to pay',
    open: 'Open the app or the website of your bank.',
    open_upi: 'Open your UPI app.',
    send: 'Send exactly {amount} {currency} to the account above, in one transfer.',
    reference: 'If there is a field for a note or a message, write {reference} into it.',
    come_back: 'Come back to this page. It shows when your payment has arrived.',
    enter_utr: 'Come back to this page and enter the UTR of your transfer.',
  },
  utr: {
    heading: 'Paid? Enter your UTR',
    heading_needed: 'After paying, enter your UTR',
    heading_change: 'Correct the UTR',
    heading_late: 'Already paid? Enter your UTR',
    optional: 'Most payments are found without it. With it, yours is found faster.',
    needed:
      'We need it: others are paying the same amount to this account, and only the UTR shows which payment is yours.',
    label: 'UTR (number of your transfer)',
    claimed: 'You gave us the UTR',
    send: 'Send UTR',
    changes_left: {
      one: 'You can correct it {count} more time.',
      other: 'You can correct it {count} more times.',
    },
    any: {
      help: '8 to 35 letters and digits, as your bank shows them for the transfer. Spaces do not matter.',
      format: 'A UTR has 8 to 35 letters and digits. Please check what you entered.',
    },
    rrn12: {
      help: '12 digits. Your UPI app shows them in the details of the payment. Spaces do not matter.',
      format: 'A UTR of a UPI payment has exactly 12 digits. Please check what you entered.',
    },
  },
  actions: {
    copy: 'Copy',
    copied: 'Copied',
    assign: 'Show payment details',
    cancel: 'Cancel this payment',
    cancel_hint: 'Only if you have not paid.',
    return: 'Return to {merchant}',
    return_notice: 'Leads to {host}',
    returning: 'You will be taken back to {host} in a few seconds.',
    stay: 'Stay on this page',
    refresh: 'Refresh',
    refresh_hint: 'This page shows how things were when it was loaded.',
    back: 'Back to the payment',
  },
  problems: {
    utr_missing: 'Please enter the UTR of your transfer.',
    utr_format: 'Please check what you entered.',
    utr_already_used: 'The transfer with this UTR has paid another order. Please check the number.',
    utr_too_late: 'It is too late to give a UTR for this order. Please contact {merchant}.',
    utr_change_limit: 'The UTR cannot be changed any more. Please contact {merchant}.',
    utr_locked: 'There were too many tries. Please contact {merchant} with your UTR.',
    act_not_allowed: 'This is not possible any more. The page now shows how things are.',
    no_receiving_account_available:
      'All accounts are busy at the moment. Please try again in a minute.',
    rate_limited: 'That was too fast. Please try again in a minute.',
    other: 'That did not work. Please try again.',
  },
  errors: {
    not_found: {
      heading: 'There is no such page',
      text: 'Please check the link, or ask the shop that gave it to you for a new one.',
    },
    foreign: {
      heading: 'Nothing was changed',
      text: 'The form was not sent from this page, or your browser does not say so. Open the payment page again and try there.',
    },
    invalid: {
      heading: 'Nothing was changed',
      text: 'What was sent could not be read. Open the payment page again and try there.',
    },
    unavailable: {
      heading: 'Please try again in a moment',
      text: 'The service is not available right now. Nothing is lost: reload this page in a few seconds.',
    },
    internal: {
      heading: 'Something went wrong',
      text: 'We have been told. Please reload this page in a moment.',
    },
  },
};
