// Runs the project's tools under the pinned Node, whatever Node starts this: `check` and `test` run
// all checks and tests, `test FILES` only these test files; every other mode runs one program.

import { existsSync, readdirSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { bootstrap, COMPILED, ROOT } from './bootstrap.mjs';
import { fail, runChild } from './child.mjs';

/** Only what a change can affect is looked at again. */
const typesOf = (name, ...project) => [
  'node_modules/typescript/bin/tsc',
  ...['--noEmit', ...project, '--incremental', '--tsBuildInfoFile'],
  `node_modules/.cache/types/${name}.json`,
];

const BIOME = 'node_modules/@biomejs/biome/bin/biome';

/** Tests go last, so that their summary is the last thing to read. */
const CHECKS = [
  // Also installs its packages, which the check of its types needs.
  { name: 'console', command: ['bin/build-console.mjs'] },
  { name: 'types', command: typesOf('all') },
  {
    name: 'types of the pure domain',
    command: typesOf('domain', '--project', 'server/domain'),
  },
  {
    name: 'types of the SDK',
    command: typesOf('sdk', '--project', 'sdk'),
  },
  {
    name: 'types of the console',
    command: typesOf('console', '--project', 'console'),
  },
  {
    name: 'lint and format',
    command: [BIOME, 'check', '--error-on-warnings', '.'],
  },
  { name: 'dead code', command: ['node_modules/knip/bin/knip.js', '--no-progress'] },
  { name: 'generated files', command: ['tools/generate.ts', '--check'] },
];

const testsOf = (...patterns) => ['--test', '--test-reporter=dot', ...patterns];

/** Replaces modules, so that it cannot share a process with other tests. */
const OWN_PROCESS = 'undo-entries';

/** In one process they take half the time; in two of these, both lanes have as much to do. */
const PURE_TESTS = {
  'pure tests': [
    `test/domain/[a-l]*/**/!(${OWN_PROCESS}).test.ts`,
    'test/{formats,lib}/**/*.test.ts',
  ],
  'pure tests, the rest': ['test/domain/[m-z]*/**/*.test.ts', 'test/domain/*.test.ts'],
};

const ANSWERS = join(ROOT, 'test', 'http');

/** What is answered, byte by byte: nearly every change of a rule or a route shows there. */
function goldenTests() {
  const files = existsSync(ANSWERS) ? readdirSync(ANSWERS, { recursive: true }) : [];
  return files
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => join('test', 'http', file))
    .filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('.fileSnapshot('));
}

/** What needs no browser and, but for golden files, no database. Two at a time, long first. */
const fastChecks = () => [
  ...Object.entries(PURE_TESTS).map(([name, patterns]) => ({
    name,
    command: ['--test-isolation=none', ...testsOf(...patterns)],
  })),
  { name: 'pure tests, apart', command: testsOf(`test/domain/**/${OWN_PROCESS}.test.ts`) },
  {
    name: 'boundaries, names, measures',
    // In one process they parse the source once.
    command: [
      '--test-isolation=none',
      ...testsOf('test/{architecture,boundaries,names,tidy}.test.ts'),
    ],
  },
  { name: 'golden answers', command: ['bin/run-tests.mjs', ...goldenTests()] },
  ...CHECKS.slice(1).filter(({ name }) => name.startsWith('types')),
  { name: 'lint and format of changes', command: ['bin/lint-changed.mjs'], needs: BIOME },
];

/** Two test files at the same time use only a small part of it. */
const SCRATCH_BYTES = 4 * 2 ** 30;

function environment(node) {
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` };
  delete env.NODE_TEST_CONTEXT; // Set if a test runs this: the tests must report on their own.
  return env;
}

/**
 * Creating and removing a database's thousand files for each test file takes a third of the time on
 * a disk. Used only if there is room: on many machines this folder has 64 MB.
 */
function scratchFolder() {
  const is_there = existsSync('/dev/shm');
  const { bavail, bsize } = is_there ? statfsSync('/dev/shm') : { bavail: 0, bsize: 0 };
  const free_bytes = Math.min(bavail * bsize, process.availableMemory());
  return free_bytes >= SCRATCH_BYTES ? { TEST_SCRATCH_DIR: '/dev/shm' } : {};
}

function testEnvironment(node) {
  return {
    ...scratchFolder(),
    // Every test file is a process that loads the same hundreds of files: with compiled code cached
    // they take a fifth less time.
    NODE_COMPILE_CACHE: COMPILED,
    ...environment(node),
  };
}

const secondsSince = (start_ms) => ((performance.now() - start_ms) / 1_000).toFixed(1);

async function runCheck(node, { name, command }) {
  const start_ms = performance.now();
  let output = '';
  const code = await runChild(node, command, {
    cwd: ROOT,
    env: testEnvironment(node),
    stdio: ['ignore', 'pipe', 'pipe'],
    onOutput: (text) => {
      output += text;
    },
  });
  const seconds = secondsSince(start_ms);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name.padEnd(26)}${seconds.padStart(6)} s`);
  if (code !== 0) console.log(output.trimEnd());
  return code === 0;
}

/** Returns the names of those that fail. */
async function failedOf(node, checks) {
  const failed = [];
  for (const check of checks) {
    const [program] = check.command;
    const file = check.needs ?? program;
    // Skips a check of a file that this checkout does not have.
    if (!file.startsWith('-') && !existsSync(join(ROOT, file))) continue;
    if (!(await runCheck(node, check))) failed.push(check.name);
  }
  return failed;
}

/** Two at a time, after the console: its types need its packages. */
async function failedInLanes(node, [first, ...others]) {
  const left = others.values();
  const failed = await failedOf(node, [first]);
  const lanes = await Promise.all([failedOf(node, left), failedOf(node, left)]);
  return [...failed, ...lanes.flat()];
}

async function runFastChecks() {
  const start_ms = performance.now();
  const node = await bootstrap({ with_development: true });
  const failed = await failedInLanes(node, [CHECKS[0], ...fastChecks()]);
  if (failed.length > 0) console.log(`FAILED: ${failed.join(', ')} (see above).`);
  console.log(`The whole took ${secondsSince(start_ms)} s.`);
  return failed.length === 0 ? 0 : 1;
}

async function runChecks(node) {
  const failed = await failedInLanes(node, CHECKS);
  if (failed.length > 0) console.log(`FAILED: ${failed.join(', ')} (see above). The tests follow.`);
  return failed.length === 0;
}

/** A folder stands for all test files below it. */
function testsIn(path) {
  const is_folder =
    statSync(resolve(ROOT, path), { throwIfNoEntry: false })?.isDirectory() ?? false;
  return is_folder ? join(path, '**', '*.test.ts') : path;
}

/** After `--changed` the commit may follow since which files have changed. */
async function changedTests(node, commits) {
  let output = '';
  const code = await runChild(node, ['tools/changed-tests.ts', ...commits], {
    cwd: ROOT,
    env: environment(node),
    stdio: ['ignore', 'pipe', 'inherit'],
    onOutput: (text) => {
      output += text;
    },
  });
  if (code !== 0) fail('The changed files could not be found.');
  const tests = output.split('\n').filter((path) => path !== '');
  console.log(`${tests.length} test files can be affected by the change.`);
  return tests;
}

async function runTests(given) {
  const start_ms = performance.now();
  const node = await bootstrap({ with_development: true });
  const is_changed = given[0] === '--changed';
  const paths = is_changed ? await changedTests(node, given.slice(1)) : given;
  if (is_changed && paths.length === 0) return 0;
  const is_clean = paths.length > 0 || (await runChecks(node));
  const tests = paths.length > 0 ? paths : ['test'];
  const code = await runChild(node, ['bin/run-tests.mjs', ...tests.map(testsIn)], {
    cwd: ROOT,
    env: testEnvironment(node),
    stdio: 'inherit',
  });
  console.log(`The whole took ${secondsSince(start_ms)} s.`);
  return code === 0 && !is_clean ? 1 : code;
}

/** Options of Node's test runner must come before the file, wherever the caller wrote them. */
function oneTest(parameters) {
  const is_option = (parameter) => parameter.startsWith('-');
  const [file, ...others] = parameters.filter((parameter) => !is_option(parameter));
  if (file === undefined || others.length > 0) {
    fail('Usage: npm run test:one -- FILE [--test-name-pattern=WORDS] [--test-update-snapshots]');
  }
  return [...parameters.filter(is_option), file];
}

/** The program and its arguments for the caller's parameters. */
const PROGRAMS = {
  generate: (parameters) => [join(ROOT, 'tools/generate.ts'), ...parameters],
  map: (parameters) => [join(ROOT, 'tools/map.ts'), ...parameters],
  format: (parameters) => [
    join(ROOT, 'node_modules/@biomejs/biome/bin/biome'),
    ...['check', '--write', ...(parameters.length > 0 ? parameters : [ROOT])],
  ],
  'pack:sdk': (parameters) => [join(ROOT, 'tools/pack-sdk.ts'), ...parameters],
  'check:deploy': (parameters) => [join(ROOT, 'bench/deploy.ts'), ...parameters],
  'test:cells': (parameters) => [join(ROOT, 'bench/cells.ts'), ...parameters],
  bench: (parameters) => [join(ROOT, 'bench/bench.ts'), ...parameters],
  torture: (parameters) => [join(ROOT, 'bench/torture.ts'), ...parameters],
};

/** Runs in the caller's folder, so that relative paths in the parameters work. */
async function runProgram(program, environmentFor = environment) {
  const node = await bootstrap({ with_development: true });
  return runChild(node, program, { env: environmentFor(node), stdio: 'inherit' });
}

const [mode, ...parameters] = process.argv.slice(2);
if (mode === 'test:one') {
  process.exitCode = await runProgram(oneTest(parameters), testEnvironment);
} else if (Object.hasOwn(PROGRAMS, mode)) {
  process.exitCode = await runProgram(PROGRAMS[mode](parameters));
} else if (mode === 'check:fast' && parameters.length === 0) {
  process.exitCode = await runFastChecks();
} else if (mode === 'test' || (mode === 'check' && parameters.length === 0)) {
  process.exitCode = await runTests(parameters);
} else {
  const programs = ['check', 'check:fast', 'test:one', ...Object.keys(PROGRAMS)].join(', ');
  fail(
    `Usage: npm test [-- FILES OR FOLDERS, or --changed [COMMIT]], or npm run with one of ${programs}.`,
  );
}
