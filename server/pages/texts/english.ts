// English: every text of the customers' pages.
import type { PageTexts } from '../texts.ts';
import { ENGLISH_EVIDENCE } from './english-evidence.ts';
import { ENGLISH_REASONS, ENGLISH_STATES } from './english-states.ts';

export const ENGLISH: PageTexts = {
  lang: 'en',
  dir: 'ltr',
  name: 'English',
  titles: {
    payin: '{heading} – {amount} {currency}',
    payout: '{heading} – {amount} {currency} from {merchant}',
    problem: 'Problem: {title}',
  },
  labels: {
    merchant_payin: 'Payment to',
    merchant_payout: 'Payment from',
    language: 'Language',
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
  states: ENGLISH_STATES,
  reasons: ENGLISH_REASONS,
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
    send: 'Send exactly {amount} to the account above, in one transfer.',
    reference: 'If there is a field for a note or a message, write {reference} into it.',
    come_back: 'Come back to this page. It shows when your payment has arrived.',
    enter_utr: 'Come back to this page and enter the UTR of your transfer.',
  },
  qr: {
    upi: 'Scan with any UPI app',
    upi_image: 'QR code of this UPI payment, with payee, amount and reference',
    number: 'Scan to take the number to your phone',
    number_image: 'QR code of the number to pay to',
    open_app: 'Open UPI app',
    open_app_hint: 'Payee, amount and reference are filled in.',
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
    copied_value: 'Copied: {value}',
    print: 'Print',
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
  connection_lost: 'No connection at the moment. Nothing is lost: this page goes on by itself.',
  evidence: ENGLISH_EVIDENCE,
  problems: {
    utr_missing: 'Please enter the UTR of your transfer.',
    utr_format: 'Please check what you entered.',
    utr_already_used: 'The transfer with this UTR has paid another order. Please check the number.',
    utr_too_late: 'It is too late to give a UTR for this order. Please contact {merchant}.',
    utr_change_limit: 'The UTR cannot be changed any more. Please contact {merchant}.',
    utr_locked: 'There were too many tries. Please contact {merchant} with your UTR.',
    act_not_allowed: 'This is not possible any more. The page now shows how things are.',
    receipt_page: 'This page is a receipt: there is nothing to send or cancel here.',
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
    rate_limited: {
      heading: 'Too many requests',
      text: 'These pages were asked for too often from here. Please wait a minute and try again.',
    },
    unavailable: {
      heading: 'Please try again in a moment',
      text: 'The service is not available right now. Nothing is lost: reload this page in a few seconds.',
    },
    unconfirmed: {
      heading: 'We could not confirm this yet',
      text: 'The service is not available right now, so what you just sent may or may not have arrived. Go back to the payment in a few seconds: it shows what we know.',
    },
    unsent: {
      heading: 'Please send it again in a moment',
      text: 'The service is very busy, so what you just sent was not taken. Go back to the payment and send it again in a few seconds.',
    },
    internal: {
      heading: 'Something went wrong',
      text: 'We have been told. Please reload this page in a moment.',
    },
  },
};
