// What the service publishes about itself: limits in force, currencies, types, states and their
// ways.
import { LIMITS } from '../domain/limits.ts';
import { PAYMENT_TYPES } from '../domain/payment-type.ts';
import { DIRECTIONS, finality, STATE_REASONS, STATES, TRANSITIONS } from '../domain/trade.ts';
import type { App } from './app.ts';
import { exponentOf } from './views.ts';

export async function publishedLimits(app: App) {
  const settings = await app.settings.current();
  const currencies = [...settings.enabled_currencies].sort();
  return {
    limits: {
      ...LIMITS,
      requests_per_second: app.rate_limit_per_second || null,
      requests_burst: app.rate_limit_per_second * 2 || null,
    },
    currencies: currencies.map((code) => ({ code, exponent: exponentOf(code) })),
    types: PAYMENT_TYPES.map((type) => ({ type: type.type, utr_rule: type.utr_rule })),
  };
}

export function publishedStates() {
  return {
    states: STATES.flatMap((state) =>
      DIRECTIONS.filter((direction) =>
        TRANSITIONS.some((way) => way.direction === direction && way.to.includes(state)),
      ).map((direction) => ({ state, direction, final: finality(direction, state) })),
    ),
    transitions: TRANSITIONS,
    state_reasons: STATE_REASONS,
  };
}
