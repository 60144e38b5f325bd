// The page of the link by which a person sets up new factors after theirs were removed. Its secret
// stands behind `#`, so that no server sees it in an address.
import { Alert, Text } from '@mantine/core';
import { useState } from 'react';
import { SIGN_IN_TEXTS } from '../texts/sign-in.ts';
import { Entrance } from './entrance.tsx';
import { toConsole } from './leave.ts';
import { useSignIn } from './sign-in-flow.tsx';

const { by_link, set_password, title: SIGN_IN } = SIGN_IN_TEXTS;

function ByLink({ link }: { link: string }) {
  const { title, step } = useSignIn({ link, done: toConsole });
  return (
    <Entrance title={title === SIGN_IN ? by_link.title : title}>
      {title === SIGN_IN ? <Text size="sm">{by_link.what}</Text> : null}
      {step}
    </Entrance>
  );
}

export function Screen() {
  const [link] = useState(() => window.location.hash.slice(1));
  if (link !== '') return <ByLink link={link} />;
  return (
    <Entrance title={by_link.title}>
      <Alert color="orange">{set_password.not_whole}</Alert>
    </Entrance>
  );
}
