// Changes one's own password, with the present one.
import { PasswordInput, Text } from '@mantine/core';
import { call } from '../../api/client.ts';
import { readOf } from '../../api/keys.ts';
import { useRead } from '../../api/use-read.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import { CardSection } from '../../parts/card-section.tsx';
import { requestForm } from '../../parts/form/forms.ts';
import { typedSecret } from '../../parts/form/typed-fields.ts';
import { NEW_PASSWORD } from '../../session/new-password.gen.ts';
import { ACCOUNT_TEXTS } from '../../texts/account/account.ts';
import { SIGN_IN_TEXTS } from '../../texts/sign-in.ts';

const { password } = ACCOUNT_TEXTS;
const { set_password } = SIGN_IN_TEXTS;

const FORM = requestForm('changeOwnPassword', {
  old_password: typedSecret(),
  password: typedSecret(NEW_PASSWORD),
});

export function OwnPassword() {
  const { data: own } = useRead(readOf('showOwnOpenid', {}));
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
          why_not={own?.has_password === false ? password.none : undefined}
          form={FORM}
          run={(body, idempotency_key) => call('changeOwnPassword', { body, idempotency_key })}
        >
          {({ field }) => (
            <>
              <PasswordInput
                label={password.old}
                autoComplete="current-password"
                {...field('old_password')}
                data-autofocus
              />
              <PasswordInput
                label={set_password.password}
                description={set_password.rule}
                autoComplete="new-password"
                {...field('password')}
              />
            </>
          )}
        </FormAct>
      }
    >
      <Text size="sm">{password.what}</Text>
    </CardSection>
  );
}
