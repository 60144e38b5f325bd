// Where the list of each kind of saved view is.
import type { SavedView } from '../../api/schema.gen.ts';
import type { Searches } from '../../api/searches.ts';

export type ViewList = Exclude<SavedView['list'], null>;

export const VIEW_PLACES = {
  trades: '/trades',
  verify: '/verify',
  payouts: '/payouts',
  payout_batches: '/payouts/batches',
  bank_lines: '/bank',
  waiting_lines: '/bank/waiting',
  owed: '/bank/owed',
  account_days: '/bank/days',
  ledger_accounts: '/ledger',
  ledger_entries: '/ledger/entries',
  proofs: '/ledger/proofs',
  settlements: '/settlements',
  merchants: '/merchants',
  receiving_accounts: '/accounts',
  callbacks: '/callbacks',
  approvals: '/approvals',
  disputes: '/disputes',
  people: '/people',
  audit: '/audit',
} as const satisfies Readonly<Record<ViewList, keyof Searches>>;
