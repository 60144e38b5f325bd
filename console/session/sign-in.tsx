// Sign in with e-mail address and password, then with the second factor if there is one.
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, rememberCsrfToken } from '../api/client.ts';
import { ProblemNote } from '../parts/problem.tsx';
import { TEXTS } from '../texts/en.ts';
import { Entrance } from './entrance.tsx';
import { useForget } from './session.tsx';

const { sign_in } = TEXTS;

function Password({ done }: { done: (needs_factor: boolean) => void }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: { email: string; password: string }) => call('signIn', { body }),
    onSuccess: ({ outcome, csrf_token }) => {
      rememberCsrfToken(csrf_token);
      done(outcome === 'second_factor_required');
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        mutate({ email: String(data.get('email')), password: String(data.get('password')) });
      }}
    >
      <Stack>
        <TextInput
          name="email"
          type="email"
          label={sign_in.email}
          autoComplete="username"
          maxLength={254}
          required
          autoFocus
        />
        <PasswordInput
          name="password"
          label={sign_in.password}
          autoComplete="current-password"
          maxLength={256}
          required
        />
        {error === null ? null : <ProblemNote error={error} />}
        <Button type="submit" loading={isPending} fullWidth>
          {sign_in.submit}
        </Button>
      </Stack>
    </form>
  );
}

export function SignIn() {
  const forget = useForget();
  const [needs_factor, needFactor] = useState(false);
  const done = (more: boolean) => (more ? needFactor(true) : void forget());
  return (
    <Entrance title={sign_in.title}>{needs_factor ? null : <Password done={done} />}</Entrance>
  );
}
