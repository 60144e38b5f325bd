// An operator adds to a merchant's balance or takes from it, with a reason.

import { ADD_ADJUSTMENT } from '../../domain/merchant/price-requests.ts';
import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { toWireInteger } from '../../domain/values/money.ts';
import type { App } from '../process/app.ts';
import { idFrom, newId } from '../process/ids.ts';
import { expectKind } from '../process/writer.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import { iso } from '../request/views.ts';
import { merchantRecord } from './merchants.ts';

export type AdjustmentBody = {
  id: string;
  merchant_id: string;
  amount_cents: number;
  currency: string;
  reason: string;
  created_at: string;
};

/**
 * Signed, in the balance currency. The same idempotency key makes one adjustment, however often it
 * is sent.
 */
export async function addAdjustment(
  app: App,
  operator: OperatorCaller,
  merchant_id: string,
  raw: RawFields,
  idempotency_key: string | undefined,
): Promise<AdjustmentBody | Refusal> {
  const merchant = await merchantRecord(app, merchant_id);
  if (isRefusal(merchant)) return merchant;
  const asked = readRequest(ADD_ADJUSTMENT, raw);
  if (isRefusal(asked)) return asked;
  const { amount_cents: amount, reason } = asked;
  const adjustment_id =
    idempotency_key === undefined
      ? newId()
      : idFrom(`adjustment/${merchant.merchant_id}/${idempotency_key}`);
  const amount_cents = BigInt(amount);
  const answer = await app.writer.submit({
    kind: 'adjust',
    command_id: newId(),
    actor: operatorActor(operator),
    merchant,
    adjustment_id,
    amount_cents,
    reason,
    audit: {
      action: 'balance_adjusted',
      target: `merchants/${merchant.merchant_id}/adjustments/${adjustment_id}`,
      detail: { amount_cents: amount, reason },
    },
  });
  const result = expectKind(answer, 'adjustment');
  if (isRefusal(result)) return result;
  const { adjustment } = result;
  return {
    id: adjustment.adjustment_id,
    merchant_id: adjustment.merchant_id,
    amount_cents: toWireInteger(adjustment.amount_cents),
    currency: adjustment.currency,
    reason: adjustment.reason,
    created_at: iso(adjustment.at),
  };
}
