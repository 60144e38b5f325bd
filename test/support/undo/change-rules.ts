// Lets a test change the rounding rule and the fee while the service runs. Import it before any
// file of the service, and import those dynamically.
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
