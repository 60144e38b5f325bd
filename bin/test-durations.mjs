// How long test files take: printed by folder, and kept, so that the next run starts with the
// longest ones and none of them is left for the end.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './bootstrap.mjs';

const LONGEST = 10;
const KEPT = join(ROOT, 'node_modules', '.cache', 'test-durations.json');
/** Of a file that has never run here. */
const TYPICAL_MS = { console: 15_000, e2e: 15_000, bench: 7_000, http: 4_000 };
const OTHERWISE_MS = 1_500;

const seconds = (ms) => `${(ms / 1_000).toFixed(1).padStart(8)} s`;
const sumOf = (values) => values.reduce((sum, value) => sum + value, 0);

function known() {
  return existsSync(KEPT) ? JSON.parse(readFileSync(KEPT, 'utf8')) : {};
}

export function longestFirst(groups) {
  const kept = known();
  const expected = (path) => kept[path] ?? TYPICAL_MS[path.split('/')[1]] ?? OTHERWISE_MS;
  const weighed = groups.map((files) => ({ files, weight_ms: sumOf(files.map(expected)) }));
  return weighed.toSorted((a, b) => b.weight_ms - a.weight_ms).map(({ files }) => files);
}

/** A file that is alone counts with its start, as it must be waited for. */
function byFile(runs) {
  return runs.flatMap(({ files, took, whole_ms }) => {
    if (files.length === 1) return [{ path: files[0], duration_ms: whole_ms ?? 0 }];
    return took;
  });
}

export function rememberDurations(runs) {
  const entries = byFile(runs).map(({ path, duration_ms }) => [path, Math.round(duration_ms)]);
  mkdirSync(dirname(KEPT), { recursive: true });
  writeFileSync(KEPT, JSON.stringify({ ...known(), ...Object.fromEntries(entries) }));
}

function byFolder(files) {
  const folders = Map.groupBy(files, ({ path }) => dirname(path).split('/').slice(0, 2).join('/'));
  return [...folders]
    .map(([folder, of]) => ({
      folder,
      count: of.length,
      sum_ms: sumOf(of.map(({ duration_ms }) => duration_ms)),
    }))
    .toSorted((a, b) => b.sum_ms - a.sum_ms);
}

/** Two processes run at the same time, so the sums are more than the whole run took. */
export function durations(runs) {
  const files = byFile(runs);
  const folders = byFolder(files).map(
    ({ folder, count, sum_ms }) =>
      `${seconds(sum_ms)}  ${folder} (${count} ${count === 1 ? 'file' : 'files'})`,
  );
  const longest = files.toSorted((a, b) => b.duration_ms - a.duration_ms).slice(0, LONGEST);
  const lines = longest.map(({ path, duration_ms }) => `${seconds(duration_ms)}  ${path}`);
  const whole_ms = sumOf(runs.map((one) => one.whole_ms ?? 0));
  const work_ms = sumOf(runs.flatMap(({ took }) => took.map(({ duration_ms }) => duration_ms)));
  return [
    '',
    'Durations of the tests',
    ...folders,
    'Longest files',
    ...lines,
    `${runs.length} processes: ${seconds(work_ms).trim()} of work, ` +
      `${seconds(whole_ms - work_ms).trim()} of start-up and end.`,
    '',
  ].join('\n');
}
