// Sets up an authenticator app or a passkey of one's own account.
import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../api/client.ts';
import { readAllAgain } from '../../api/keys.ts';
import type { AddedFactor } from '../../api/schema.gen.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { PasskeySetup } from '../../session/passkey-setup.tsx';
import { passkeyObstacle } from '../../session/passkeys.ts';
import { TotpSetup } from '../../session/totp-setup.tsx';
import { ACCOUNT_TEXTS } from '../../texts/account/account.ts';
import { SIGN_IN_TEXTS } from '../../texts/sign-in.ts';

const { factors, totp, passkeys } = ACCOUNT_TEXTS;

type Added = (added: AddedFactor) => void;

type Props = {
  readonly label: string;
  readonly what: string;
  readonly why_not?: string | undefined;
  readonly told: string;
  readonly added: Added;
  readonly form: (done: Added) => ReactNode;
};

function Add({ label, what, why_not, told, added, form }: Props) {
  const [is_open, dialog] = useDisclosure(false);
  const client = useQueryClient();
  const done: Added = (answer) => {
    dialog.close();
    notifications.show({ color: 'teal', message: told });
    added(answer);
    void readAllAgain(client);
  };
  return (
    <>
      <Button
        variant="light"
        disabled={why_not !== undefined}
        title={why_not}
        onClick={dialog.open}
      >
        {label}
      </Button>
      <Dialog title={label} is_open={is_open} close={dialog.close}>
        <Stack>
          <Text size="sm">{what}</Text>
          {form(done)}
        </Stack>
      </Dialog>
    </>
  );
}

export function SetUpApp({ is_first, added }: { is_first: boolean; added: Added }) {
  return (
    <Add
      label={is_first ? totp.set_up : totp.replace}
      what={is_first ? factors.others_end : `${totp.replace_what} ${factors.others_end}`}
      told={totp.active}
      added={added}
      form={(done) => (
        <TotpSetup
          offer={() => call('offerTotp', {})}
          activate={(code) => call('activateTotp', { body: { code } })}
          done={done}
        />
      )}
    />
  );
}

export function AddPasskey({ added }: { added: Added }) {
  const obstacle = passkeyObstacle();
  return (
    <Add
      label={passkeys.add}
      what={factors.others_end}
      why_not={obstacle === null ? undefined : SIGN_IN_TEXTS.passkey[obstacle]}
      told={passkeys.added}
      added={added}
      form={(done) => (
        <PasskeySetup
          offer={() => call('offerPasskey', {})}
          add={(body) => call('addPasskey', { body })}
          done={done}
        />
      )}
    />
  );
}
