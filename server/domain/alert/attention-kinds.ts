// The kinds of things that wait for an operator: how serious each is, from which value on it is
// over its threshold, and what to do about it.

import { SERVICE_ROWS } from './attention-service-rows.ts';
import type { SubjectType, ValueUnit } from './attention-words.ts';

/** The most that is counted: beyond it an answer says that there are more. */
export const COUNTED_MOST = 1_000;

export const SEVERITIES = ['warning', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

type KindRow = {
  severity: Severity;
  unit: ValueUnit;
  /** The default: from this value on it is over. */
  threshold: number;
  subject: SubjectType | null;
  /** What is so, after the number: "12 pay-ins wait to be verified". A share is at `{value}`. */
  one: string;
  many: string;
  /** Of kinds that last although nothing waits any more. */
  none?: string;
  /** What to do about it, as a sentence. */
  remedy: string;
  /** The same for the merchant; kinds without it are none of a merchant's business. */
  merchant_remedy?: string;
  /** The command that shows what is behind it. */
  command: string;
  /** The same in the operator API, below /operator/v1. */
  route: string;
};

const MINUTE = 1;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const ROWS = {
  payins_to_verify: {
    severity: 'warning',
    unit: 'minutes',
    threshold: 30 * MINUTE,
    subject: null,
    one: 'pay-in waits to be verified',
    many: 'pay-ins wait to be verified',
    remedy: 'Compare each with the bank’s lines, then confirm or reject it.',
    command: 'trades list --state verifying',
    route: '/trades?state=verifying',
  },
  payouts_to_send: {
    severity: 'warning',
    unit: 'minutes',
    threshold: 2 * HOUR,
    subject: null,
    one: 'pay-out has not been taken',
    many: 'pay-outs have not been taken',
    remedy: 'Take them from the queue and send them, or cancel them.',
    command: 'payouts queue',
    route: '/payouts/queue',
  },
  payouts_unconfirmed: {
    severity: 'warning',
    unit: 'minutes',
    threshold: DAY,
    subject: null,
    one: 'pay-out was sent, and its result is not known',
    many: 'pay-outs were sent, and their results are not known',
    remedy: 'Import the bank’s answer or statement. Do not send them again before you know.',
    command: 'trades list --state processing',
    route: '/trades?state=processing',
  },
  disputes_overdue: {
    severity: 'warning',
    unit: 'minutes',
    threshold: HOUR,
    subject: null,
    one: 'dispute is past its deadline',
    many: 'disputes are past their deadlines',
    remedy: 'Decide each, carry out its outcome, or ask a party again with a new deadline.',
    command: 'disputes list --overdue true',
    route: '/disputes?overdue=true',
  },
  approvals_waiting: {
    severity: 'warning',
    unit: 'minutes',
    threshold: 4 * HOUR,
    subject: null,
    one: 'act waits for a second person',
    many: 'acts wait for a second person',
    remedy: 'Approve or reject each before it expires; whoever asked for one cannot.',
    command: 'approvals list --state waiting',
    route: '/approvals?state=waiting',
  },
  two_people_off: {
    severity: 'warning',
    unit: 'count',
    threshold: 1,
    subject: null,
    one: 'kind of act has no limit for one person alone',
    many: 'kinds of acts have no limit for one person alone',
    remedy:
      'If this is not meant to be so, set the amounts again; the audit trail says who switched ' +
      'them off.',
    command: 'approvals bands',
    route: '/approval-bands',
  },
  settlements_waiting: {
    severity: 'warning',
    unit: 'minutes',
    threshold: 3 * DAY,
    subject: null,
    one: 'settlement waits to be approved or paid',
    many: 'settlements wait to be approved or paid',
    remedy: 'Approve or discard drafts, and send the pay-outs of approved ones.',
    command: 'settlements list',
    route: '/settlements',
  },
  lines_in_suspense: {
    severity: 'warning',
    unit: 'minutes',
    threshold: DAY,
    subject: null,
    one: 'bank line is in suspense',
    many: 'bank lines are in suspense',
    remedy: 'Assign each to its trade, credit it, or return the money.',
    command: 'owed',
    route: '/owed',
  },
  lines_waiting: {
    severity: 'warning',
    unit: 'minutes',
    threshold: DAY,
    subject: null,
    one: 'bank line waits to be compared with stored ones',
    many: 'bank lines wait to be compared with stored ones',
    remedy: 'Compare each with the stored lines beside it, then say whether it is the same.',
    command: 'lines waiting',
    route: '/waiting_lines',
  },
  payins_without_line: {
    severity: 'warning',
    unit: 'minutes',
    threshold: 2 * DAY,
    subject: 'receiving_account',
    one: 'completed pay-in has no bank line',
    many: 'completed pay-ins have no bank line',
    remedy: 'Import the account’s statements. If a line never comes, reverse the pay-in.',
    command: 'accounts days SUBJECT',
    route: '/receiving_accounts/SUBJECT/days',
  },
  payouts_without_line: {
    severity: 'warning',
    unit: 'minutes',
    threshold: 2 * DAY,
    subject: 'receiving_account',
    one: 'paid pay-out has no bank line',
    many: 'paid pay-outs have no bank line',
    remedy: 'Import the account’s statements. If a line never comes, ask the bank.',
    command: 'accounts days SUBJECT',
    route: '/receiving_accounts/SUBJECT/days',
  },
  suspense_unequal: {
    severity: 'critical',
    unit: 'count',
    threshold: 1,
    subject: null,
    one: 'account’s lines in suspense differ from the ledger',
    many: 'accounts’ lines in suspense differ from the ledger',
    remedy: 'Stop manual work on these accounts and run verify.',
    command: 'verify',
    route: '/verify',
  },
  books_unsound: {
    severity: 'critical',
    unit: 'count',
    threshold: 1,
    subject: null,
    one: 'problem was found by the last check of the books',
    many: 'problems were found by the last check of the books',
    remedy: 'Stop manual work, run verify, and keep its output.',
    command: 'verify',
    route: '/verify',
  },
  proofs_missing: {
    severity: 'critical',
    unit: 'minutes',
    threshold: 12 * HOUR,
    subject: null,
    one: 'day has no signed proof',
    many: 'days have no signed proof',
    remedy: 'Make it by hand; if that is refused, the answer says why.',
    command: 'proof make',
    route: '/proofs',
  },
  balances_negative: {
    severity: 'warning',
    unit: 'count',
    threshold: 1,
    subject: null,
    one: 'merchant has a negative balance',
    many: 'merchants have a negative balance',
    remedy: 'Ask for the money, or stop their pay-outs until pay-ins cover it.',
    command: 'ledger accounts',
    route: '/ledger/accounts',
  },
  accounts_near_limit: {
    severity: 'warning',
    unit: 'percent',
    threshold: 80,
    subject: 'receiving_account',
    one: 'receiving account has used {value} % of its limit of the day',
    many: 'receiving accounts have used {value} % of their limits of the day',
    remedy: 'Raise the limit or add another account, or pay-ins will be refused.',
    command: 'accounts list',
    route: '/receiving_accounts',
  },
  payins_over_share: {
    severity: 'warning',
    unit: 'count',
    threshold: 1,
    subject: 'merchant',
    one: 'pay-in was refused today, because its merchant has used its share of the accounts',
    many: 'pay-ins were refused today, because their merchant has used its share of the accounts',
    remedy: 'Raise max_account_day_percent of the merchant, or add another account.',
    command: 'merchants show SUBJECT',
    route: '/merchants/SUBJECT',
  },
  ...SERVICE_ROWS,
} as const satisfies Readonly<Record<string, KindRow>>;

export type AttentionKind = keyof typeof ROWS;

/** Total: a kind without a row does not compile. */
export const ATTENTION: Readonly<Record<AttentionKind, KindRow>> = ROWS;

export const ATTENTION_KINDS = Object.keys(ROWS) as readonly AttentionKind[];

/** The greatest threshold of each unit, so that a setting can be wrong only within reason. */
export const THRESHOLD_MOST: Readonly<Record<ValueUnit, number>> = {
  minutes: 90 * DAY,
  percent: 100,
  count: COUNTED_MOST,
};
