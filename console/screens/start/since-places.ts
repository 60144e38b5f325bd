// The list that shows what happened, of each kind.
import type { SinceRow } from '../../api/schema.gen.ts';

type Place = { readonly to: string; readonly search: Readonly<Record<string, string>> };

const payouts = (state: string, since: string): Place => ({
  to: '/trades',
  search: { direction: 'payout', state, changed_from: since },
});

/** Total: a kind without a list does not compile. */
const PLACES: Readonly<Record<SinceRow['kind'], (since: string) => Place>> = {
  payins_credited: (since) => ({
    to: '/trades',
    search: { direction: 'payin', state: 'completed', changed_from: since },
  }),
  payouts_paid: (since) => payouts('completed', since),
  payouts_failed: (since) => payouts('failed', since),
  disputes_opened: () => ({ to: '/disputes', search: {} }),
  approvals_for_you: () => ({ to: '/approvals', search: {} }),
  endpoints_failing: () => ({ to: '/callbacks', search: {} }),
  settings_changed: (since) => ({ to: '/audit', search: { from: since } }),
};

export const sincePlace = (kind: SinceRow['kind'], since: string): Place => PLACES[kind](since);
