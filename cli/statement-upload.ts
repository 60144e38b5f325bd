// Reading a statement file for its upload, with a progress line for people.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Terminal } from './terminal.ts';

const STATEMENT_MAX_BYTES = 64 * 1_024 * 1_024;

export type Statement = { pieces: AsyncIterable<Uint8Array> } | { wrong: string };

/** `-` is standard input. */
export async function openStatement(name: string, terminal: Terminal): Promise<Statement> {
  if (name === '-') return { pieces: withProgress(terminal.input(), null, terminal) };
  const found = await sizeOf(name);
  if (typeof found !== 'number') return found;
  if (found > STATEMENT_MAX_BYTES) {
    return { wrong: `${name} is larger than ${STATEMENT_MAX_BYTES} bytes, the most at once.` };
  }
  return { pieces: withProgress(createReadStream(name), found, terminal) };
}

async function sizeOf(name: string): Promise<number | { wrong: string }> {
  try {
    const found = await stat(name);
    return found.isFile() ? found.size : { wrong: `${name} is not a file.` };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return { wrong: `${name} cannot be read (${String(error.code)}).` };
  }
}

/** One line that is written over, and only where somebody looks. */
async function* withProgress(
  pieces: AsyncIterable<Uint8Array>,
  size: number | null,
  terminal: Terminal,
): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const piece of pieces) {
    yield piece;
    sent += piece.length;
    if (!terminal.err_is_tty) continue;
    const part = size === null ? `${sent} bytes` : `${Math.floor((100 * sent) / size)} %`;
    terminal.err(`\r\u001b[KSending: ${part}`);
  }
  if (terminal.err_is_tty) terminal.err('\r\u001b[KSent; matching …\r');
}
