// One's own second factors: the authenticator app, passkeys, recovery codes.
import { Badge, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { readOf } from '../../api/keys.ts';
import type { AddedFactor, SecondFactors } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import { CardSection } from '../../parts/card-section.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { passkeyObstacle } from '../../session/passkeys.ts';
import { RecoveryCodes } from '../../session/recovery-codes.tsx';
import { ACCOUNT_TEXTS } from '../../texts/account/account.ts';
import { SIGN_IN_TEXTS } from '../../texts/sign-in.ts';
import { AddPasskey, SetUpApp } from './add-factor.tsx';
import { PasskeyTable } from './passkey-table.tsx';

const { factors, totp, passkeys, codes } = ACCOUNT_TEXTS;
const FEW = 3;

type Part = { readonly own: SecondFactors; readonly added: (added: AddedFactor) => void };

function App({ own, added }: Part) {
  const { totp: app } = own;
  return (
    <CardSection
      title={totp.title}
      acts={
        <>
          <SetUpApp is_first={app === null} added={added} />
          {app === null ? null : (
            <FormAct
              about={null}
              label={totp.remove}
              what={factors.others_end}
              done={totp.removed}
              is_dangerous
              why_not={own.is_required && own.passkeys.length === 0 ? factors.required : undefined}
              run={(_none, idempotency_key) => call('removeTotp', { idempotency_key })}
            />
          )}
        </>
      }
    >
      {app === null ? (
        <Text size="sm">{totp.off}</Text>
      ) : (
        <Text size="sm">
          <Badge color="teal" variant="light">
            {totp.on}
          </Badge>{' '}
          <Moment at={app.activated_at} />
        </Text>
      )}
    </CardSection>
  );
}

function Passkeys({ own, added }: Part) {
  const obstacle = passkeyObstacle();
  return (
    <CardSection title={passkeys.title} acts={<AddPasskey added={added} />}>
      {obstacle === null ? null : (
        <Text size="sm" mb="xs">
          {SIGN_IN_TEXTS.passkey[obstacle]}
        </Text>
      )}
      {own.passkeys.length === 0 ? (
        <Text size="sm">{passkeys.none}</Text>
      ) : (
        <PasskeyTable
          passkeys={own.passkeys}
          is_last={own.is_required && own.totp === null && own.passkeys.length === 1}
        />
      )}
    </CardSection>
  );
}

type CodesPart = Pick<Part, 'own'> & { show: (codes: readonly string[]) => void };

function Codes({ own, show }: CodesPart) {
  const { left } = own.recovery_codes;
  const has_factor = own.totp !== null || own.passkeys.length > 0;
  return (
    <CardSection
      title={codes.title}
      acts={
        has_factor ? (
          <FormAct
            about={null}
            label={codes.renew}
            what={codes.renew_what}
            done={codes.renewed}
            is_quiet
            run={async (_none, idempotency_key) => {
              const { recovery_codes } = await call('renewRecoveryCodes', { idempotency_key });
              show(recovery_codes);
            }}
          />
        ) : null
      }
    >
      <Text size="sm">
        {has_factor ? codes.left(left) : codes.none} {has_factor && left <= FEW ? codes.few : ''}
      </Text>
    </CardSection>
  );
}

export function OwnFactors() {
  const { data, error, refetch } = useRead(readOf('listOwnFactors', {}));
  const [shown, show] = useState<readonly string[] | null>(null);
  if (error !== null) return <ProblemNote error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Loading height={240} />;
  const added = ({ recovery_codes }: AddedFactor) => {
    if (recovery_codes !== null) show(recovery_codes);
  };
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {data.is_required ? factors.required : factors.optional}
      </Text>
      <App own={data} added={added} />
      <Passkeys own={data} added={added} />
      <Codes own={data} show={show} />
      <Dialog
        title={SIGN_IN_TEXTS.codes.title}
        is_open={shown !== null}
        close={() => show(null)}
        must_answer
      >
        <RecoveryCodes list={shown ?? []} done={() => show(null)} />
      </Dialog>
    </Stack>
  );
}
