// What screens read first, where that is more than the filters in the address: the screens take it
// from here, and so does the start of their routes, before their code is there.
import { readFiltered, readOf } from './api/keys.ts';
import type { WhoAmI } from './api/schema.gen.ts';
import type { InAddress, SearchAt } from './api/searches.ts';
import { QUERIES as APPROVALS, isView as isApprovalView } from './screens/approvals/views.ts';
import { DISPUTES, isDisputeView } from './screens/disputes/views.ts';

type Search<Path extends string> = InAddress<SearchAt<Path>>;

const VERIFY_SHOWN = 100;

export const verifyQueue = ({ open: _, ...search }: Search<'/verify'>) =>
  readFiltered('listVerifyQueue', { query: { limit: VERIFY_SHOWN, ...search } });

export const payoutQueue = ({ stage: _, ...query }: Search<'/payouts'>) =>
  readFiltered('listPayoutQueue', { query });

export const STAGES = ['taken', 'unconfirmed', 'ended'] as const;
export type Stage = (typeof STAGES)[number];

export const payoutWork = (search: Search<'/payouts'>, stage: Stage) =>
  readFiltered('listPayoutWork', { query: { ...search, stage } });

export function approvalList({ view = '', ...search }: Search<'/approvals'>) {
  const query = APPROVALS[isApprovalView(view) ? view : 'for_you'];
  return readFiltered('listApprovals', { query: { ...search, ...query } });
}

/** The screen of approvals has the counts of an answer of its own. */
export const approvalCounts = () => readOf('listApprovals', { query: { limit: 1 } });

export function disputeList({ view = '', ...search }: Search<'/disputes'>, me: WhoAmI) {
  const own = DISPUTES[isDisputeView(view) ? view : 'open'];
  const query = own(me.person_id ?? me.operator_token_id ?? undefined);
  return readFiltered('listDisputes', { query: { ...search, ...query } });
}
