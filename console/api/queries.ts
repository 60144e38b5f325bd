// The kept answers of the service: fresh for some seconds, asked for again when the window is
// looked at again; refusals are not asked for again.
import { QueryClient } from '@tanstack/react-query';
import { Unreachable } from './client.ts';

const FRESH_MS = 5_000;
const MOST_TRIES = 3;

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (tries, error) => error instanceof Unreachable && tries < MOST_TRIES,
    },
    mutations: { retry: false },
  },
});
