// What went wrong while signing in: the service's words, or what the browser did with a passkey.
import { Alert } from '@mantine/core';
import { ProblemNote } from '../parts/problem.tsx';
import { SIGN_IN_TEXTS } from '../texts/sign-in.ts';
import { NoPasskey } from './passkeys.ts';

const { passkey } = SIGN_IN_TEXTS;

/** Nothing if nothing went wrong. */
export function SignInProblem({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null;
  if (!(error instanceof NoPasskey)) return <ProblemNote error={error} />;
  return (
    <Alert color="orange" role="alert" title={passkey.failed}>
      {passkey[error.fault]}
    </Alert>
  );
}
