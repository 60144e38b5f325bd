// A terminal that tests can read, and the command line in it.

import type { Terminal } from '../../cli/client/terminal.ts';
import { run } from '../../cli/run.ts';

export type Outcome = { code: number; out: string; err: string };

export type TerminalOptions = {
  env?: Record<string, string>;
  input?: string;
  is_tty?: boolean;
  columns?: number;
  /** What is typed when somebody is asked; without it nobody is there. */
  typed?: readonly string[];
};

/** A terminal, and what was written to it. */
export function testTerminal(options: TerminalOptions = {}) {
  const { env = {}, input = '', is_tty = false } = options;
  const typed = [...(options.typed ?? [])];
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
    columns: options.columns,
    input: async function* pieces() {
      yield await Promise.resolve(Buffer.from(input));
    },
    ask: (question) => {
      if (options.typed === undefined) return Promise.resolve(null);
      outcome.err += `${question}\n`;
      return Promise.resolve(typed.shift() ?? '');
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
