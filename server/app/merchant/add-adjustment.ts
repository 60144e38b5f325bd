// An operator adds to a merchant's balance or takes from it, with a reason.
import { LIMITS } from '../../domain/service/limits.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/service/refusal.ts';
import { toWireInteger } from '../../domain/values/money.ts';
import type { App } from '../process/app.ts';
import { idFrom, newId } from '../process/ids.ts';
import { expectKind } from '../process/writer.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import { type RawFields, readFields } from '../request/fields.ts';
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

const REASON_MAX_LENGTH = 500;

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
  const record = await merchantRecord(app, merchant_id);
  if (isRefusal(record)) return record;
  const { merchant } = record;
  const reader = readFields(raw, ['amount_cents', 'reason']);
  const amount = reader.integer('amount_cents');
  const most = LIMITS.amount_max_cents;
  if (reader.raw('amount_cents') === 0 || Math.abs(amount) > most) {
    reader.wrong('amount_cents', 'range', `must be from -${most} to ${most}, but not 0`);
  }
  const reason = reader.text('reason', REASON_MAX_LENGTH);
  const refused = reader.refusal();
  if (refused !== null) return refused;
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
  const { adjustment, found } = result;
  if (found && (adjustment.amount_cents !== amount_cents || adjustment.reason !== reason)) {
    return refuse('reference_taken', 'This Idempotency-Key was used for another adjustment.', {
      extra: { id: adjustment_id },
    });
  }
  return {
    id: adjustment.adjustment_id,
    merchant_id: adjustment.merchant_id,
    amount_cents: toWireInteger(adjustment.amount_cents),
    currency: adjustment.currency,
    reason: adjustment.reason,
    created_at: iso(adjustment.at),
  };
}
