// Runs the test files that match the given patterns, two processes at a time, the longest first,
// and prints how long the files of each folder took.

import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { ROOT } from './bootstrap.mjs';
import { fail } from './child.mjs';
import { durations, longestFirst, rememberDurations } from './test-durations.mjs';
import { groupsOf, writePrograms } from './test-groups.mjs';

const LANES = 2;

const patterns = process.argv.slice(2);
const found = globSync(patterns, { cwd: ROOT }).map((path) => relative(ROOT, join(ROOT, path)));
// A word that was mistyped must not pass as a run without failures.
if (found.length === 0) fail(`No test file matches ${patterns.join(' ')}.`);
const { programs, remove } = writePrograms(longestFirst(groupsOf([...new Set(found)])));

/** By program: its files, what they took, and how long it took with its start and its end. */
const runs = new Map(programs.map(({ program, files }) => [program, { files, took: [] }]));
const groups = [...runs.values()].filter(({ files }) => files.length > 1);
const grouped = new Map(groups.flatMap((group) => group.files.map((path) => [path, group])));

function note({ name, file, nesting, details: { duration_ms } }) {
  if (nesting !== 0) return;
  const own = runs.get(name);
  if (own !== undefined) own.whole_ms = duration_ms;
  // A suite of a group has the name of its file; what is at the top of another file is its own.
  else if (grouped.has(name)) grouped.get(name).took.push({ path: name, duration_ms });
  else runs.get(file)?.took.push({ duration_ms });
}

const events = run({
  files: programs.map(({ program }) => program),
  concurrency: LANES,
  // The runner's own limit ends tests, but not a file that still has a server or a timer open.
  execArgv: [`--import=${new URL('limit-file.mjs', import.meta.url)}`],
});
events.on('test:complete', note);
// Printed before the summary of Node's reporter, so that failures are the last thing to read.
events.on('test:summary', ({ file, success }) => {
  if (file !== undefined) return;
  console.log(durations([...runs.values()]));
  rememberDurations([...runs.values()]);
  if (!success) process.exitCode = 1;
});
try {
  await pipeline(events, new spec(), process.stdout, { end: false });
} finally {
  remove();
}
