// The first step of a sign-in: address and password, or a passkey alone.
import { Button, Divider, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call, rememberCsrfToken } from '../api/client.ts';
import { ENTRY_BOUNDS } from '../api/entry-bounds.gen.ts';
import type { SignedIn } from '../api/schema.gen.ts';
import { SIGN_IN_TEXTS as sign_in } from '../texts/sign-in.ts';
import { givePasskey, passkeyObstacle } from './passkeys.ts';
import { OpenidButton, useProviderName } from './provider/openid-button.tsx';
import { SignInProblem } from './sign-in-problem.tsx';

async function passkeyAlone(): Promise<void> {
  const { options } = await call('askForSignInPasskey', { body: {} });
  const passkey = await givePasskey(options);
  const { csrf_token } = await call('signInWithPasskey', { body: { passkey } });
  rememberCsrfToken(csrf_token);
}

async function byPassword(body: { email: string; password: string }): Promise<SignedIn> {
  const answer = await call('signIn', { body });
  rememberCsrfToken(answer.csrf_token);
  return answer;
}

type Props = {
  /** Who signs in again; otherwise anybody. */
  readonly email?: string | undefined;
  readonly next: (answer: SignedIn) => void;
  readonly signedIn: () => void;
  /** A link to set up factors needs the password. */
  readonly is_for_link: boolean;
};

function Fields({ email }: { email: string | undefined }) {
  return (
    <>
      <TextInput
        name="email"
        type="email"
        label={sign_in.email}
        autoComplete="username"
        {...ENTRY_BOUNDS.signIn.email}
        {...(email === undefined ? { autoFocus: true } : { value: email, readOnly: true })}
      />
      <PasswordInput
        name="password"
        label={sign_in.password}
        autoComplete="current-password"
        {...ENTRY_BOUNDS.signIn.password}
        data-autofocus={email !== undefined}
      />
    </>
  );
}

export function PasswordStep({ email, next, signedIn, is_for_link }: Props) {
  const password = useMutation({ mutationFn: byPassword, onSuccess: next });
  const provider = useProviderName();
  const has_passkeys = passkeyObstacle() === null && !is_for_link;
  // Whoever signs in again over a page would lose what they typed there.
  const offered = email === undefined ? provider : null;
  const passkey = useMutation({ mutationFn: passkeyAlone, onSuccess: signedIn });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        passkey.reset();
        password.mutate({
          email: String(data.get('email')),
          password: String(data.get('password')),
        });
      }}
    >
      <Stack>
        <Fields email={email} />
        <SignInProblem
          error={password.error ?? passkey.error}
          act={password.error === null ? sign_in.with_passkey : sign_in.submit}
        />
        <Button type="submit" loading={password.isPending} fullWidth>
          {sign_in.submit}
        </Button>
        {has_passkeys || offered !== null ? <Divider label={sign_in.or} /> : null}
        {has_passkeys ? (
          <Button
            variant="default"
            loading={passkey.isPending}
            onClick={() => {
              password.reset();
              passkey.mutate();
            }}
            fullWidth
          >
            {sign_in.with_passkey}
          </Button>
        ) : null}
        {offered === null ? null : <OpenidButton name={offered} />}
        <Text size="xs" c="dimmed">
          {sign_in.lost}
        </Text>
      </Stack>
    </form>
  );
}
