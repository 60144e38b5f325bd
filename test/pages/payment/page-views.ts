// Facts for every state that a customer's page can show, one named case each.
import { NO_BRANDING, pageBranding } from '../../../server/domain/merchant/branding.ts';
import type { PageView } from '../../../server/domain/page/page-view.ts';

const CREATED_AT = Date.UTC(2026, 0, 15, 9, 30);
const MINUTE_MS = 60_000;

/** What may be done: nothing of it. */
export const NOTHING: PageView['can'] = {
  attach_utr: false,
  cancel: false,
  assign: false,
  say_paid: false,
  add_receipt: false,
  open_dispute: false,
  send_message: false,
};

export const PAYIN: PageView = {
  is_sandbox: false,
  merchant_name: 'Demo Shop',
  branding: pageBranding('Demo Shop', NO_BRANDING),
  direction: 'payin',
  type: 'card',
  state: 'pending',
  state_reason: null,
  is_final: false,
  amount_cents: 125_050n,
  requested_amount_cents: 125_050n,
  received_amount_cents: 0n,
  currency: 'INR',
  exponent: 2,
  payment: {
    name: 'Asha Verma',
    number: '4111 1111 1111 1111',
    bare_number: '4111111111111111',
    bank_name: 'First Example Bank',
  },
  reference: '7ZK2M0QX4B',
  exclusive: true,
  order_id: 'order-1001',
  description: null,
  utr: null,
  utr_changes_left: 3,
  expires_at: CREATED_AT + 15 * MINUTE_MS,
  created_at: CREATED_AT,
  completed_at: null,
  now: CREATED_AT + 30_000,
  return_url: 'https://shop.example/thanks?id=1&order_id=order-1001&state=pending',
  evidence: { said_paid_at: null, receipts: [], utr_locked: false },
  dispute: null,
  can: { ...NOTHING, attach_utr: true, cancel: true, say_paid: true, add_receipt: true },
  sequence: 1,
};

const CLOSED = { expires_at: null, can: NOTHING };
const VERIFYING: PageView = {
  ...PAYIN,
  ...CLOSED,
  state: 'verifying',
  utr: '412345678901',
  can: { ...NOTHING, attach_utr: true, add_receipt: true },
  sequence: 2,
};

const PAYOUT: PageView = {
  ...PAYIN,
  ...CLOSED,
  direction: 'payout',
  state: 'created',
  payment: {
    name: 'Ravi Example',
    number: '411111******1111',
    bare_number: '411111******1111',
    bank_name: 'Second Example Bank',
  },
  reference: null,
  return_url: null,
};

const COMPLETED = { completed_at: CREATED_AT + 6 * MINUTE_MS, is_final: true, sequence: 3 };
const MISMATCH = { state_reason: 'amount_mismatch', received_amount_cents: 100_000n } as const;

const WITH_CONTACT = pageBranding('Demo Shop', {
  ...NO_BRANDING,
  contact_email: 'help@shop.example',
  contact_phone: '+14155550123',
  contact_url: 'https://shop.example/help',
});

export const PAGE_VIEWS: Readonly<Record<string, PageView>> = {
  'payin-created': {
    ...PAYIN,
    state: 'created',
    payment: null,
    reference: null,
    can: { ...NOTHING, cancel: true, assign: true },
  },
  'payin-pending': PAYIN,
  'payin-pending-described': { ...PAYIN, description: '2 tickets <front row>, 14 December' },
  'payin-pending-sandbox': { ...PAYIN, is_sandbox: true, branding: WITH_CONTACT },
  'payin-pending-shared': { ...PAYIN, exclusive: false },
  'payin-pending-shifted': { ...PAYIN, amount_cents: 125_053n },
  'payin-pending-last-minutes': { ...PAYIN, now: CREATED_AT + 13 * MINUTE_MS },
  'payin-pending-upi': {
    ...PAYIN,
    type: 'upi',
    payment: {
      name: 'Asha Verma',
      number: 'asha.verma@examplebank',
      bare_number: 'asha.verma@examplebank',
      bank_name: null,
    },
  },
  'payin-pending-phone': {
    ...PAYIN,
    type: 'phone',
    payment: {
      name: 'Asha Verma',
      number: '+919999900000',
      bare_number: '+919999900000',
      bank_name: 'First Example Bank',
    },
  },
  'payin-pending-iban': {
    ...PAYIN,
    type: 'iban',
    currency: 'KWD',
    exponent: 3,
    amount_cents: 999_999_999_999n,
    requested_amount_cents: 999_999_999_999n,
    payment: {
      name: 'A holder whose name is as long as the names of some companies are & Sons',
      number: 'KW81 CBKU 0000 0000 0000 1234 5601 01',
      bare_number: 'KW81CBKU0000000000001234560101',
      bank_name: null,
    },
  },
  'payin-pending-account': {
    ...PAYIN,
    type: 'account',
    currency: 'JPY',
    exponent: 0,
    amount_cents: 5_000n,
    requested_amount_cents: 5_000n,
    payment: { name: null, number: '0012345678', bare_number: '0012345678', bank_name: null },
    return_url: null,
  },
  'payin-pending-said-paid': {
    ...PAYIN,
    evidence: {
      said_paid_at: CREATED_AT + 4 * MINUTE_MS,
      receipts: [{ file_type: 'jpeg', size_bytes: 312_000, given_at: CREATED_AT + 5 * MINUTE_MS }],
      utr_locked: false,
    },
  },
  'payin-verifying': VERIFYING,
  'payin-canceled-contact': {
    ...PAYIN,
    ...CLOSED,
    branding: WITH_CONTACT,
    state: 'canceled',
    state_reason: 'declined_by_merchant',
  },
  'payin-verifying-locked': {
    ...VERIFYING,
    utr_changes_left: 0,
    evidence: { said_paid_at: null, receipts: [], utr_locked: true },
    can: { ...NOTHING, add_receipt: true },
  },
  'payin-verifying-mismatch': { ...VERIFYING, ...MISMATCH },
  'payin-verifying-late': { ...VERIFYING, state_reason: 'paid_late' },
  'payin-verifying-late-paid': {
    ...VERIFYING,
    state_reason: 'paid_late',
    received_amount_cents: 125_050n,
  },
  'payin-verifying-claimed-after-cancel': { ...VERIFYING, state_reason: 'paid_after_cancel' },
  'payin-verifying-after-cancel': {
    ...VERIFYING,
    ...CLOSED,
    state_reason: 'paid_after_cancel',
    received_amount_cents: 125_050n,
  },
  'payin-verifying-duplicate': { ...VERIFYING, state_reason: 'duplicate_utr_claim' },
  'payin-verifying-review': { ...VERIFYING, ...CLOSED, state_reason: 'held_for_review' },
  'payin-completed': {
    ...VERIFYING,
    ...CLOSED,
    ...COMPLETED,
    state: 'completed',
    received_amount_cents: 125_050n,
  },
  'payin-completed-actual': {
    ...VERIFYING,
    ...CLOSED,
    ...COMPLETED,
    state: 'completed',
    amount_cents: 100_000n,
    received_amount_cents: 100_000n,
  },
  'payin-expired': {
    ...PAYIN,
    ...CLOSED,
    state: 'expired',
    state_reason: 'timeout',
    can: { ...NOTHING, attach_utr: true, say_paid: true, add_receipt: true },
  },
  'payin-expired-said-paid': {
    ...PAYIN,
    ...CLOSED,
    state: 'expired',
    state_reason: 'timeout',
    evidence: { ...PAYIN.evidence, said_paid_at: CREATED_AT + 4 * MINUTE_MS },
    can: { ...NOTHING, attach_utr: true, say_paid: true, add_receipt: true },
  },
  'payin-expired-for-good': { ...PAYIN, ...CLOSED, state: 'expired', state_reason: 'timeout' },
  'payin-canceled': {
    ...PAYIN,
    ...CLOSED,
    state: 'canceled',
    state_reason: 'declined_by_customer',
  },
  'payin-canceled-asking': {
    ...PAYIN,
    ...CLOSED,
    state: 'canceled',
    state_reason: 'declined_by_merchant',
    can: {
      ...NOTHING,
      ...{ attach_utr: true, say_paid: true, add_receipt: true, open_dispute: true },
    },
  },
  'payin-failed': { ...VERIFYING, ...CLOSED, state: 'failed', state_reason: 'payment_not_found' },
  'payin-contested': {
    ...VERIFYING,
    ...CLOSED,
    state: 'disputed',
    can: { ...NOTHING, add_receipt: true, send_message: true },
    dispute: {
      is_open: true,
      waits_for_customer: true,
      opened_at: CREATED_AT + 20 * MINUTE_MS,
      own_message_count: 1,
      messages: [
        {
          author: 'customer',
          text: 'I paid at noon <b>with my card</b>',
          has_file: false,
          sent_at: CREATED_AT + 20 * MINUTE_MS,
        },
        {
          author: 'operator',
          text: 'Please send your bank’s receipt.',
          has_file: true,
          sent_at: CREATED_AT + 40 * MINUTE_MS,
        },
      ],
    },
  },
  'payin-to-contest': {
    ...VERIFYING,
    ...CLOSED,
    state: 'expired',
    state_reason: 'timeout',
    can: { ...NOTHING, add_receipt: true, open_dispute: true },
  },
  'payin-disputed': { ...VERIFYING, ...CLOSED, ...COMPLETED, state: 'disputed' },
  'payin-reversed': { ...VERIFYING, ...CLOSED, ...COMPLETED, state: 'reversed' },
  'payout-created': PAYOUT,
  'payout-processing': { ...PAYOUT, state: 'processing' },
  'payout-completed': { ...PAYOUT, ...COMPLETED, state: 'completed', utr: 'N123456789012345' },
  'payout-canceled': { ...PAYOUT, state: 'canceled', state_reason: 'declined_by_merchant' },
  'payout-failed': { ...PAYOUT, state: 'failed', state_reason: 'beneficiary_rejected' },
  'payout-disputed': { ...PAYOUT, ...COMPLETED, state: 'disputed', utr: 'N123456789012345' },
  'payout-reversed': { ...PAYOUT, ...COMPLETED, state: 'reversed', state_reason: 'bank_returned' },
};
