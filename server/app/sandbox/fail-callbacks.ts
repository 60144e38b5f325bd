// Attempts to deliver callbacks that fail in the sandbox because somebody asked for it: by a magic
// amount, or by a scripted fault. Nothing is sent then.
import { failsCallback } from '../../domain/sandbox/magic-values.ts';
import type { ClaimedDelivery } from '../callback/deliver.ts';
import type { App } from '../process/app.ts';
import { takeCallbackFault } from './faults.ts';

type Attempt = Pick<ClaimedDelivery, 'merchant_id' | 'attempt' | 'body'>;

/** Events of disputes and the like have no amount of an order. */
function isMagic({ attempt, body }: Attempt): boolean {
  const { data } = JSON.parse(body) as { data?: Record<string, unknown> };
  const { direction, requested_amount_cents: amount } = data ?? {};
  if (typeof amount !== 'number' || (direction !== 'payin' && direction !== 'payout')) return false;
  return failsCallback(direction, BigInt(amount), attempt);
}

export async function isScriptedFailure(app: App, attempt: Attempt): Promise<boolean> {
  if (app.mode !== 'sandbox') return false;
  if (app.sandbox_bank !== null && isMagic(attempt)) return true;
  return await takeCallbackFault(app, attempt.merchant_id);
}
