// Sends e-mails through the operator's SMTP server: verified TLS, limits of time, and problems as
// short codes, since what a server says may name people.
import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import { isLoopback } from '../lib/ip-address.ts';

export type MailServer = {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise STARTTLS, without which nothing is sent. */
  is_tls: boolean;
  user: string | null;
  password: string | null;
  /** Certificates of authorities to trust instead of the usual ones, as PEM. */
  ca: string | null;
  /** The sender's address. */
  from: string;
};

export type Mail = {
  to: string;
  subject: string;
  text: string;
  message_id: string;
  attachments?: readonly { filename: string; content: Buffer; contentType: string }[];
};

export const MAIL_PROBLEMS = [
  'mail_not_configured',
  'no_address',
  'dns',
  'connection_refused',
  'connection_closed',
  'unreachable',
  'tls',
  'login_refused',
  'timeout',
  'refused_for_now',
  'refused_for_good',
  'bad_response',
] as const;
export type MailProblem = (typeof MAIL_PROBLEMS)[number];

export type MailResult = {
  /** The server's reply code. */
  status: number | null;
  problem: MailProblem | null;
  /** The server refuses this e-mail, whenever it is sent. */
  is_final: boolean;
};

export type MailClient = { send(mail: Mail): Promise<MailResult> };

/** The whole attempt: a server that trickles its answers never pauses for long. */
const TIMEOUT_MS = 30_000;

class MailTimeout extends Error {
  readonly code = 'ETIMEDOUT';
}

const NETWORK: readonly (readonly [RegExp, MailProblem])[] = [
  [/^(?:ENOTFOUND|EAI_\w+|EDNS)$/, 'dns'],
  [/^ECONNREFUSED$/, 'connection_refused'],
  [/^(?:ECONNRESET|EPIPE|ECONNABORTED)$/, 'connection_closed'],
  [/^(?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EHOSTDOWN|ENETDOWN|EACCES|EPERM)$/, 'unreachable'],
  [/^(?:ETIMEDOUT|ETIME)$/, 'timeout'],
  [/^(?:EAUTH|ENOAUTH|EOAUTH2)$/, 'login_refused'],
  [
    /^(?:ETLS|EREQUIRETLS|ERR_TLS|ERR_SSL|EPROTO$|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/,
    'tls',
  ],
  [/^(?:ECONNECTION|ESOCKET)$/, 'connection_closed'],
];

/** Of an error and of those in it: the library keeps the code that it replaces with its own. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  if (error instanceof AggregateError) return error.errors.flatMap(codesOf);
  const own = 'code' in error ? [String(error.code)] : [];
  return 'originalCode' in error ? [String(error.originalCode), ...own] : own;
}

const PERMANENT = 500;
const TRANSIENT = 400;
/**
 * What the server refuses then is what this e-mail says. Before that it refuses the service or an
 * address, which people correct: mail of that address goes once they have.
 */
const ABOUT_THE_MAIL = 'DATA';

/** A refusal by a reply code; null if there is none. */
function refusalOf(error: Error): MailResult | null {
  const status = 'responseCode' in error ? Number(error.responseCode) : 0;
  if (status >= PERMANENT) {
    const is_final = 'command' in error && error.command === ABOUT_THE_MAIL;
    return { status, problem: 'refused_for_good', is_final };
  }
  return status >= TRANSIENT ? { status, problem: 'refused_for_now', is_final: false } : null;
}

/** An error without any code is thrown as a bug: it is not the server's failure. */
function resultOf(error: unknown): MailResult {
  const codes = codesOf(error);
  if (!(error instanceof Error) || codes.length === 0) throw error;
  const known = NETWORK.find(([pattern]) => codes.some((code) => pattern.test(code)))?.[1];
  const refused = refusalOf(error);
  const problem = known ?? 'bad_response';
  if (problem === 'login_refused' || problem === 'tls') {
    return { status: refused?.status ?? null, problem, is_final: false };
  }
  return refused ?? { status: null, problem, is_final: false };
}

/** On this machine a relay without TLS is usual, and nobody listens in between. */
const isOnThisMachine = (host: string): boolean =>
  host === 'localhost' || (isIP(host) !== 0 && isLoopback(host));

function transportOf(server: MailServer, socket: Socket, timeout_ms: number) {
  const { host, port, is_tls, user, password, ca } = server;
  return createTransport({
    host,
    port,
    secure: is_tls,
    requireTLS: !is_tls && (user !== null || !isOnThisMachine(host)),
    ...(user === null ? {} : { auth: { user, pass: password ?? '' } }),
    tls: {
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
      ...(isIP(host) === 0 ? { servername: host } : {}),
      ...(ca === null ? {} : { ca }),
    },
    greetingTimeout: timeout_ms,
    socketTimeout: timeout_ms,
    dnsTimeout: timeout_ms,
    logger: false,
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket: (_options: unknown, done: (error: Error | null, given: object) => void) =>
      done(null, { connection: socket }),
  });
}

/** Rejects only, once the time is over: then the connection is cut. */
function deadline(socket: Socket, timeout_ms: number) {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new MailTimeout('The time is over'));
    socket.destroy();
  }, timeout_ms);
  return { over: promise, clear: () => clearTimeout(timer) };
}

/** Connects by itself, so that the end of the time really ends the attempt. */
async function attempt(server: MailServer, mail: Mail, timeout_ms: number): Promise<number> {
  const socket = connect({ host: server.host, port: server.port });
  const { over, clear } = deadline(socket, timeout_ms);
  try {
    await Promise.race([once(socket, 'connect'), over]);
    const { message_id, attachments = [], ...content } = mail;
    const sending = transportOf(server, socket, timeout_ms).sendMail({
      ...content,
      attachments: [...attachments],
      from: server.from,
      messageId: message_id,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    const { response } = await Promise.race([sending, over]);
    return Number.parseInt(response, 10);
  } finally {
    clear();
    socket.destroy();
  }
}

export function createMailClient(server: MailServer | null, timeout_ms = TIMEOUT_MS): MailClient {
  return {
    async send(mail) {
      if (server === null) {
        return { status: null, problem: 'mail_not_configured', is_final: false };
      }
      try {
        const status = await attempt(server, mail, timeout_ms);
        return { status, problem: null, is_final: false };
      } catch (error) {
        return resultOf(error);
      }
    },
  };
}
