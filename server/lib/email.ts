// E-mail addresses to which pages may link: valid for HTML's own e-mail field (WHATWG HTML, "valid
// email address"), with a domain of at least two labels.

const LOCAL_PART = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/;
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
export const EMAIL_MAX_LENGTH = 254;

/** The problem of an e-mail address, in words that follow its field's name, or null. */
export function emailProblem(text: string): string | null {
  if (text.length > EMAIL_MAX_LENGTH) return `must have at most ${EMAIL_MAX_LENGTH} characters`;
  const [local = '', domain = '', ...rest] = text.split('@');
  const labels = domain.split('.');
  const fits =
    rest.length === 0 &&
    LOCAL_PART.test(local) &&
    labels.length >= 2 &&
    labels.every((label) => LABEL.test(label));
  return fits ? null : 'must be an e-mail address like help@shop.example';
}

/** For those who need not write to it: `a…@example.com`. */
export const shortEmail = (email: string): string =>
  `${email.slice(0, 1)}…${email.slice(email.lastIndexOf('@'))}`;
