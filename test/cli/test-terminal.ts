// A terminal that tests can read, and the command line in it.

import type { Terminal } from '../../cli/client/terminal.ts';
import { run } from '../../cli/run.ts';

export type Outcome = { code: number; out: string; err: string };

export type TerminalOptions = {
  env?: Record<string, string>;
  input?: string;
  is_tty?: boolean;
};

/** A terminal, and what was written to it. */
export function testTerminal(options: TerminalOptions = {}) {
  const { env = {}, input = '', is_tty = false } = options;
  const outcome: Outcome = { code: -1, out: '', err: '' };
  const terminal: Terminal = {
    env,
    out: (text) => {
      outcome.out += text;
    },
    err: (text) => {
      outcome.err += text;
    },
    out_is_tty: is_tty,
    err_is_tty: is_tty,
    input: async function* pieces() {
      yield await Promise.resolve(Buffer.from(input));
    },
  };
  return { terminal, outcome };
}

export async function runCli(
  args: readonly string[],
  options: TerminalOptions = {},
): Promise<Outcome> {
  const { terminal, outcome } = testTerminal(options);
  outcome.code = await run(args, terminal);
  return outcome;
}
