// Where `listen` goes on after it was ended: the number of the last event, and the secret with
// which it signs, in a file that only this user can read.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Terminal } from '../../client/terminal.ts';
import { newForwardSecret } from './sign-callback.ts';

/** `after`: null if nothing was received yet. */
export type ListenState = { after: number | null; secret: string };

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;

/** One for each service, merchant and receiver. */
export function stateFile(terminal: Terminal, parts: readonly string[]): string {
  const { XDG_STATE_HOME, HOME } = terminal.env;
  const folder = XDG_STATE_HOME ?? join(HOME ?? '.', '.local', 'state');
  const name = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
  return join(folder, 'payment-orders', `listen-${name}.json`);
}

function parsed(text: string): ListenState | null {
  try {
    const { after, secret } = Object(JSON.parse(text));
    const is_position = after === null || (Number.isSafeInteger(after) && after >= 0);
    return is_position && typeof secret === 'string' && SECRET.test(secret)
      ? { after, secret }
      : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** A new state if there is no file, or if it is damaged. */
export function readState(file: string): ListenState {
  const fresh = { after: null, secret: newForwardSecret() };
  try {
    return parsed(readFileSync(file, 'utf8')) ?? fresh;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return fresh;
    throw error;
  }
}

export function writeState(file: string, state: ListenState): void {
  mkdirSync(dirname(file), { recursive: true, mode: FOLDER_MODE });
  writeFileSync(file, `${JSON.stringify(state)}\n`, { mode: FILE_MODE });
}
