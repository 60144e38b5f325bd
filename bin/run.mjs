// Runs what proves the project: `check` and `test` run the whole list, `test FILES` only these
// test files; `bench` and `torture` measure and try it.

import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { bootstrap, ROOT } from './bootstrap.mjs';
import { fail, runChild } from './child.mjs';

/** Tests go last, so that their summary is the last thing to read. */
const CHECKS = [
  { name: 'types', command: ['node_modules/typescript/bin/tsc', '--noEmit'] },
  {
    name: 'types of the pure domain',
    command: ['node_modules/typescript/bin/tsc', '--noEmit', '--project', 'server/domain'],
  },
  {
    name: 'types of the SDK',
    command: ['node_modules/typescript/bin/tsc', '--noEmit', '--project', 'sdk'],
  },
  {
    name: 'lint and format',
    command: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  },
  { name: 'dead code', command: ['node_modules/knip/bin/knip.js', '--no-progress'] },
  { name: 'generated files', command: ['tools/generate.ts', '--check'] },
];

const TESTS = ['--test', '--test-concurrency=2', '--test-timeout=900000'];

function environment(node) {
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` };
  delete env.NODE_TEST_CONTEXT; // Set when a test runs this: our tests are not a part of its file.
  return env;
}

async function runCheck(node, { name, command }) {
  const start_ms = performance.now();
  let output = '';
  const code = await runChild(node, command, {
    cwd: ROOT,
    env: environment(node),
    stdio: ['ignore', 'pipe', 'pipe'],
    onOutput: (text) => {
      output += text;
    },
  });
  const seconds = ((performance.now() - start_ms) / 1_000).toFixed(1);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name.padEnd(26)}${seconds.padStart(6)} s`);
  if (code !== 0) console.log(output.trimEnd());
  return code === 0;
}

async function runChecks(node) {
  const failed = [];
  for (const check of CHECKS) {
    // A check of a file that this checkout does not have has nothing to say.
    if (!existsSync(join(ROOT, check.command[0]))) continue;
    if (!(await runCheck(node, check))) failed.push(check.name);
  }
  if (failed.length > 0) console.log(`FAILED: ${failed.join(', ')} (see above). The tests follow.`);
  return failed.length === 0;
}

async function runTests(files) {
  const node = await bootstrap({ with_development: true });
  const is_clean = files.length > 0 || (await runChecks(node));
  const tests = files.length > 0 ? files : ['test/**/*.test.ts'];
  const code = await runChild(node, [...TESTS, ...tests], {
    cwd: ROOT,
    env: environment(node),
    stdio: 'inherit',
  });
  return code === 0 && !is_clean ? 1 : code;
}

/** Paths in its parameters are as the caller wrote them: it runs where the caller is. */
async function runProgram(file, parameters) {
  const node = await bootstrap({ with_development: true });
  const program = [join(ROOT, file), ...parameters];
  return runChild(node, program, { env: environment(node), stdio: 'inherit' });
}

const PROGRAMS = { bench: 'bench/bench.ts', torture: 'bench/torture.ts' };

const [mode, ...parameters] = process.argv.slice(2);
if (Object.hasOwn(PROGRAMS, mode)) {
  process.exitCode = await runProgram(PROGRAMS[mode], parameters);
} else if (mode === 'test' || (mode === 'check' && parameters.length === 0)) {
  process.exitCode = await runTests(parameters);
} else {
  fail('Usage: npm test [-- FILES], npm run check, npm run bench, or npm run torture.');
}
