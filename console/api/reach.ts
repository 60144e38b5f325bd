// The page's own watch over whether the service answers, and what must not happen while it does
// not: acts are not sent, and the code of a screen is waited for.
import { watchReach } from './reach-watch.ts';

/** Asks nothing of a session or a database. */
const SIGN_OF_LIFE = '/healthz';

/** Said by something between here and the service. */
const isGatewayError = (status: number): boolean => status >= 502 && status <= 504;

async function ask(most_ms: number): Promise<boolean> {
  // Not AbortSignal.timeout: it counts on although the machine sleeps.
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), most_ms);
  try {
    const { status } = await fetch(SIGN_OF_LIFE, {
      credentials: 'omit',
      cache: 'no-store',
      signal: late.signal,
    });
    return !isGatewayError(status);
  } catch {
    // Whatever the browser calls it: there was no answer.
    return false;
  } finally {
    clearTimeout(timer);
  }
}

export const reach = watchReach({
  now: () => Date.now(),
  later(delay_ms, run) {
    const timer = setTimeout(run, delay_ms);
    return () => clearTimeout(timer);
  },
  ask,
});

/** Code that cannot be loaded now is loaded when the service answers again. */
export async function loadWhenReached<Code>(load: () => Promise<Code>): Promise<Code> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      // It answers: another release has other files, and whoever asked begins anew.
      if (await reach.look()) throw error;
      await reach.back();
    }
  }
}
