// Whether somebody can still say that they look after an alert.
import type { Alert } from '../alert/alert-rule.ts';
import { type Refusal, refuse } from '../service/refusal.ts';

/** An alert that is over needs nobody who looks after it. */
export function refuseAcknowledge({ state }: Pick<Alert, 'state'>): Refusal | null {
  if (state !== 'recovered') return null;
  return refuse('act_not_allowed', 'The alert has recovered: there is nothing to acknowledge.');
}
