// Lints and checks the format of what has changed since it passed here last: for the inner loop. A
// rule may miss what a change does to another file; `npm run check` looks at all of them.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './bootstrap.mjs';
import { runChild } from './child.mjs';

const BIOME = 'node_modules/@biomejs/biome/bin/biome';
const KEPT = 'node_modules/.cache/linted.json';
const FOLDERS = ['bin', 'server', 'sdk', 'cli', 'console', 'test', 'bench', 'tools'];
const NOT_OURS = new Set(['node_modules', 'dist', 'golden']);
const LINTED = /\.(?:ts|tsx|mjs|js|css|json)$/;
/** So many that the whole takes no longer. */
const MANY = 400;

const hashOf = (bytes) => createHash('sha256').update(bytes).digest('base64');

function filesBelow(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : filesBelow(root, path);
    return LINTED.test(entry.name) ? [path] : [];
  });
}

function filesOf(root) {
  const folders = FOLDERS.filter((folder) => existsSync(join(root, folder)));
  return folders.flatMap((folder) => filesBelow(root, folder));
}

/** Another version of Biome or another setting may find something in every file. */
function rulesOf(root) {
  const settings = readFileSync(join(root, 'biome.json'));
  const manifest = readFileSync(join(root, 'node_modules/@biomejs/biome/package.json'));
  return hashOf(Buffer.concat([settings, manifest]));
}

/** The files that have changed since `kept` was written, and what to write if they pass. */
function changedSince(root, kept) {
  const rules = rulesOf(root);
  const known = kept.rules === rules ? kept.files : {};
  const files = Object.fromEntries(
    filesOf(root).map((path) => [path, hashOf(readFileSync(join(root, path)))]),
  );
  const changed = Object.keys(files).filter((path) => files[path] !== known[path]);
  return { changed, passed: { rules, files } };
}

function readKept(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { rules: '', files: {} };
}

async function lint() {
  const file = join(ROOT, KEPT);
  const { changed, passed } = changedSince(ROOT, readKept(file));
  if (changed.length === 0) return 0;
  const paths = changed.length > MANY ? ['.'] : ['--no-errors-on-unmatched', ...changed];
  const command = [BIOME, 'check', '--error-on-warnings', ...paths];
  const code = await runChild(process.execPath, command, { cwd: ROOT, stdio: 'inherit' });
  if (code !== 0) return code;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(passed));
  return 0;
}

process.exitCode = await lint();
