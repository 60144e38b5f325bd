// The kept answers of the service: fresh for some seconds, asked for again when the window is
// looked at again, and when the service answers again; refusals are not asked for again, except for
// having asked too much at once.
import { onlineManager, QueryClient } from '@tanstack/react-query';
import { Problem, Unreachable } from './client.ts';
import { reach } from './reach.ts';

const FRESH_MS = 5_000;
const MOST_TRIES = 3;
const SECOND_MS = 1_000;
const MOST_MS = 30_000;
/** If the service asks for a longer wait, the person sees the refusal instead. */
const MOST_WAIT_S = 5;

const isTooMuch = (error: unknown): error is Problem =>
  error instanceof Problem &&
  error.body.code === 'rate_limited' &&
  error.wait_s !== null &&
  error.wait_s <= MOST_WAIT_S;

// Reads wait while the service does not answer; all that is shown is read again when it does.
onlineManager.setEventListener((setOnline) =>
  reach.subscribe(() => setOnline(reach.current().silent_since === null)),
);

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (tries, error) =>
        (error instanceof Unreachable || isTooMuch(error)) && tries < MOST_TRIES,
      retryDelay: (tries, error) =>
        isTooMuch(error)
          ? (error.wait_s ?? 1) * SECOND_MS
          : Math.min(SECOND_MS * 2 ** tries, MOST_MS),
      refetchOnReconnect: 'always',
    },
    // An act never waits to be sent later: nobody would know when.
    mutations: { retry: false, networkMode: 'always' },
  },
});
