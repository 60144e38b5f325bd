// What each screen understands in its address: by these names links are made, and read. A screen
// that shows a list has the filters of its operation, and beside them what only the page knows.
import type { QueryOf } from './client.ts';

type Nothing = Readonly<Record<never, never>>;

/** Of each screen with something in its address; links to all others have nothing there. */
export type Searches = {
  '/': { show?: string };
  '/search': { q?: string };
  '/trades': QueryOf<'listTrades'>;
  '/trades/customer': { merchant_id?: string; client_id?: string };
  '/payouts': QueryOf<'listPayoutQueue'> & QueryOf<'listPayoutWork'>;
  '/payouts/batches': QueryOf<'listPayoutBatches'>;
  '/verify': QueryOf<'listVerifyQueue'> & { open?: string };
  '/bank': QueryOf<'listBankLines'>;
  '/bank/review': { receiving_account_id?: string; open?: string };
  '/bank/waiting': QueryOf<'listWaitingLines'>;
  '/bank/owed': QueryOf<'listOwed'>;
  '/bank/days': QueryOf<'listAccountDays'> & { account?: string };
  '/ledger': QueryOf<'listLedgerAccounts'>;
  '/ledger/entries': QueryOf<'listLedgerEntries'>;
  '/ledger/months': { month?: string; merchant_id?: string; receiving_account_id?: string };
  '/ledger/proofs': QueryOf<'listAllProofs'>;
  '/settlements': QueryOf<'listSettlements'>;
  '/merchants': QueryOf<'listMerchants'>;
  '/accounts': QueryOf<'listReceivingAccounts'>;
  '/callbacks': QueryOf<'listDeliveries'>;
  '/approvals': QueryOf<'listApprovals'> & {
    view?: 'for_you' | 'by_you' | 'all_waiting' | 'decided';
  };
  '/disputes': QueryOf<'listDisputes'> & {
    view?: 'open' | 'overdue' | 'mine' | 'yours' | 'decided' | 'closed';
  };
  '/account': { tab?: 'sessions' | 'log'; cursor?: string };
  '/settings': { tab?: string; cursor?: string };
  '/reports': QueryOf<'showReport'> & {
    range?: string;
    through?: string;
    zone?: 'utc';
    show?: string;
  };
  /** The saved view of which a report is to be made. */
  '/reports/scheduled': { view?: string };
  '/people': QueryOf<'listPeople'>;
  '/audit': QueryOf<'listAudit'>;
};

/** What a link to a screen may say. */
export type SearchAt<Path extends string> = Path extends keyof Searches ? Searches[Path] : Nothing;

/** The same as an address has it: text, which may be in no list. The service then refuses it. */
export type InAddress<Given> = { readonly [Name in keyof Given]?: string };
