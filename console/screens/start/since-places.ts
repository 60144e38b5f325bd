// The list that shows what happened, of each kind: exactly the rows that were counted.
import type { SinceRow } from '../../api/schema.gen.ts';

type Place = { readonly to: string; readonly search: Readonly<Record<string, string>> };

/** Whatever became of them since. */
const completed = (direction: string, since: string): Place => ({
  to: '/trades',
  search: { direction, completed_from: since },
});

/** Total: a kind without a list does not compile. */
const PLACES: Readonly<Record<SinceRow['kind'], (since: string) => Place>> = {
  payins_credited: (since) => completed('payin', since),
  payouts_paid: (since) => completed('payout', since),
  // No act leads out of this state, so the first end is when it failed.
  payouts_failed: (since) => ({
    to: '/trades',
    search: { direction: 'payout', state: 'failed', ended_from: since },
  }),
  disputes_opened: (since) => ({ to: '/disputes', search: { view: 'all', opened_from: since } }),
  approvals_for_you: () => ({ to: '/approvals', search: {} }),
  // Their callbacks: an endpoint has no list of its own.
  endpoints_failing: (since) => ({ to: '/callbacks', search: { failing_from: since } }),
  settings_changed: (since) => ({ to: '/audit', search: { settings: 'by_others', from: since } }),
};

export const sincePlace = (kind: SinceRow['kind'], since: string): Place => PLACES[kind](since);
