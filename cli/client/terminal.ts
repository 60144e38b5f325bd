// The streams that the command line reads and writes; tests pass their own.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

export type Terminal = {
  env: Readonly<Record<string, string | undefined>>;
  out(text: string): void;
  err(text: string): void;
  out_is_tty: boolean;
  err_is_tty: boolean;
  /** How wide the terminal is; undefined if the output goes to a file or another program. */
  columns: number | undefined;
  input(): AsyncIterable<Uint8Array>;
  /** What somebody types after the question, unseen; null if nobody is there to be asked. */
  ask(question: string): Promise<string | null>;
};

const INTERRUPTED = 130;

/** Nothing that is typed appears on the screen. */
async function askUnseen(question: string): Promise<string | null> {
  if (process.stdin.isTTY !== true) return null;
  process.stderr.write(question);
  const output = new Writable({ write: (_piece, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  lines.on('SIGINT', () => process.exit(INTERRUPTED));
  const typed = await lines.question('');
  lines.close();
  process.stderr.write('\n');
  return typed.trim();
}

export function processTerminal(): Terminal {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // The reader of the output, such as `head`, has closed it.
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  return {
    env: process.env,
    out: (line) => {
      process.stdout.write(line);
    },
    err: (line) => {
      process.stderr.write(line);
    },
    out_is_tty: process.stdout.isTTY === true,
    err_is_tty: process.stderr.isTTY === true,
    columns: process.stdout.isTTY === true ? process.stdout.columns : undefined,
    input: () => process.stdin,
    ask: askUnseen,
  };
}

/** All of it, such as a file that was piped in. */
export const readInput = (terminal: Terminal): Promise<string> => text(terminal.input());

/** Reads a list, one item per line. */
export async function readInputLines(terminal: Terminal): Promise<string[]> {
  const all = await text(terminal.input());
  return all.split(/\r?\n/).flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
}

/** Reads a secret or a number that must not end up in the shell's history. */
export async function readInputLine(terminal: Terminal): Promise<string> {
  const all = await text(terminal.input());
  return all.split(/\r?\n/, 1)[0]?.trim() ?? '';
}
