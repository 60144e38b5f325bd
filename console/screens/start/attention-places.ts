// Where each kind of waiting work is done; null: with the command line only.
import type { AttentionItem } from '../../api/schema.gen.ts';

type Place = { readonly to: string; readonly search: Readonly<Record<string, string>> };

const PLACES: Readonly<Record<AttentionItem['kind'], Place | null>> = {
  payins_to_verify: { to: '/verify', search: {} },
  payouts_to_send: { to: '/payouts', search: {} },
  payouts_unconfirmed: { to: '/trades', search: { direction: 'payout', state: 'processing' } },
  disputes_overdue: { to: '/disputes', search: { view: 'overdue' } },
  approvals_waiting: { to: '/approvals', search: {} },
  two_people_off: { to: '/approvals/bands', search: {} },
  settlements_waiting: { to: '/settlements', search: {} },
  lines_in_suspense: { to: '/bank/review', search: {} },
  lines_waiting: { to: '/bank/waiting', search: {} },
  payins_without_line: { to: '/bank/days', search: {} },
  payouts_without_line: { to: '/bank/days', search: {} },
  suspense_unequal: { to: '/bank/owed', search: {} },
  books_unsound: null,
  proofs_missing: null,
  balances_negative: { to: '/merchants', search: {} },
  accounts_near_limit: { to: '/accounts', search: {} },
  payins_over_share: { to: '/merchants', search: {} },
  callbacks_failing: { to: '/callbacks', search: {} },
  callbacks_exhausted: { to: '/callbacks', search: { status: 'exhausted' } },
  reports_undelivered: { to: '/reports/scheduled', search: {} },
  imports_unfinished: { to: '/bank/import', search: {} },
  recipients_failing: null,
  disk_filling: null,
};

/** What is about one merchant is seen there: failing callbacks at its endpoints. */
export function placeOf({ kind, subject_type, subject_id }: AttentionItem): Place | null {
  if (kind === 'callbacks_failing' && subject_type === 'callback_endpoint' && subject_id !== null) {
    const [merchant] = subject_id.split('/', 1);
    return { to: `/merchants/${merchant}/endpoints`, search: {} };
  }
  if (subject_type === 'merchant' && subject_id !== null) {
    return { to: `/merchants/${subject_id}`, search: {} };
  }
  return PLACES[kind];
}
