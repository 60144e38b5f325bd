// The words for an act on several pay-outs that was refused for some of them.
import type { PayoutBatchResult, PayoutOutcome } from '../../api/schema.gen.ts';
import { Partly } from '../../parts/act/partly.tsx';
import { orderName } from '../../parts/names/order-name.ts';
import { PAYOUT_TEXTS } from '../../texts/payouts/payouts.ts';

const { batch: texts, changed_by: changedBy } = PAYOUT_TEXTS;

/** As people call it: the merchant's own id, if there is such a pay-out. */
export const nameOfPayout = ({ order_id, id }: Pick<PayoutOutcome, 'order_id' | 'id'>): string =>
  order_id === null ? id : orderName(order_id);

/** In the service's own words, and who was faster; null: nothing was refused. */
export function whyNot({ detail, changed_by }: PayoutOutcome): string | null {
  if (detail === null) return null;
  return changed_by === null ? detail : `${detail} ${changedBy(changed_by)}`;
}

/** Names those that were refused, if there are any; the others have been done. */
export function namingRefused(answer: PayoutBatchResult): PayoutBatchResult | Partly {
  const refused = answer.payouts.flatMap((one) => {
    const why = whyNot(one);
    return why === null ? [] : [[nameOfPayout(one), why] as const];
  });
  if (refused.length === 0) return answer;
  return new Partly(texts.some_refused(refused.length, answer.payouts.length), refused);
}
