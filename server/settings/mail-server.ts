// The SMTP server through which alerts are sent as e-mails, from the settings; null if there is
// none.
import type { MailServer } from '../jobs/mail-client.ts';
import { readCertificates } from './certificate-file.ts';
import type { Config } from './config.ts';

export function mailServer(config: Config): MailServer | null {
  const { smtp_url, alert_mail_from, smtp_ca_file } = config;
  if (smtp_url === undefined || alert_mail_from === undefined) return null;
  const ca = smtp_ca_file === undefined ? null : readCertificates('SMTP_CA_FILE', smtp_ca_file);
  return { ...smtp_url, from: alert_mail_from, ca };
}
