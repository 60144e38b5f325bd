// Sets a password by an invitation or reset link; its secret stands behind `#`, so that no server
// sees it in an address.
import { Alert, Button, Divider, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/client.ts';
import { ENTRY_BOUNDS } from '../api/entry-bounds.gen.ts';
import { ButtonLink } from '../parts/links.tsx';
import { ProblemNote } from '../parts/problem.tsx';
import { SIGN_IN_TEXTS as sign_in } from '../texts/sign-in.ts';
import { Entrance } from './entrance.tsx';
import { NEW_PASSWORD } from './new-password.gen.ts';
import { OpenidButton, useProviderName } from './provider/openid-button.tsx';

const link = sign_in.set_password;

function NewPassword({ secret, done }: { secret: string; done: () => void }) {
  const [typed, setTyped] = useState({ once: '', twice: '' });
  const { mutate, isPending, error } = useMutation({
    mutationFn: (password: string) =>
      call('setPasswordByLink', { body: { link: secret, password } }),
    onSuccess: done,
  });
  const differs = typed.twice !== '' && typed.once !== typed.twice;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.once === typed.twice) mutate(typed.once);
      }}
    >
      <Stack>
        <Text size="sm">{link.what}</Text>
        <PasswordInput
          label={link.password}
          description={link.rule}
          autoComplete="new-password"
          {...ENTRY_BOUNDS.setPasswordByLink.password}
          {...NEW_PASSWORD}
          value={typed.once}
          onChange={(event) => setTyped({ ...typed, once: event.currentTarget.value })}
        />
        <PasswordInput
          label={link.again}
          autoComplete="new-password"
          {...ENTRY_BOUNDS.setPasswordByLink.password}
          value={typed.twice}
          error={differs ? link.differs : undefined}
          onChange={(event) => setTyped({ ...typed, twice: event.currentTarget.value })}
        />
        {error === null ? null : <ProblemNote error={error} act={link.submit} />}
        <Button type="submit" loading={isPending} disabled={typed.once !== typed.twice}>
          {link.submit}
        </Button>
      </Stack>
    </form>
  );
}

export function Screen() {
  const provider = useProviderName();
  const [is_set, set] = useState(false);
  const [secret] = useState(() => window.location.hash.slice(1));
  if (is_set) {
    return (
      <Entrance title={link.done}>
        <ButtonLink to="/">{sign_in.submit}</ButtonLink>
      </Entrance>
    );
  }
  return (
    <Entrance title={link.title}>
      {secret === '' ? (
        <Alert color="orange">{link.not_whole}</Alert>
      ) : (
        <>
          <NewPassword secret={secret} done={() => set(true)} />
          {provider === null ? null : (
            <>
              <Divider label={sign_in.or} />
              <OpenidButton name={provider} link={secret} />
            </>
          )}
        </>
      )}
    </Entrance>
  );
}
