// Changes one's own password, with the present one.
import { PasswordInput, Text } from '@mantine/core';
import { call } from '../../api/client.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import { textAsTyped } from '../../parts/act/form-fields.ts';
import { CardSection } from '../../parts/card-section.tsx';
import { TEXTS } from '../../texts/en.ts';

const { password } = TEXTS.account;
const { set_password } = TEXTS.sign_in;
const LENGTH = { min: 12, max: 256 } as const;

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
            maxLength={LENGTH.max}
            required
            data-autofocus
          />
          <PasswordInput
            name="password"
            label={set_password.password}
            description={set_password.rule}
            autoComplete="new-password"
            minLength={LENGTH.min}
            maxLength={LENGTH.max}
            required
          />
        </FormAct>
      }
    >
      <Text size="sm">{password.what}</Text>
    </CardSection>
  );
}
