// Runs the test files that match the given patterns, two at a time, and prints how long the files
// of each folder took.

import { dirname, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

const LONGEST = 10;

const seconds = (ms) => `${(ms / 1_000).toFixed(1).padStart(8)} s`;

function byFolder(files) {
  const folders = new Map();
  for (const { path, duration_ms } of files) {
    const folder = dirname(path).split('/').slice(0, 2).join('/');
    const { count, sum_ms } = folders.get(folder) ?? { count: 0, sum_ms: 0 };
    folders.set(folder, { count: count + 1, sum_ms: sum_ms + duration_ms });
  }
  return [...folders].sort(([, a], [, b]) => b.sum_ms - a.sum_ms);
}

/** Two files run at the same time, so the folders' sums are more than the whole run took. */
function durations(files) {
  const folders = byFolder(files).map(
    ([folder, { count, sum_ms }]) =>
      `${seconds(sum_ms)}  ${folder} (${count} ${count === 1 ? 'file' : 'files'})`,
  );
  const longest = files.toSorted((a, b) => b.duration_ms - a.duration_ms).slice(0, LONGEST);
  const lines = longest.map(({ path, duration_ms }) => `${seconds(duration_ms)}  ${path}`);
  return ['', 'Durations of the tests', ...folders, 'Longest files', ...lines, ''].join('\n');
}

const files = [];
const events = run({
  globPatterns: process.argv.slice(2),
  concurrency: 2,
  // The runner's own limit ends tests, but not a file that still has a server or a timer open.
  execArgv: [`--import=${new URL('limit-file.mjs', import.meta.url)}`],
});
// Printed before the summary of Node's reporter, so that failures are the last thing to read.
events.on('test:summary', ({ file, duration_ms, success }) => {
  if (file !== undefined) {
    files.push({ path: relative(process.cwd(), file), duration_ms });
    return;
  }
  console.log(durations(files));
  if (!success) process.exitCode = 1;
});
await pipeline(events, new spec(), process.stdout, { end: false });
