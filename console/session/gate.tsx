// Shows the console to people who are signed in, and the sign-in to everybody else.
import { Center, Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { ProblemNote } from '../parts/problem.tsx';
import { TEXTS } from '../texts/en.ts';
import { SessionProvider, useMe } from './session.tsx';
import { SignIn } from './sign-in.tsx';

export function Gate({ children }: { children: ReactNode }) {
  const { data: me, error, refetch } = useMe();
  if (me === undefined && error !== null) {
    return <ProblemNote error={error} retry={() => void refetch()} />;
  }
  if (me === undefined) {
    return (
      <Center h="60vh">
        <Loader aria-label={TEXTS.common.loading} />
      </Center>
    );
  }
  if (me === null) return <SignIn />;
  return <SessionProvider me={me}>{children}</SessionProvider>;
}
