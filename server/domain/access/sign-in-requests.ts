// What is sent to sign in, and to set or change one's own password.

import { EMAIL_MAX_LENGTH } from '../../lib/email.ts';
import { optionalField, refinedField, requestShape } from '../request/request-shape.ts';
import { textField } from '../request/text-fields.ts';
import { PASSWORD_LENGTH } from './password.ts';
import { canonicalEmail } from './person.ts';

export const emailField = (description: string) =>
  refinedField(textField(EMAIL_MAX_LENGTH, description), canonicalEmail);

/**
 * Long passwords are not cut off but refused, and before anything is computed. The form of a
 * stored one is not repeated: whoever signs in may have an older one.
 */
const PASSWORD_TEXT_MAX = 512;
export const passwordField = (description: string) => textField(PASSWORD_TEXT_MAX, description);

const { min, max } = PASSWORD_LENGTH;
/** Its rules need to know whose it is. */
const newPassword = () => passwordField(`${min} to ${max} characters`);

const LINK_MAX = 2_100;
/** The whole link is accepted too: that is what people copy. */
export const linkField = () => textField(LINK_MAX, 'The link, or what follows its #');

export const SIGN_IN_BY_PASSWORD = requestShape('SignIn', {
  email: emailField('The person’s e-mail address'),
  password: passwordField('The password'),
});

export const SIGN_IN_BY_LINK = requestShape('SignInByLink', { link: linkField() });

export const SET_PASSWORD_BY_LINK = requestShape('SetPasswordByLink', {
  link: linkField(),
  password: newPassword(),
});

export const START_OPENID = requestShape('StartOpenid', {
  link: optionalField(linkField()),
});

/** Codes of some providers have some thousand characters. */
const OPENID_ANSWER_MAX = 8_192;
export const FINISH_OPENID = requestShape('FinishOpenid', {
  answer: textField(OPENID_ANSWER_MAX, 'What follows the `?` in the address to which it led back'),
});

export const CHANGE_OWN_PASSWORD = requestShape('ChangeOwnPassword', {
  old_password: passwordField('The present one'),
  password: newPassword(),
});
