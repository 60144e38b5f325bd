// The sign-in, alone on its page or over a screen: the first load does without it.
import { Button, Stack, Text } from '@mantine/core';
import { SIGN_IN_TEXTS } from '../texts/sign-in.ts';
import { Entrance } from './entrance.tsx';
import { startOver } from './leave.ts';
import { useSignIn } from './sign-in-flow.tsx';

const { ended } = SIGN_IN_TEXTS;

/** The page on which people sign in. */
export function SignIn({ done }: { done: () => void }) {
  const { title, step } = useSignIn({ done });
  return <Entrance title={title}>{step}</Entrance>;
}

export function SignInAgain({ email, done }: { email: string; done: () => void }) {
  const { step } = useSignIn({ email, done });
  return (
    <Stack>
      <Text size="sm">{ended.what}</Text>
      {step}
      <Button variant="subtle" size="compact-sm" onClick={startOver}>
        {ended.leave}
      </Button>
    </Stack>
  );
}
