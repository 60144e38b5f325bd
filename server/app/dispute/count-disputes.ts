// Counts the disputes that wait, for the tabs of their list.
import { COUNTED_MOST } from '../../domain/alert/attention-kinds.ts';
import { COUNT_DISPUTES } from '../../domain/dispute/dispute-requests.ts';
import { readFilters } from '../../domain/request/read-request.ts';
import type { QueryTexts } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { type DisputeCounts, readDisputeCounts } from '../../store/dispute/dispute-counts.ts';
import type { App } from '../process/app.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';

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
  query: QueryTexts<typeof COUNT_DISPUTES>,
): Promise<DisputeCountsBody | Refusal> {
  const asked = readFilters(COUNT_DISPUTES, query);
  if (isRefusal(asked)) return asked;
  const { id } = operatorActor(operator);
  return bodyOf(await readDisputeCounts(app.store.db, asked.merchant_id, id));
}
