// What the service publishes about itself: limits in force, currencies, types, states and their
// transitions.

import { capsOf } from '../../domain/merchant/merchant-caps.ts';
import { DEFAULT_SETTINGS } from '../../domain/record/merchant.ts';
import { statesOf } from '../../domain/record/state-sets.ts';
import {
  DIRECTIONS,
  finality,
  STATE_REASONS,
  STATES,
  TRANSITIONS,
} from '../../domain/record/trade.ts';
import { LIMITS } from '../../domain/service/limits.ts';
import { RETENTION, type RetentionKind } from '../../domain/service/retention-kinds.ts';
import { PAYMENT_TYPES } from '../../domain/values/payment-type.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { ruleFor } from '../../lib/token-bucket.ts';
import type { App } from '../process/app.ts';
import { exponentOf } from '../request/views.ts';

export async function publishedLimits(app: App) {
  const settings = await app.settings.current();
  const currencies = [...settings.enabled_currencies].sort();
  // The limits of merchants for whom the operator has set nothing else.
  const caps = capsOf(DEFAULT_SETTINGS, settings.is_shared);
  const { per_second, burst } = ruleFor(app.rate_limit_per_second);
  // Both always end.
  const keptMs = (kind: RetentionKind) =>
    (settings.retention[kind] ?? RETENTION[kind].days) * DAY_MS;
  return {
    limits: {
      ...LIMITS,
      receipt_kept_ms: keptMs('receipts'),
      dispute_file_kept_ms: keptMs('dispute_files'),
      merchant_open_payins_max: caps.open_payins,
      merchant_account_day_percent: caps.account_day_percent,
      requests_per_second: per_second || null,
      requests_burst: burst || null,
    },
    currencies: currencies.map((code) => ({ code, exponent: exponentOf(code) })),
    types: PAYMENT_TYPES.map((type) => ({ type: type.type, utr_rule: type.utr_rule })),
  };
}

export function publishedStates() {
  return {
    states: STATES.flatMap((state) =>
      DIRECTIONS.filter((direction) => statesOf(direction).includes(state)).map((direction) => ({
        state,
        direction,
        final: finality(direction, state),
      })),
    ),
    transitions: TRANSITIONS,
    state_reasons: STATE_REASONS,
  };
}
