// The address of the SMTP server in a setting.
import type { MailServer } from '../jobs/mail-client.ts';

/** The address in SMTP_URL. */
export type SmtpPlace = Omit<MailServer, 'ca' | 'from'>;

const TLS_PORT = 465;
const SUBMISSION_PORT = 587;

/** `smtps://user:password@mail.example` or, with STARTTLS, `smtp://…`. */
export function parseSmtpUrl(text: string): SmtpPlace | undefined {
  // URL reads host and port of unknown schemes only loosely.
  const url = URL.parse(text.replace(/^smtp(s?):/i, 'http$1:'));
  if (!/^smtps?:\/\//i.test(text) || url === null) return undefined;
  if (url.hostname === '' || url.pathname !== '/' || /[?#]/.test(text)) return undefined;
  const is_tls = url.protocol === 'https:';
  // Of the text, since URL leaves out the usual ports of the web.
  const port = /:(\d{1,5})\/?$/.exec(text)?.[1];
  try {
    const user = decodeURIComponent(url.username);
    const password = decodeURIComponent(url.password);
    if ((user === '') !== (password === '')) return undefined;
    return {
      host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: Number(port ?? (is_tls ? TLS_PORT : SUBMISSION_PORT)),
      is_tls,
      user: user === '' ? null : user,
      password: password === '' ? null : password,
    };
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return undefined;
  }
}
