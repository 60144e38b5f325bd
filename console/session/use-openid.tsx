// The page to which the OpenID provider leads back: what was begun there is finished.
import { Anchor, Loader, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call, rememberCsrfToken } from '../api/client.ts';
import type { FinishedOpenid, SignedIn } from '../api/schema.gen.ts';
import { ProblemNote } from '../parts/problem.tsx';
import { COMMON_TEXTS } from '../texts/common.ts';
import { SIGN_IN_TEXTS } from '../texts/sign-in.ts';
import { Entrance } from './entrance.tsx';
import { backFromProvider } from './provider/openid.ts';
import { useSignIn } from './sign-in-flow.tsx';

const { openid } = SIGN_IN_TEXTS;

/** Null: the account was connected in a session that is open. */
function signedInBy({ outcome, csrf_token, second_factors }: FinishedOpenid): SignedIn | null {
  if (outcome === 'connected' || csrf_token === null) return null;
  return { outcome, csrf_token, second_factors };
}

function Finishing({ answer }: { answer: string }) {
  const { title, step, answered } = useSignIn({ done: backFromProvider });
  const { mutate, isIdle, data, error } = useMutation({
    mutationFn: () => call('finishOpenid', { body: { answer } }),
    onSuccess: (finished) => {
      const signed_in = signedInBy(finished);
      if (signed_in === null) return window.location.assign('/console/account');
      rememberCsrfToken(signed_in.csrf_token);
      return answered(signed_in);
    },
  });
  useEffect(() => {
    if (isIdle) mutate();
  }, [isIdle, mutate]);
  if (error !== null) {
    return (
      <Entrance title={openid.title}>
        <Stack>
          <ProblemNote error={error} act={openid.act} />
          <Anchor href="/console" size="sm">
            {openid.again}
          </Anchor>
        </Stack>
      </Entrance>
    );
  }
  const goes_on = data !== undefined && !['signed_in', 'connected'].includes(data.outcome);
  return (
    <Entrance title={goes_on ? title : openid.title}>
      {goes_on ? step : <Loader aria-label={COMMON_TEXTS.loading} />}
    </Entrance>
  );
}

export function Screen() {
  const [answer] = useState(() => {
    const { search, pathname } = window.location;
    // Neither the address bar nor the browser's history shows the code any longer.
    window.history.replaceState(null, '', pathname);
    return search.slice(1);
  });
  return <Finishing answer={answer === '' ? 'nothing' : answer} />;
}
