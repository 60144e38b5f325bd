// One PostgreSQL connection that runs prepared statements as cheaply as possible, so that the
// driver costs little more than pgbench.
import { Socket } from 'node:net';
import pg from 'pg';
import { STATEMENTS } from './order-statements.ts';
import type { TextRow, YardstickConnection } from './order-transaction.ts';
import { createReader, parseMessage, writeRun } from './wire-messages.ts';

export type WireConnection = YardstickConnection & { close(): Promise<void> };

type Reader = (chunk: Buffer) => void;

const READ_BYTES = 16 * 1024;
const LARGEST_MESSAGE_BYTES = 64 * 1024;

/** A socket that reads into one buffer, to avoid stream events for every few bytes. */
function openSocket(first: (socket: Socket) => Reader) {
  let reader: Reader = () => undefined;
  const buffer = Buffer.alloc(READ_BYTES);
  const callback = (bytes: number) => {
    reader(buffer.subarray(0, bytes));
    return true;
  };
  const socket = new Socket({ onread: { buffer, callback } });
  reader = first(socket);
  return {
    socket,
    readWith(next: Reader) {
      reader = next;
    },
  };
}

/** node-postgres connects and authenticates; afterwards this code uses its socket directly. */
async function connect(database_url: string, onBroken: (error: Error) => void) {
  const { socket, readWith } = openSocket((own) => (chunk) => {
    own.emit('data', Buffer.from(chunk));
  });
  const client = new pg.Client({ connectionString: database_url, stream: () => socket });
  client.on('error', onBroken);
  await client.connect();
  return { socket, readWith, close: () => client.end() };
}

type Waiting = { resolve(rows: readonly TextRow[]): void; reject(error: Error): void };

/** Runs one statement at a time. */
function createExchange() {
  let waiting: Waiting | null = null;
  let broken: Error | null = null;
  const settle = (error: Error | null, rows: readonly TextRow[]) => {
    const settled = waiting;
    waiting = null;
    if (error === null) settled?.resolve(rows);
    else settled?.reject(error);
  };
  return {
    settle,
    onBroken(error: Error) {
      broken = error;
      settle(error, []);
    },
    send: (socket: Socket, message: Buffer) =>
      new Promise<readonly TextRow[]>((resolve, reject) => {
        if (broken !== null) return reject(broken);
        waiting = { resolve, reject };
        socket.write(message);
      }),
  };
}

/** Connects and prepares every statement. */
export async function openWireConnection(database_url: string): Promise<WireConnection> {
  const { settle, onBroken, send } = createExchange();
  const { socket, readWith, close } = await connect(database_url, onBroken);
  readWith(createReader(settle));
  const names = new Map<string, Buffer>();
  for (const [name, text] of Object.entries(STATEMENTS)) {
    names.set(name, Buffer.from(`${name}\0`));
    await send(socket, parseMessage(name, text));
  }
  // The buffer is reused for the next statement: the answer proves that this one was sent.
  const message = Buffer.allocUnsafe(LARGEST_MESSAGE_BYTES);
  return {
    run(name, values) {
      const prepared = names.get(name);
      if (prepared === undefined) throw new Error(`Statement ${name} is not prepared`);
      return send(socket, writeRun(message, prepared, values));
    },
    close,
  };
}
