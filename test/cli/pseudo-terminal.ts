// Programs at a real terminal, which `script` of util-linux opens: its width, its keys, its lines.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** The machine may lack it: see `testUnder`. */
export const TERMINAL_PROGRAM = 'script';

const LONGEST_MS = 60_000;

export type PseudoTerminal = {
  type(keys: string): void;
  /** All that was shown, once it has this. */
  until(pattern: RegExp): Promise<string>;
  /** The exit code, and all that was shown. */
  ended: Promise<{ code: number; shown: string }>;
};

type Options = { columns: number; env: NodeJS.ProcessEnv };

/** `command` is one of a shell. */
export function openPseudoTerminal(command: string, { columns, env }: Options): PseudoTerminal {
  const sized = `stty cols ${columns} rows 50; ${command}`;
  const program = spawn(TERMINAL_PROGRAM, ['-qec', sized, '/dev/null'], {
    env: { PATH: process.env.PATH, SHELL: '/bin/sh', TERM: 'xterm', LC_ALL: 'C.UTF-8', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: LONGEST_MS,
  });
  let shown = '';
  const changed = new EventTarget();
  const tell = () => changed.dispatchEvent(new Event('change'));
  program.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text.replaceAll('\r\n', '\n');
    tell();
  });
  let is_over = false;
  const ended = once(program, 'close').then(([code]) => {
    is_over = true;
    tell();
    return { code: Number(code), shown };
  });
  return {
    type: (keys) => void program.stdin.write(keys),
    async until(pattern) {
      while (!pattern.test(shown)) {
        if (is_over) throw new Error(`${command} ended without ${pattern}: ${shown}`);
        await new Promise((resolve) => changed.addEventListener('change', resolve, { once: true }));
      }
      return shown;
    },
    ended,
  };
}
