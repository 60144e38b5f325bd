// Runs npm to install the locked dependencies: shows the progress, and leaves out what is not
// needed.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { runChild } from './child.mjs';

const MACHINE = `${process.platform}-${process.arch}`;
const SHARED = ['--ignore-scripts', '--no-audit', '--no-fund', '--engine-strict=false'];

/** npm writes one such line per downloaded package. */
const DOWNLOADED = /^npm http fetch GET 200 \S+\.tgz/gm;
const HTTP_LINE = /^npm http .*\n?/gm;
const LINE_EVERY_MS = 10_000;

/** npm under the present Node: the npm that started this program, otherwise the one in PATH. */
export function npmCommand() {
  const own = process.env.npm_execpath;
  if (own?.endsWith('npm-cli.js')) return [process.execPath, own];
  return ['npm'];
}

/** On a terminal one line that is overwritten; in a log one line every ten seconds. */
export function showProgress(total, stream, every_ms = stream.isTTY ? 500 : LINE_EVERY_MS) {
  const started_ms = performance.now();
  const { isTTY } = stream;
  let done = 0;
  const line = () => {
    const seconds = Math.round((performance.now() - started_ms) / 1_000);
    return `  ${Math.min(done, total)} of ${total} packages, ${seconds} s`;
  };
  const show = () => stream.write(isTTY ? `\r${line()}` : `${line()}\n`);
  const timer = setInterval(show, every_ms);
  return {
    add(count) {
      done += count;
    },
    end() {
      clearInterval(timer);
      if (isTTY) stream.write('\r\u001b[K');
    },
  };
}

/** Resolves to npm's exit code and its output, without the lines about downloads. */
async function runNpm(root, parameters, total) {
  const [program, ...first] = npmCommand();
  const progress = showProgress(total, process.stderr);
  let [output, unfinished] = ['', ''];
  const code = await runChild(program, [...first, ...parameters, ...SHARED, '--loglevel=http'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    onOutput: (text) => {
      const whole = unfinished + text;
      const end = whole.lastIndexOf('\n') + 1;
      unfinished = whole.slice(end);
      progress.add(whole.slice(0, end).match(DOWNLOADED)?.length ?? 0);
      output += whole.slice(0, end).replace(HTTP_LINE, '');
    },
  });
  progress.end();
  return { code, output: output + unfinished };
}

/** Removes the C++ headers of each Node, a third of its size: nothing is compiled here. */
function dropHeaders(root) {
  for (const name of ['node', 'node20']) {
    const headers = join(root, 'node_modules', `${name}-${MACHINE}`, 'include');
    rmSync(headers, { recursive: true, force: true });
  }
}

/**
 * Installs what the lock says; resolves to npm's exit code and its output. `is_addition`: the
 * service's own packages are installed and perhaps in use, so the development tools are added and
 * nothing is removed. `without_optional`: neither the pinned Node nor the embedded PostgreSQL.
 */
export async function installPackages(asked) {
  const { root, with_development, is_addition, missing, without_optional = false } = asked;
  const which = [
    with_development ? '--include=dev' : '--omit=dev',
    without_optional ? '--omit=optional' : '--include=optional',
  ];
  const command = is_addition ? ['install', '--no-save'] : ['ci'];
  const result = await runNpm(root, [...command, ...which], missing);
  if (result.code === 0) dropHeaders(root);
  return result;
}
