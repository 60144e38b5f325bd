// Who is signed in, for every part of the console: the person, and their rights.
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import { call, Problem, rememberCsrfToken } from '../api/client.ts';
import { readKey } from '../api/keys.ts';
import { queries } from '../api/queries.ts';
import type { WhoAmI } from '../api/schema.gen.ts';

type Session = {
  readonly me: WhoAmI;
  can(right: WhoAmI['rights'][number]): boolean;
};

const Here = createContext<Session | null>(null);

/** Inside of the frame only, which is not shown before somebody is signed in. */
export function useSession(): Session {
  const session = useContext(Here);
  if (session === null) throw new Error('Nobody is signed in here');
  return session;
}

async function readMe(signal: AbortSignal): Promise<WhoAmI | null> {
  try {
    const me = await call('whoAmI', { signal });
    rememberCsrfToken(me.csrf_token);
    return me;
  } catch (error) {
    // Not signed in, or not any more: no fault.
    if (error instanceof Problem && error.body.status === 401) return null;
    throw error;
  }
}

const OF_ME = {
  queryKey: readKey('whoAmI', {}),
  queryFn: ({ signal }: { signal: AbortSignal }) => readMe(signal),
} as const;

/** Null: nobody is signed in. */
export const useMe = () => useQuery({ ...OF_ME, staleTime: 60_000 });

/** The same, as far as it is known already. */
export const readMeOnce = () => queries.ensureQueryData(OF_ME);

/** The same, asked now. */
export const readMeNow = (client: QueryClient) => client.fetchQuery({ ...OF_ME, staleTime: 0 });

export function SessionProvider({ me, children }: { me: WhoAmI; children: ReactNode }) {
  const can = (right: WhoAmI['rights'][number]) => me.rights.includes(right);
  return <Here.Provider value={{ me, can }}>{children}</Here.Provider>;
}
