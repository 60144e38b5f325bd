// The words for what an entry of the audit trail, a request or waiting work is about.
import type { NamedTarget } from '../api/schema.gen.ts';
import { APPROVAL_ACTS } from './one-person.ts';

type Words = (named: NamedTarget) => string;

const ofMerchant = (text: string, { merchant_name }: NamedTarget): string =>
  merchant_name === null ? text : `${text} of ${merchant_name}`;

const atAccount = (text: string, { account_name }: NamedTarget): string =>
  account_name === null ? text : `${text} at ${account_name}`;

const ofProposal: Words = ({ act, merchant_name }) => {
  const what = act === null ? OTHER_TARGETS.approvals : APPROVAL_ACTS[act];
  return merchant_name === null ? what : `${what} for ${merchant_name}`;
};

/** By its kind, the whole name of a record. */
export const TARGET_NAMES: Readonly<Record<NamedTarget['kind'], Words>> = {
  trades: (named) => ofMerchant(`Order ${named.order_id ?? ''}`, named),
  disputes: (named) => ofMerchant(`Dispute about order ${named.order_id ?? ''}`, named),
  settlements: (named) => ofMerchant(`Settlement ${named.number ?? ''}`, named),
  bank_lines: (named) => atAccount('Bank line', named),
  waiting_lines: (named) => atAccount('Waiting bank line', named),
  statements: (named) => atAccount('Statement', named),
  approvals: ofProposal,
  merchants: ({ merchant_name }) => merchant_name ?? '',
  receiving_accounts: ({ account_name }) => account_name ?? '',
  payout_batches: (named) => atAccount(`Batch ${named.message_id ?? ''}`, named),
  people: ({ person_name }) => person_name ?? '',
  scheduled_reports: ({ report_name }) => `Report “${report_name ?? ''}”`,
};

/** By the first word of their path, what the console has no page for. */
const OTHER_TARGETS = {
  alert_recipients: 'Recipient of alerts',
  scheduled_reports: 'Scheduled report',
  alert_settings: 'Settings of alerts',
  alerts: 'Alert',
  approvals: 'Request for a second person',
  audit: 'Audit trail',
  callback_endpoints: 'Callback endpoint',
  currencies: 'Currencies',
  disputes: 'Disputes',
  encryption_keys: 'Encryption key',
  feed_tokens: 'Token of a bank feed',
  line_rules: 'Rule for bank lines',
  operator_tokens: 'Operator token',
  payout_answers: 'Bank’s answers',
  proof_keys: 'Proof key',
  proofs: 'Proof',
  rates: 'Exchange rates',
  receipts: 'Receipts',
  sandbox: 'Sandbox',
  saved_views: 'Saved view',
  service: 'Service',
  statements: 'Statement',
  trades: 'Trades',
  waiting_lines: 'Waiting bank line',
} as const;

export const TARGET_TEXTS = {
  /** Below one order of theirs. */
  customer: 'and all other orders of this customer',
  /** Before the end of an id, if the service tells no name. */
  unnamed: {
    trade: 'Trade',
    settlement: 'Settlement',
    bank_line: 'Bank line',
    receiving_account: 'Receiving account',
    person: 'Person',
    dispute: 'Dispute',
    payout_batch: 'Batch of pay-outs',
  },
  others: OTHER_TARGETS,
  bands: 'When two people are needed',
} as const;
