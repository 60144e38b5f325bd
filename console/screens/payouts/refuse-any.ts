// An act on pay-outs of a batch that was refused for one of them is an error that says which.
import type { PayoutBatchResult } from '../../api/schema.gen.ts';
import { PAYOUT_TEXTS } from '../../texts/payouts/payouts.ts';

/** If some of them were refused, says how many and why; the others have been done. */
export function refuseAny(answer: PayoutBatchResult): PayoutBatchResult {
  const refused = answer.payouts.flatMap(({ detail }) => (detail === null ? [] : [detail]));
  const [first] = refused;
  if (first === undefined) return answer;
  throw new Error(PAYOUT_TEXTS.batch.some_refused(refused.length, answer.payouts.length, first));
}
