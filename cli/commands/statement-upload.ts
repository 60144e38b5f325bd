// Reads a statement file for its upload, with a progress line for people.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { FILE_MAX_BYTES } from '../client/bounds.gen.ts';
import type { Json } from '../client/client.ts';
import { inWords } from '../client/plain-words.ts';
import type { Terminal } from '../client/terminal.ts';

const CLEAR_LINE = '\r\u001b[K';

export type StatementUpload = { pieces: AsyncIterable<Uint8Array> } | { wrong: string };

/** `-` is standard input. */
export async function openStatement(name: string, terminal: Terminal): Promise<StatementUpload> {
  if (name === '-') return { pieces: withProgress(terminal.input(), null, terminal) };
  const found = await sizeOf(name);
  if (typeof found !== 'number') return found;
  if (found > FILE_MAX_BYTES.statement) {
    return {
      wrong: `${name} is larger than ${FILE_MAX_BYTES.statement} bytes, the limit of one import.`,
    };
  }
  return { pieces: withProgress(createReadStream(name), found, terminal) };
}

async function sizeOf(name: string): Promise<number | { wrong: string }> {
  try {
    const found = await stat(name);
    return found.isFile() ? found.size : { wrong: `${name} is not a file.` };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return { wrong: `${name} cannot be read: ${inWords(String(error.code))}.` };
  }
}

const BAR_WIDTH = 30;

/** `[#####-----] 50 %` */
function bar(done: number, of: number): string {
  const part = of === 0 ? 1 : done / of;
  const filled = Math.floor(part * BAR_WIDTH);
  return `[${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}] ${Math.floor(100 * part)} %`;
}

/** One line that is overwritten, and only on a terminal. */
function tell(terminal: Terminal, text: string): void {
  if (terminal.err_is_tty) terminal.err(`${CLEAR_LINE}${text}`);
}

async function* withProgress(
  pieces: AsyncIterable<Uint8Array>,
  size: number | null,
  terminal: Terminal,
): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const piece of pieces) {
    yield piece;
    sent += piece.length;
    tell(terminal, `Sending: ${size === null ? `${sent} bytes` : bar(sent, size)}`);
  }
  tell(terminal, 'Sent; reading …');
}

/** The service's progress with the lines. */
export function matchingProgress(terminal: Terminal): (step: Json) => void {
  return ({ done, of }) => {
    tell(terminal, `Matching: ${bar(Number(done), Number(of))} of ${Number(of)} lines`);
  };
}

export const clearProgress = (terminal: Terminal): void => tell(terminal, '');
