// A pooler in transaction mode as all poolers once were: it lends sessions of PostgreSQL for one
// transaction, and does not support prepared statements.
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import pg from 'pg';

export type PoolerOptions = {
  connection: pg.ClientConfig;
  sessions: number;
  /** Chooses the idle session that is lent next. */
  next: 'last used' | 'first used';
};

export type Pooler = { url: string; stop(): Promise<void> };

type Message = { type: string; bytes: Buffer };

/** Splits a stream into messages: a letter, the length of the rest, the rest. */
function cutter(): (chunk: Buffer) => Message[] {
  let left: Buffer = Buffer.alloc(0);
  return (chunk) => {
    left = Buffer.concat([left, chunk]);
    const messages: Message[] = [];
    while (left.length >= 5 && left.length > left.readInt32BE(1)) {
      const length = 1 + left.readInt32BE(1);
      messages.push({ type: String.fromCharCode(left[0] ?? 0), bytes: left.subarray(0, length) });
      left = left.subarray(length);
    }
    return messages;
  };
}

/** AuthenticationOk, BackendKeyData, ReadyForQuery. */
const WELCOME = Buffer.from('5200000008000000004b0000000c00000000000000005a0000000549', 'hex');

type Session = {
  stream: Duplex;
  onMessage: ((message: Message) => void) | null;
};

async function openSession(connection: pg.ClientConfig): Promise<Session> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined); // It is cut off at the end.
  await client.connect();
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  // The driver's part is over.
  stream.removeAllListeners('data');
  const session: Session = { stream, onMessage: null };
  const cut = cutter();
  stream.on('data', (chunk: Buffer) => {
    for (const message of cut(chunk)) session.onMessage?.(message);
  });
  return session;
}

/** Lends a session from the first message of a transaction to its end. */
function serve(socket: Socket, lend: () => Promise<Session>, giveBack: (s: Session) => void): void {
  let session: Session | null = null;
  let unanswered = 0;
  const forward = async ({ type, bytes }: Message) => {
    if (type === 'X') return void socket.end();
    session ??= await lend();
    const lent = session;
    if (type === 'Q' || type === 'S') unanswered += 1;
    lent.onMessage = (answer) => {
      // Whoever has gone reads no answer; the session still has to come back.
      if (socket.writable) socket.write(answer.bytes);
      if (answer.type !== 'Z') return;
      unanswered -= 1;
      if (unanswered > 0 || answer.bytes.at(-1) !== 'I'.charCodeAt(0)) return;
      session = null;
      giveBack(lent);
    };
    lent.stream.write(bytes);
  };
  const cut = cutter();
  let forwarded = Promise.resolve();
  socket.once('data', () => {
    socket.write(WELCOME);
    socket.on('data', (chunk: Buffer) => {
      for (const message of cut(chunk)) forwarded = forwarded.then(() => forward(message));
    });
  });
}

export async function startPooler({ connection, sessions, next }: PoolerOptions): Promise<Pooler> {
  const all = await Promise.all(Array.from({ length: sessions }, () => openSession(connection)));
  const idle = [...all];
  const waiting: ((session: Session) => void)[] = [];
  const lend = () =>
    new Promise<Session>((resolve) => {
      const session = next === 'last used' ? idle.pop() : idle.shift();
      if (session === undefined) waiting.push(resolve);
      else resolve(session);
    });
  const giveBack = (session: Session) => {
    const first = waiting.shift();
    if (first === undefined) idle.push(session);
    else first(session);
  };
  const server = createServer((socket) => serve(socket, lend, giveBack)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `postgres://anybody@127.0.0.1:${port}/any`,
    async stop() {
      server.close();
      await once(server, 'close');
      for (const session of all) session.stream.destroy();
    },
  };
}
