// Runs npm to install the locked dependencies: shows the progress, and leaves out what is not
// needed.

import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { runChild } from './child.mjs';
import { fetchMachinePackages, placeMachinePackages } from './machine-packages.mjs';

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
async function runNpm(root, parameters, progress) {
  const [program, ...first] = npmCommand();
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
  return { code, output: output + unfinished };
}

/** Whether tar is there and can write shows when it runs: npm is the other way. */
const runTar = (parameters) =>
  new Promise((resolve) => {
    const child = spawn('tar', parameters, { stdio: 'ignore' });
    child.once('error', () => resolve(1));
    child.once('close', resolve);
  });

/**
 * Two of npm's installations at a time: its own in the root, and beside it the packages of this
 * machine, which are put there when it has ended.
 */
async function installApart({ root, machine_packages, aside }, command, progress) {
  const programs = {
    npm: async (parameters) => (await runNpm(root, parameters, progress)).code,
    tar: runTar,
  };
  const [result, is_whole] = await Promise.all([
    runNpm(root, [...command, '--omit=optional'], progress),
    fetchMachinePackages(machine_packages, aside, programs),
  ]);
  if (result.code !== 0) return result;
  if (is_whole) {
    placeMachinePackages(machine_packages, aside, root);
    return result;
  }
  return runNpm(root, [...command, '--include=optional'], progress);
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
 * `machine_packages` are installed beside all others, by way of the folder `aside`.
 */
export async function installPackages(asked) {
  const { root, with_development, is_addition, missing, without_optional = false } = asked;
  const which = with_development ? '--include=dev' : '--omit=dev';
  const command = is_addition ? ['install', '--no-save', which] : ['ci', which];
  const progress = showProgress(missing, process.stderr);
  const optional = without_optional ? '--omit=optional' : '--include=optional';
  const result =
    asked.machine_packages === undefined
      ? await runNpm(root, [...command, optional], progress)
      : await installApart(asked, command, progress);
  progress.end();
  if (result.code === 0) dropHeaders(root);
  return result;
}
