// A person confirms that it is them: by a code, by a passkey, or by the password without either.
import { Button, Divider, Loader, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { ENTRY_BOUNDS } from '../api/entry-bounds.gen.ts';
import { readAgain, readOf } from '../api/keys.ts';
import { useRead } from '../api/use-read.ts';
import { ProblemNote } from '../parts/problem.tsx';
import { COMMON_TEXTS } from '../texts/common.ts';
import { SIGN_IN_TEXTS } from '../texts/sign-in.ts';
import { CodeForm } from './code-form.tsx';
import { givePasskey, passkeyObstacle } from './passkeys.ts';
import { SignInProblem } from './sign-in-problem.tsx';

const { confirm, factor, or } = SIGN_IN_TEXTS;

type Given = { code: string } | { password: string } | 'passkey';

async function confirmWith(given: Given) {
  if (given !== 'passkey') return await call('confirmSession', { body: given });
  const { options } = await call('askForConfirmingPasskey', {});
  return await call('confirmSession', { body: { passkey: await givePasskey(options) } });
}

type Ways = { readonly code: boolean; readonly passkey: boolean };

type FormProps = {
  readonly ways: Ways;
  readonly give: (given: Given) => void;
  readonly is_pending: boolean;
  readonly error: unknown;
};

function PasswordForm({ give, is_pending, error }: Omit<FormProps, 'ways'>) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        give({ password: String(new FormData(event.currentTarget).get('password')) });
      }}
    >
      <Stack>
        <PasswordInput
          name="password"
          label={confirm.password}
          autoComplete="current-password"
          {...ENTRY_BOUNDS.confirmSession.password}
          required
          data-autofocus
          autoFocus
        />
        <SignInProblem error={error} act={confirm.submit} />
        <Button type="submit" loading={is_pending}>
          {confirm.submit}
        </Button>
      </Stack>
    </form>
  );
}

function Forms({ ways, give, is_pending, error }: FormProps) {
  const rest = { give, is_pending, error };
  if (!ways.code && !ways.passkey) return <PasswordForm {...rest} />;
  return (
    <Stack>
      {ways.code ? (
        <CodeForm
          kind="app"
          label={factor.code}
          submit={confirm.submit}
          is_pending={is_pending}
          error={ways.passkey ? null : error}
          give={(code) => give({ code })}
        />
      ) : null}
      {ways.code && ways.passkey ? <Divider label={or} /> : null}
      {ways.passkey ? (
        <>
          <SignInProblem error={error} act={factor.passkey} />
          <Button
            variant={ways.code ? 'default' : 'filled'}
            loading={is_pending}
            onClick={() => give('passkey')}
          >
            {factor.passkey}
          </Button>
        </>
      ) : null}
    </Stack>
  );
}

export function ConfirmForm({ done, cancel }: { done: () => void; cancel: () => void }) {
  const factors = useRead(readOf('listOwnFactors', {}));
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: confirmWith,
    onSuccess: done,
    // The session may have ended meanwhile: then people sign in again instead.
    onError: () => readAgain(client, 'session'),
  });
  const { data } = factors;
  return (
    <Stack>
      <Text size="sm">{confirm.what}</Text>
      {data === undefined ? (
        <>
          <ProblemNote error={factors.error} />
          {factors.error === null ? <Loader aria-label={COMMON_TEXTS.loading} /> : null}
        </>
      ) : (
        <Forms
          ways={{
            code: data.totp !== null,
            passkey: data.passkeys.length > 0 && (passkeyObstacle() === null || data.totp === null),
          }}
          give={mutate}
          is_pending={isPending}
          error={error}
        />
      )}
      <Button variant="subtle" size="compact-sm" onClick={cancel}>
        {confirm.cancel}
      </Button>
    </Stack>
  );
}
