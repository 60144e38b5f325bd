// Prints the test files that a change can affect: those that reach a changed file by imports, or by
// a path that they read.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A change of these can change what any test does. */
const FOR_ALL =
  /^(?:bin\/|package(?:-lock)?\.json$|tsconfig\.json$|test\/sdk\/runtimes\/|\.npmrc$|\.ci\/)/;
const CODE = /\.(?:tsx?|mjs|js)$/;
const TEST = /^test\/.*\.test\.ts$/;

const IMPORT = /(?:from|import|import\()\s*'(\.[^']+)'/g;
/** Relative to the file; a folder ends with a slash. */
const READ = /new URL\(\s*['`]([^'`$]+)/g;
/** From the root of the checkout: a program that is started, a file that is read. */
const NAMED = /'((?:[\w.-]+\/)+[\w.-]+\.\w+)'|join\(ROOT, '([^']+)'/g;

const firstOf = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, one, other]) => one ?? other ?? '');

function neighboursOf(path: string, text: string): string[] {
  const relative = [...firstOf(text, IMPORT), ...firstOf(text, READ)];
  const here = relative.filter((to) => !to.includes(':')).map((to) => join(dirname(path), to));
  return [...here, ...firstOf(text, NAMED)].map((to) => normalize(to));
}

/** What a path stands for: itself, or all files of a folder. */
function filesAt(place: string, paths: readonly string[]): readonly string[] {
  const folder = place === './' ? '' : place.replace(/\/?$/, '/');
  return paths.filter((path) => path === place || path.startsWith(folder));
}

/** By path, the files that reach it in one step. */
function reachedFrom(texts: ReadonlyMap<string, string>): Map<string, string[]> {
  const paths = [...texts.keys()];
  const places = new Map<string, readonly string[]>();
  const from = new Map<string, string[]>();
  for (const [path, text] of texts) {
    if (!CODE.test(path)) continue;
    for (const place of new Set(neighboursOf(path, text))) {
      const files = places.get(place) ?? filesAt(place, paths);
      places.set(place, files);
      for (const file of files) from.set(file, [...(from.get(file) ?? []), path]);
    }
  }
  return from;
}

/**
 * The tests that a change of these files can affect, sorted. `texts`: the whole checkout, by path
 * from its root.
 */
export function changedTests(
  texts: ReadonlyMap<string, string>,
  changed: readonly string[],
): string[] {
  const tests = [...texts.keys()].filter((path) => TEST.test(path)).sort();
  if (changed.some((path) => FOR_ALL.test(path))) return tests;
  const from = reachedFrom(texts);
  const seen = new Set(changed);
  // A set grows while it is walked.
  for (const path of seen) for (const next of from.get(path) ?? []) seen.add(next);
  return tests.filter((path) => seen.has(path));
}

const ROOT = fileURLToPath(new URL('../', import.meta.url));

function git(...words: string[]): string[] {
  const out = execFileSync('git', words, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 });
  return out.split('\n').filter((line) => line !== '');
}

/** Since the commit, what is not committed included. */
function changedSince(commit: string): string[] {
  const untracked = git('ls-files', '--others', '--exclude-standard');
  return [...git('diff', '--name-only', '--no-renames', commit), ...untracked];
}

function readTexts(): ReadonlyMap<string, string> {
  const paths = git('ls-files', '--cached', '--others', '--exclude-standard');
  return new Map(
    paths.map((path) => [path, CODE.test(path) ? readFileSync(join(ROOT, path), 'utf8') : '']),
  );
}

if (import.meta.main) {
  const changed = changedSince(process.argv[2] ?? 'HEAD');
  console.log(changedTests(readTexts(), changed).join('\n'));
}
