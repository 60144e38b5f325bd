// What went wrong while signing in: the service's words, or what the browser did with a passkey.
import { Alert } from '@mantine/core';
import { ProblemNote } from '../parts/problem.tsx';
import { SIGN_IN_TEXTS } from '../texts/sign-in.ts';
import { NoPasskey } from './passkeys.ts';

const { passkey } = SIGN_IN_TEXTS;

type Props = {
  readonly error: unknown;
  /** As the button says it. */
  readonly act: string;
};

/** Nothing if nothing went wrong. */
export function SignInProblem({ error, act }: Props) {
  if (error === null || error === undefined) return null;
  if (!(error instanceof NoPasskey)) return <ProblemNote error={error} act={act} />;
  return (
    <Alert color="orange" role="alert" title={passkey.failed}>
      {passkey[error.fault]}
    </Alert>
  );
}
