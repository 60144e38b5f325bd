// Sets up the first second factor during a sign-in, which opens the session.
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { call, rememberCsrfToken } from '../api/client.ts';
import type { AddedFactor } from '../api/schema.gen.ts';
import { SIGN_IN_TEXTS } from '../texts/sign-in.ts';
import { PasskeySetup } from './passkey-setup.tsx';
import { passkeyObstacle } from './passkeys.ts';
import { TotpSetup } from './totp-setup.tsx';

const { enrol, factor, passkey } = SIGN_IN_TEXTS;

type Props = { done: (codes: readonly string[] | null) => void; again: () => void };

export function EnrolStep({ done, again }: Props) {
  const [way, choose] = useState<'app' | 'passkey' | null>(null);
  const obstacle = passkeyObstacle();
  const added = ({ csrf_token, recovery_codes }: AddedFactor) => {
    if (csrf_token !== null) rememberCsrfToken(csrf_token);
    done(recovery_codes);
  };
  return (
    <Stack>
      {way === null ? (
        <>
          <Text size="sm">{enrol.what}</Text>
          <Button onClick={() => choose('app')}>{enrol.by_app}</Button>
          {obstacle === null ? (
            <Button variant="default" onClick={() => choose('passkey')}>
              {enrol.by_passkey}
            </Button>
          ) : (
            <Text size="sm">
              {passkey[obstacle]} {enrol.no_passkeys}
            </Text>
          )}
        </>
      ) : null}
      {way === 'app' ? (
        <TotpSetup
          offer={() => call('offerFirstTotp', { body: {} })}
          activate={(code) => call('activateFirstTotp', { body: { code } })}
          done={added}
        />
      ) : null}
      {way === 'passkey' ? (
        <PasskeySetup
          offer={() => call('offerFirstPasskey', { body: {} })}
          add={(body) => call('addFirstPasskey', { body })}
          done={added}
        />
      ) : null}
      {way === null ? null : (
        <Button variant="default" onClick={() => choose(null)}>
          {enrol.other_way}
        </Button>
      )}
      <Button variant="subtle" size="compact-sm" onClick={again}>
        {factor.again}
      </Button>
    </Stack>
  );
}
