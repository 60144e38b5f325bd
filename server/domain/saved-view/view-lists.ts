// The lists of the console of which people keep views: where each is, and which filters it has.
import { queryTexts } from '../../lib/query-texts.ts';
import type { Right } from '../access/rights.ts';
import { FIND_AUDIT } from '../access/trail-requests.ts';
import { FIND_RECEIVING_ACCOUNTS } from '../account/account-requests.ts';
import { FIND_PROPOSALS } from '../approval/approval-requests.ts';
import { FIND_DISPUTES } from '../dispute/dispute-requests.ts';
import { FIND_ACCOUNTS, FIND_ENTRIES } from '../ledger/ledger-requests.ts';
import { FIND_LINES, FIND_OWED, FIND_WAITING } from '../line/line-requests.ts';
import { FIND_DELIVERIES } from '../merchant/delivery-requests.ts';
import { FIND_MERCHANTS } from '../merchant/merchant-requests.ts';
import { FIND_BATCHES, FIND_QUEUE, FIND_WORK, WORK_STAGES } from '../payout/payout-requests.ts';
import { FIND_PEOPLE } from '../person/person-requests.ts';
import { idFilter, wordFilter } from '../request/filter-fields.ts';
import { beginReading } from '../request/read-request.ts';
import { queryShape, type RequestShape } from '../request/request-shape.ts';
import { isRefusal } from '../service/refusal.ts';
import { FIND_SETTLEMENTS } from '../settlement/settlement-requests.ts';
import { FIND_TRADES, VERIFY_QUEUE } from '../trade/query-requests.ts';

/** The parts of the lists that show one part at a time; without a word they show the first one. */
export const PROPOSAL_VIEWS = ['for_you', 'by_you', 'all_waiting', 'decided'] as const;
export const DISPUTE_VIEWS = [
  'open',
  'overdue',
  'mine',
  'yours',
  'decided',
  'closed',
  'all',
] as const;

/** Pay-outs that wait, or that somebody works at: each has filters that the others have not. */
const FIND_PAYOUTS = queryShape(
  { ...FIND_QUEUE.fields, ...FIND_WORK.fields, stage: wordFilter(WORK_STAGES) },
  ({ stage, type, receiving_account_id }, notes) => {
    const of_queue = (stage ?? null) === null;
    const wrong = of_queue ? receiving_account_id : type;
    if ((wrong ?? null) === null) return;
    const name = of_queue ? 'receiving_account_id' : 'type';
    notes.wrong(name, 'not_allowed', `is no filter of the stage ${stage ?? 'queue'}`);
  },
);

type Row = {
  /** Below /console. */
  readonly path: `/${string}`;
  readonly right: Right;
  /** As messages call it. */
  readonly words: string;
  readonly filters: RequestShape;
};

const row = <const One extends Row>(one: One) => one;

export const VIEW_LISTS = {
  trades: row({
    path: '/trades',
    right: 'trades.read',
    words: 'trades',
    filters: FIND_TRADES,
  }),
  verify: row({
    path: '/verify',
    right: 'bank.read',
    words: 'pay-ins to verify',
    filters: VERIFY_QUEUE,
  }),
  payouts: row({
    path: '/payouts',
    right: 'payouts.read',
    words: 'pay-outs',
    filters: FIND_PAYOUTS,
  }),
  payout_batches: row({
    path: '/payouts/batches',
    right: 'payouts.read',
    words: 'batches of pay-outs',
    filters: FIND_BATCHES,
  }),
  bank_lines: row({
    path: '/bank',
    right: 'bank.read',
    words: 'bank lines',
    filters: FIND_LINES,
  }),
  waiting_lines: row({
    path: '/bank/waiting',
    right: 'bank.read',
    words: 'waiting lines',
    filters: FIND_WAITING,
  }),
  owed: row({
    path: '/bank/owed',
    right: 'bank.read',
    words: 'money owed',
    filters: FIND_OWED,
  }),
  account_days: row({
    path: '/bank/days',
    right: 'bank.read',
    words: 'days of receiving accounts',
    filters: queryShape({ account: idFilter('The receiving account') }),
  }),
  ledger_accounts: row({
    path: '/ledger',
    right: 'ledger.read',
    words: 'ledger accounts',
    filters: FIND_ACCOUNTS,
  }),
  ledger_entries: row({
    path: '/ledger/entries',
    right: 'ledger.read',
    words: 'ledger entries',
    filters: FIND_ENTRIES,
  }),
  proofs: row({
    path: '/ledger/proofs',
    right: 'ledger.read',
    words: 'proofs',
    filters: queryShape({}),
  }),
  settlements: row({
    path: '/settlements',
    right: 'settlements.read',
    words: 'settlements',
    filters: FIND_SETTLEMENTS,
  }),
  merchants: row({
    path: '/merchants',
    right: 'merchants.read',
    words: 'merchants',
    filters: FIND_MERCHANTS,
  }),
  receiving_accounts: row({
    path: '/accounts',
    right: 'bank.read',
    words: 'receiving accounts',
    filters: FIND_RECEIVING_ACCOUNTS,
  }),
  callbacks: row({
    path: '/callbacks',
    right: 'callbacks.read',
    words: 'callbacks',
    filters: FIND_DELIVERIES,
  }),
  approvals: row({
    path: '/approvals',
    right: 'approvals.read',
    words: 'acts for a second person',
    filters: queryShape({ ...FIND_PROPOSALS.fields, view: wordFilter(PROPOSAL_VIEWS) }),
  }),
  disputes: row({
    path: '/disputes',
    right: 'disputes.read',
    words: 'disputes',
    filters: queryShape({ ...FIND_DISPUTES.fields, view: wordFilter(DISPUTE_VIEWS) }),
  }),
  people: row({
    path: '/people',
    right: 'people.read',
    words: 'people',
    filters: FIND_PEOPLE,
  }),
  audit: row({
    path: '/audit',
    right: 'audit.read',
    words: 'entries of the audit trail',
    filters: FIND_AUDIT,
  }),
};

export type ViewList = keyof typeof VIEW_LISTS;
export const VIEW_LIST_NAMES = Object.keys(VIEW_LISTS) as ViewList[];

const LISTED_PATHS = VIEW_LIST_NAMES.map((name) => VIEW_LISTS[name].path).join(', ');

const pathOf = (address: string): string => address.split('?', 1)[0] ?? '';

/** Null: there is no list of which views are kept. */
export function viewedList(address: string): ViewList | null {
  const path = pathOf(address);
  return VIEW_LIST_NAMES.find((name) => VIEW_LISTS[name].path === path) ?? null;
}

/** What is wrong with the filters of an address, as words after "must"; null: nothing. */
export function filterProblem(address: string): string | null {
  const list = viewedList(address);
  if (list === null) return `lead to a list: ${LISTED_PATHS}`;
  const { filters, words } = VIEW_LISTS[list];
  const given = queryTexts(address);
  const unknown = Object.keys(given).find((name) => !filters.names.includes(name));
  if (unknown !== undefined) return `have filters of ${words}, and ${unknown} is none`;
  const read = beginReading(filters, { fields: given, errors: [] }).result();
  const [error] = isRefusal(read) ? (read.errors ?? []) : [];
  return error === undefined
    ? null
    : `have filters that ${words} take: ${error.field} ${error.message}`;
}
