// The settings of e-mails about alerts.
import { resolve } from 'node:path';
import { emailProblem } from '../lib/email.ts';
import { certificateProblems } from './certificate-file.ts';
import type { SettingRow } from './setting-text.ts';
import { parseSmtpUrl, type SmtpPlace } from './smtp-url.ts';

export type MailSettings = {
  smtp_url: SmtpPlace | undefined;
  alert_mail_from: string | undefined;
  smtp_ca_file: string | undefined;
};

export const MAIL_ROWS = {
  smtp_url: {
    name: 'SMTP_URL',
    default_words: 'none: no e-mails',
    takes: 'an address like smtps://user:password@mail.example:465, or smtp:// for STARTTLS',
    sentence:
      'The mail server for alerts; its certificate is verified, and nothing goes without TLS.',
    is_secret: true,
    parse: parseSmtpUrl,
  },
  alert_mail_from: {
    name: 'ALERT_MAIL_FROM',
    default_words: 'none; SMTP_URL needs it',
    takes: 'an e-mail address like alerts@example.com',
    sentence: 'The sender of these e-mails.',
    parse: (text: string) => (emailProblem(text) === null ? text : undefined),
  },
  smtp_ca_file: {
    name: 'SMTP_CA_FILE',
    default_words: 'none: the usual authorities',
    takes: 'a file',
    sentence:
      'Certificates (PEM) of an authority of your own that the mail server is verified with.',
    parse: (text: string) => (text.includes('\0') ? undefined : resolve(text)),
  },
} satisfies { [Name in keyof MailSettings]: SettingRow<NonNullable<MailSettings[Name]>> };

export function mailProblems({ smtp_url, alert_mail_from, smtp_ca_file }: MailSettings): string[] {
  const problems = certificateProblems('SMTP_CA_FILE', smtp_ca_file);
  if (smtp_url === undefined || alert_mail_from !== undefined) return problems;
  return [...problems, 'SMTP_URL needs ALERT_MAIL_FROM: the sender of the e-mails.'];
}
