// English: where a trade stands and why.
import type { PageTexts, ReasonTexts, StateTexts } from '../texts.ts';

export const ENGLISH_STATES: StateTexts = {
  payin: {
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
  },
  payout: {
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
  },
};

export const ENGLISH_REASONS: ReasonTexts = {
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
};

export const ENGLISH_SAID_PAID: PageTexts['said_paid'] = {
  pending: {
    heading: 'We’re looking for your payment',
    text: 'You told us on {at} that you’ve paid. Please don’t pay again. This page shows your payment as soon as we find it.',
  },
  expired: {
    heading: 'We haven’t found your payment yet',
    text: 'You told us on {at} that you’ve paid. Please don’t pay again. Enter your UTR below and we’ll look for it, or contact {merchant}.',
  },
};
