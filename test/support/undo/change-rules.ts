// Lets a test change the rounding rule and the fee while the service runs: to be imported before
// any file of the service, which then has to be imported dynamically.
import { registerHooks } from 'node:module';

const RATE = /\/server\/domain\/(?:[a-z-]+\/)?rate\.ts$/;
const STAND_IN = new URL('./switched-rate.ts', import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    if (!RATE.test(found.url) || context.parentURL === STAND_IN) return found;
    return { ...found, url: STAND_IN };
  },
});
