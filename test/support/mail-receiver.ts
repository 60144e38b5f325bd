// A real SMTP server on this machine that keeps what it receives, as strict or as broken as a test
// needs.
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

const file = (name: string) => readFileSync(new URL(`../jobs/${name}`, import.meta.url), 'utf8');

/** For shop.example.com and 127.0.0.1. */
export const MAIL_CERTIFICATE = file('receiver-cert.pem');
const KEY = file('receiver-key.pem');

export type ReceivedMail = {
  from: string;
  to: readonly string[];
  /** As sent: headers and body. */
  source: string;
  is_secure: boolean;
  user: string | null;
};

export type MailReceiver = {
  port: number;
  received: readonly ReceivedMail[];
  close(): Promise<void>;
};

const USER = 'alerts@example.com';
const PASSWORD = 'p@ss:word/for tests';
export const MAIL_LOGIN = { user: USER, password: PASSWORD };

export async function startMailReceiver(options: SMTPServerOptions = {}): Promise<MailReceiver> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    cert: MAIL_CERTIFICATE,
    key: KEY,
    authOptional: true,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, done) => {
      if (username === USER && password === PASSWORD) done(null, { user: USER });
      else done(new Error('Invalid username or password'));
    },
    onData: (stream, session, done) => {
      void text(stream).then((source) => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          source,
          is_secure: session.secure,
          user: typeof session.user === 'string' ? session.user : null,
        });
        done();
      });
    },
    ...options,
  });
  // Clients that end a connection early are part of the tests.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
