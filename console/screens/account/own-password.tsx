// Changes one's own password, with the present one.
import { PasswordInput, Text } from '@mantine/core';
import { BOUNDS } from '../../api/bounds.gen.ts';
import { call } from '../../api/client.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import { textAsTyped } from '../../parts/act/form-fields.ts';
import { CardSection } from '../../parts/card-section.tsx';
import { NEW_PASSWORD } from '../../session/new-password.gen.ts';
import { ACCOUNT_TEXTS } from '../../texts/account/account.ts';
import { SIGN_IN_TEXTS } from '../../texts/sign-in.ts';

const { password } = ACCOUNT_TEXTS;
const { set_password } = SIGN_IN_TEXTS;

export function OwnPassword() {
  return (
    <CardSection
      title={password.title}
      acts={
        <FormAct
          about={null}
          label={password.change}
          what={password.what}
          done={password.done}
          is_quiet
          run={(fields, idempotency_key) =>
            call('changeOwnPassword', {
              body: {
                old_password: textAsTyped(fields, 'old_password'),
                password: textAsTyped(fields, 'password'),
              },
              idempotency_key,
            })
          }
        >
          <PasswordInput
            name="old_password"
            label={password.old}
            autoComplete="current-password"
            {...BOUNDS.changeOwnPassword.old_password}
            data-autofocus
          />
          <PasswordInput
            name="password"
            label={set_password.password}
            description={set_password.rule}
            autoComplete="new-password"
            {...BOUNDS.changeOwnPassword.password}
            {...NEW_PASSWORD}
          />
        </FormAct>
      }
    >
      <Text size="sm">{password.what}</Text>
    </CardSection>
  );
}
