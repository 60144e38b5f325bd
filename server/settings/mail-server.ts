// The SMTP server through which alerts are sent as e-mails, from the settings; null if there is
// none.
import { readFileSync } from 'node:fs';
import type { MailServer } from '../jobs/mail-client.ts';
import { StartupError } from '../lib/startup-error.ts';
import type { Config } from './config.ts';

export function mailServer(config: Config): MailServer | null {
  const { smtp_url, alert_mail_from, smtp_ca_file } = config;
  if (smtp_url === undefined || alert_mail_from === undefined) return null;
  if (smtp_ca_file === undefined) return { ...smtp_url, from: alert_mail_from, ca: null };
  try {
    const ca = readFileSync(smtp_ca_file, 'utf8');
    return { ...smtp_url, from: alert_mail_from, ca };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new StartupError(`SMTP_CA_FILE cannot be read (${code}).`, { cause: error });
  }
}
