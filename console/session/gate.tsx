// Shows the console to people who are signed in, and the sign-in to everybody else. Whoever was
// signed in keeps their page when the session ends, and signs in again over it.
import { Center, Loader } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { WhoAmI } from '../api/schema.gen.ts';
import { ProblemNote } from '../parts/problem.tsx';
import { COMMON_TEXTS } from '../texts/common.ts';
import { Interruptions } from './interruptions.tsx';
import { startOver } from './leave.ts';
import { SessionProvider, useMe } from './session.tsx';

const SignIn = lazy(async () => ({ default: (await import('./session-forms.tsx')).SignIn }));

function Waiting() {
  return (
    <Center h="60vh">
      <Loader aria-label={COMMON_TEXTS.loading} />
    </Center>
  );
}

function Inside({ me, children }: { me: WhoAmI | null | undefined; children: ReactNode }) {
  const [first, setFirst] = useState<WhoAmI | null>(null);
  if (first === null && me !== null && me !== undefined) setFirst(me);
  const is_somebody_else =
    first !== null && me !== null && me !== undefined && me.person_id !== first.person_id;
  useEffect(() => {
    if (is_somebody_else) startOver();
  }, [is_somebody_else]);
  const shown = me ?? first;
  if (shown === null || is_somebody_else) return null;
  return (
    <SessionProvider me={shown}>
      {children}
      <Interruptions me={shown} is_signed_out={me === null} />
    </SessionProvider>
  );
}

export function Gate({ children }: { children: ReactNode }) {
  const { data: me, error, refetch } = useMe();
  // From the first look until the sign-in is through, with the codes that it may show at its end.
  const [is_outside, setOutside] = useState<boolean | null>(null);
  if (is_outside === null && me !== undefined) setOutside(me === null);
  if (is_outside === null && error !== null) {
    return <ProblemNote error={error} retry={() => void refetch()} />;
  }
  if (is_outside === null) return <Waiting />;
  if (!is_outside) return <Inside me={me}>{children}</Inside>;
  return (
    <Suspense fallback={<Waiting />}>
      <SignIn done={() => void refetch().then(() => setOutside(false))} />
    </Suspense>
  );
}
