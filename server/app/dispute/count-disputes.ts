// Counts the disputes that wait, for the tabs of their list.
import { COUNTED_MOST } from '../../domain/alert/attention-kinds.ts';
import type { Refusal } from '../../domain/service/refusal.ts';
import { type DisputeCounts, readDisputeCounts } from '../../store/dispute/dispute-counts.ts';
import type { App } from '../process/app.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import { readFields } from '../request/fields.ts';

const NAMES = ['open', 'overdue', 'mine', 'waiting_for_merchant', 'decided'] as const;

export type DisputeCountsBody = Record<
  (typeof NAMES)[number],
  { count: number; has_more: boolean }
>;

const shown = (count: number) => ({
  count: Math.min(count, COUNTED_MOST),
  has_more: count > COUNTED_MOST,
});

function bodyOf(counts: DisputeCounts): DisputeCountsBody {
  return {
    open: shown(counts.open),
    overdue: shown(counts.overdue),
    mine: shown(counts.mine),
    waiting_for_merchant: shown(counts.waiting_for_merchant),
    decided: shown(counts.decided),
  };
}

export async function countDisputes(
  app: App,
  operator: OperatorCaller,
  query: { merchant_id?: string },
): Promise<DisputeCountsBody | Refusal> {
  const reader = readFields({ fields: query, errors: [] }, ['merchant_id']);
  const merchant_id = query.merchant_id === undefined ? null : reader.uuid('merchant_id');
  const refused = reader.refusal();
  if (refused !== null) return refused;
  return bodyOf(await readDisputeCounts(app.store.db, merchant_id, operatorActor(operator).id));
}
