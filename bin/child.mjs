// Child processes of the launcher: runs one to its end, passes signals on, and ends with one
// sentence if something is missing.

import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** Ends the launcher with one sentence and no stack trace. */
export function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/**
 * Under npm the launcher ends with npm, because a killed npm cannot pass signals on. Without npm
 * its parent may end without consequences.
 */
function watchNpm(stop) {
  if (process.env.npm_lifecycle_event === undefined) return undefined;
  const parent = process.ppid;
  return setInterval(() => {
    if (process.ppid !== parent) stop();
  }, 500).unref();
}

/** Runs a program to its end and returns its exit code; each stopping signal is passed on once. */
export function runChild(program, parameters, { onOutput, ...options }) {
  return new Promise((resolve) => {
    const child = spawn(program, parameters, options);
    const forward = { SIGINT: () => child.kill('SIGINT'), SIGTERM: () => child.kill('SIGTERM') };
    const sent = new Set();
    const listeners = Object.entries(forward).map(([signal, send]) => {
      // npm and the terminal may both send the same Ctrl-C: the child receives it once.
      const listener = () => {
        if (!sent.has(signal)) send();
        sent.add(signal);
      };
      process.on(signal, listener);
      return [signal, listener];
    });
    const watch = watchNpm(forward.SIGTERM);
    const end = (code) => {
      clearInterval(watch);
      for (const [signal, listener] of listeners) process.off(signal, listener);
      resolve(code);
    };
    child.stdout?.on('data', (chunk) => onOutput(String(chunk)));
    child.stderr?.on('data', (chunk) => onOutput(String(chunk)));
    child.once('error', (error) => {
      process.stderr.write(`${program} could not be run: ${error.message}.\n`);
      end(1);
    });
    child.once('close', (code, signal) => end(code ?? 128 + constants.signals[signal]));
  });
}
