// The results of acts on pay-outs as the operator API tells them. Those that need a second person
// are proposed, each alone.

import { proposeItem } from '../../../app/approval/propose.ts';
import { type PayoutResult, payoutOutcome } from '../../../app/payout/payout-items.ts';
import type { App } from '../../../app/process/app.ts';
import type { OperatorCaller } from '../../../app/request/caller.ts';
import type { ProposedRequest } from '../../../domain/record/proposal.ts';
import { refuse } from '../../../domain/service/refusal.ts';
import { ItemsAnswer } from '../route/items-answer.ts';

/** `asked`: the request; the same with only one of its pay-outs is what is proposed. */
export async function tellPayouts<Rest extends object>(
  { app, operator }: { app: App; operator: OperatorCaller },
  { payouts, ...rest }: Rest & { payouts: readonly PayoutResult[] },
  asked: Omit<ProposedRequest, 'idempotency_key'>,
): Promise<ItemsAnswer> {
  const told = await Promise.all(
    payouts.map(async (one) => {
      const { utr, ...item } = one.item;
      const key = { ...item, ...(utr === null ? {} : { utr }) };
      const fields = { ...asked.fields, payouts: [key] };
      const request = { ...asked, fields, idempotency_key: null };
      const result = await proposeItem(app, operator, one.answer, request);
      const outcome = payoutOutcome(one, result);
      const refusal =
        result.kind === 'refused' ? refuse(result.refusal.code, outcome.detail ?? '') : null;
      return { outcome, refusal };
    }),
  );
  const body = { ...rest, payouts: told.map(({ outcome }) => outcome) };
  return new ItemsAnswer(
    body,
    told.map(({ refusal }) => refusal),
  );
}
