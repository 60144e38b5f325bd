// What is sent to give, to set up and to name second factors.

import { isRecord } from '../../lib/is-record.ts';
import { linkField, passwordField } from '../access/sign-in-requests.ts';
import {
  type Field,
  field,
  optionalField,
  refinedField,
  requestShape,
} from '../request/request-shape.ts';
import { textField } from '../request/text-fields.ts';
import { readRecoveryCode } from './recovery-code.ts';
import { readTotpCode } from './totp.ts';

/** A code in its canonical form, of a text as somebody typed it. */
const typedField = (
  text: Field<string>,
  canonical: (typed: string) => string | null,
  rule: string,
): Field<string> =>
  refinedField(text, (typed, name, notes) => {
    const code = canonical(typed);
    if (code === null) notes.wrong(name, 'format', rule);
    return code ?? undefined;
  });

const codeField = (most: number) =>
  typedField(
    textField(most, 'Six digits'),
    readTotpCode,
    'must be the six digits that the app shows',
  );

/** A browser's answer, whose members W3C's Web Authentication names. */
const passkeyField = (does: 'create' | 'get') => {
  const description = `\`toJSON()\` of what \`navigator.credentials.${does}()\` gave`;
  return field<object>({ type: 'object', description }, (value, name, notes) => {
    if (isRecord(value)) return value;
    notes.wrong(name, 'format', passkeyRule(does));
    return undefined;
  });
};

export const passkeyRule = (does: 'create' | 'get'): string =>
  `must be the answer of navigator.credentials.${does}() as JSON`;

const TYPED_MAX = 64;
const FACTOR_FIELDS = {
  code: optionalField(codeField(TYPED_MAX)),
  recovery_code: optionalField(
    typedField(
      textField(TYPED_MAX, 'One that was not used yet'),
      readRecoveryCode,
      'must be a recovery code of four times four characters',
    ),
  ),
  passkey: optionalField(passkeyField('get')),
};
export type FactorName = keyof typeof FACTOR_FIELDS;

/** Exactly one is given. */
export const GIVE_SECOND_FACTOR = requestShape('GiveSecondFactor', FACTOR_FIELDS);

export const CONFIRM_SESSION = requestShape('ConfirmSession', {
  password: optionalField(passwordField('Without a second factor')),
  code: FACTOR_FIELDS.code,
  passkey: FACTOR_FIELDS.passkey,
});

export const SIGN_IN_WITH_PASSKEY = requestShape('SignInWithPasskey', {
  passkey: passkeyField('get'),
});

const CODE_MAX = 16;
const FIRST_CODE = { code: codeField(CODE_MAX) };
export const ACTIVATE_TOTP = requestShape('ActivateTotp', FIRST_CODE);
export const ACTIVATE_FIRST_TOTP = requestShape('ActivateFirstTotp', FIRST_CODE);

const NAME_MAX = 64;
const NAME = {
  name: refinedField(textField(NAME_MAX, 'To tell it from others'), (given) => given.trim()),
};
const NEW_PASSKEY = { ...NAME, credential: passkeyField('create') };
export const ADD_PASSKEY = requestShape('AddPasskey', NEW_PASSKEY);
export const ADD_FIRST_PASSKEY = requestShape('AddFirstPasskey', NEW_PASSKEY);
export const RENAME_PASSKEY = requestShape('RenamePasskey', NAME);

export const OPEN_ENROLMENT_LINK = requestShape('OpenEnrolmentLink', { link: linkField() });
