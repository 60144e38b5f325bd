// The page of the link that a sandbox prints at its start: opening it signs in, once.
import { Alert, Anchor, Code, List, Loader, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call, Problem, rememberCsrfToken } from '../api/client.ts';
import { ProblemNote } from '../parts/problem.tsx';
import { COMMON_TEXTS } from '../texts/common.ts';
import { SIGN_IN_TEXTS } from '../texts/sign-in.ts';
import { Entrance } from './entrance.tsx';
import { toConsole } from './leave.ts';
import { useSignIn } from './sign-in-flow.tsx';

const { enter, set_password } = SIGN_IN_TEXTS;

function Used() {
  return (
    <Alert color="orange" title={enter.used} role="alert">
      <Stack gap="xs">
        <Text size="sm">{enter.used_what}</Text>
        <List size="sm" type="ordered">
          <List.Item>{enter.way_restart}</List.Item>
          <List.Item>
            {enter.way_password} <Anchor href="/console">{enter.to_sign_in}</Anchor>
          </List.Item>
          <List.Item>
            {enter.way_command} <Code>{enter.command}</Code>
          </List.Item>
        </List>
      </Stack>
    </Alert>
  );
}

function Entering({ link }: { link: string }) {
  const { title, step, answered } = useSignIn({ done: toConsole });
  const { mutate, isIdle, data, error } = useMutation({
    mutationFn: () => call('signInByLink', { body: { link } }),
    onSuccess: (answer) => {
      rememberCsrfToken(answer.csrf_token);
      answered(answer);
    },
  });
  useEffect(() => {
    if (isIdle) mutate();
  }, [isIdle, mutate]);
  if (error instanceof Problem && error.body.code === 'not_found') {
    return (
      <Entrance title={enter.title}>
        <Used />
      </Entrance>
    );
  }
  if (error !== null) {
    return (
      <Entrance title={enter.title}>
        <ProblemNote error={error} act={SIGN_IN_TEXTS.submit} />
      </Entrance>
    );
  }
  return data !== undefined && data.outcome !== 'signed_in' ? (
    <Entrance title={title}>{step}</Entrance>
  ) : (
    <Entrance title={enter.title}>
      <Loader aria-label={COMMON_TEXTS.loading} />
    </Entrance>
  );
}

export function Screen() {
  const [link] = useState(() => {
    const { hash, pathname } = window.location;
    // Neither the address bar nor the browser's history shows it any longer.
    window.history.replaceState(null, '', pathname);
    return hash.slice(1);
  });
  if (link !== '') return <Entering link={link} />;
  return (
    <Entrance title={enter.title}>
      <Alert color="orange">{set_password.not_whole}</Alert>
    </Entrance>
  );
}
