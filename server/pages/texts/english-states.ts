// English: a trade's states and their reasons.
import type { PageTexts, ReasonTexts, StateTexts } from './texts.ts';

export const ENGLISH_STATES: StateTexts = {
  payin: {
    created: {
      heading: 'Pay {merchant}',
      text: 'Your order is waiting. Get the payment details when you’re ready to pay.',
    },
    pending: {
      heading: 'Pay {merchant}',
      text: 'Send the exact amount to the account below.',
    },
    verifying: {
      heading: 'We’re checking your payment',
      text: 'You don’t need to pay anything more. This usually takes a few minutes, though some banks report payments only on the next business day. You can close this page and come back later.',
    },
    completed: {
      heading: 'Payment completed',
      text: 'Your payment is confirmed. We’ve told {merchant}.',
    },
    expired: {
      heading: 'The time to pay is over',
      text: 'Please don’t send money for this order any more. If you’ve already paid, your money isn’t lost: {contact} can help.',
    },
    canceled: {
      heading: 'Payment canceled',
      text: 'Please don’t send money for this order. If you’ve already paid, contact {contact}.',
    },
    failed: {
      heading: 'Payment not confirmed',
      text: 'We couldn’t confirm this payment. If the money has left your account, contact {contact}.',
    },
    disputed: {
      heading: 'This payment is under review',
      text: 'Someone has raised a question about this payment. You don’t need to do anything for now.',
    },
    reversed: {
      heading: 'Payment reversed',
      text: 'The money you paid was taken back. If you didn’t expect that, contact {contact}.',
    },
  },
  payout: {
    created: {
      heading: 'Your payment is being prepared',
      text: '{merchant} is sending you money. This page shows when it’s on its way.',
    },
    processing: {
      heading: 'Your payment is on its way',
      text: 'The money is on its way to you. Depending on your bank, this can take a while.',
    },
    completed: {
      heading: 'Payment sent',
      text: 'We’ve sent the money to the account below. Your bank may need some time to show it.',
    },
    canceled: { heading: 'Payment canceled', text: 'No money was sent. Contact {contact}.' },
    failed: { heading: 'Payment failed', text: 'The money didn’t reach you. Contact {contact}.' },
    disputed: {
      heading: 'This payment is under review',
      text: 'We’re asking the bank where the money is. You don’t need to do anything for now.',
    },
    reversed: {
      heading: 'Payment returned',
      text: 'The bank sent the money back. Contact {contact} to arrange another way to pay you.',
    },
  },
};

export const ENGLISH_REASONS: ReasonTexts = {
  timeout: null,
  declined_by_customer: 'You canceled it.',
  declined_by_merchant: 'The shop canceled it.',
  declined_by_operator: 'The payment service canceled it.',
  amount_mismatch:
    'The amount that arrived isn’t the amount we asked for. We’re checking what to do with it. Please don’t send it again.',
  paid_late: 'Your payment arrived after the time to pay was over, so we’re checking it by hand.',
  paid_after_cancel:
    'Your payment arrived after the order was canceled. We’re checking whether it still counts or goes back to you.',
  payment_not_found: 'We haven’t received a payment with these details.',
  duplicate_utr_claim:
    'The same UTR was sent for another order too. We’re finding out which of them it belongs to. Please compare yours with what your bank shows.',
  fake_proof: 'The bank couldn’t confirm the proof of this payment.',
  account_blocked: 'This account can’t take payments right now.',
  held_for_review: 'We’re reviewing this payment before it goes through.',
  beneficiary_rejected: 'The bank didn’t accept the account the money was going to.',
  bank_returned: 'The bank returned the money.',
  insufficient_evidence: 'There wasn’t enough to show that the payment was made.',
  payin_taken_back: 'The payment that this money comes from was taken back.',
};

export const ENGLISH_UNPAID_REASONS: PageTexts['unpaid_reasons'] = {
  paid_late:
    'Your UTR came after the time to pay was over. We’re checking whether a payment has arrived.',
  paid_after_cancel:
    'Your UTR came after the order was canceled. We’re checking whether a payment has arrived.',
};

export const ENGLISH_SAID_PAID: PageTexts['said_paid'] = {
  pending: {
    heading: 'We’re looking for your payment',
    text: 'You’ve told us that you paid. Please don’t pay again. Your payment shows up here as soon as we find it.',
  },
  expired: {
    heading: 'We haven’t found your payment yet',
    text: 'You’ve told us that you paid. Please don’t pay again. Enter your UTR below and we’ll look for it, or contact {contact}.',
  },
};
