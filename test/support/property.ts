// fast-check with one seed for all property tests: a run fails for what was changed, never for the
// numbers that it drew. PROPERTY_SEED=any draws others, PROPERTY_SEED=N those that failed.
import fc from 'fast-check';

const FIXED_SEED = 20_261;

const { PROPERTY_SEED } = process.env;
if (PROPERTY_SEED !== 'any') fc.configureGlobal({ seed: Number(PROPERTY_SEED ?? FIXED_SEED) });

const QUICK_SHARE = 0.25;
const share = Number(process.env.PROPERTY_SHARE ?? QUICK_SHARE);

/**
 * Of a test whose histories take seconds: as many as `npm run torture -- --properties` draws, and a
 * quarter of them otherwise. PROPERTY_SHARE sets another share.
 */
export const longRuns = (count: number): number => Math.ceil(count * share);

export { fc };
