// Replaces the arithmetic of fees and conversion: it behaves the same until a test changes the
// rule.
import * as real from '../../../server/domain/values/rate.ts';

/** The changed rule adds one unit to every result. */
export const rule = { is_changed: false };

const more = (): bigint => (rule.is_changed ? 1n : 0n);

export const { PERCENT_MAX_DECIMALS, RATE_MAX_DECIMALS, parsePercent, parseRate } = real;

export const feeOf: typeof real.feeOf = (...given) => real.feeOf(...given) + more();

export const convert: typeof real.convert = (...given) => real.convert(...given) + more();
