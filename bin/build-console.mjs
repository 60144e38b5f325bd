// Builds the console into console/dist when its sources have changed since the last build; a
// package that was published brings it built.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { ROOT } from './bootstrap.mjs';
import { installPackages } from './install.mjs';

const CONSOLE = join(ROOT, 'console');
const DIST = join(CONSOLE, 'dist');
const BUILT_FROM = '.built-from';
const NOT_SOURCES = new Set(['node_modules', 'dist']);
const INSTALLED_FROM = join(CONSOLE, 'node_modules', '.installed-from');

function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function sourceFiles() {
  const [tops, inside] = [readdirSync(CONSOLE, { withFileTypes: true }), []];
  for (const top of tops) {
    if (NOT_SOURCES.has(top.name) || top.name.startsWith('dist.')) continue;
    if (top.isFile()) inside.push(top.name);
    else {
      const below = readdirSync(join(CONSOLE, top.name), { recursive: true, withFileTypes: true });
      const files = below.filter((one) => one.isFile());
      inside.push(...files.map((one) => join(one.parentPath, one.name).slice(CONSOLE.length + 1)));
    }
  }
  return inside.sort();
}

const hashOf = (text) => createHash('sha256').update(text).digest('hex');

/** Over the names and contents of all sources, so that a copied checkout is not built again. */
function sourceHash() {
  const hash = createHash('sha256');
  for (const file of sourceFiles()) {
    hash
      .update(`${file}\n`)
      .update(hashOf(readFileSync(join(CONSOLE, file))))
      .update('\n');
  }
  return hash.digest('hex');
}

const LOCK = join(CONSOLE, 'package-lock.json');

/** Of a clone that was never started: neither the built console nor the tools to build it. */
export function lacksTools() {
  return existsSync(LOCK) && !existsSync(DIST) && !existsSync(INSTALLED_FROM);
}

async function installTools() {
  const lock = readText(LOCK);
  if (readText(INSTALLED_FROM) === hashOf(lock)) return;
  process.stderr.write('Installing the tools that build the console; this happens once.\n');
  const missing = Object.keys(JSON.parse(lock).packages).length - 1;
  const { code, output } = await installPackages({
    root: CONSOLE,
    with_development: true,
    is_addition: false,
    missing,
  });
  if (code !== 0) throw new Error(`npm ended with code ${code}: ${output.trim()}`);
  writeFileSync(INSTALLED_FROM, hashOf(lock));
}

const COMPRESSIBLE = /\.(?:css|js|svg)$/;

/** Compressed once, at the best level, and sent many times. */
async function compress(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => COMPRESSIBLE.test(file));
  for (const file of files) {
    const bytes = readFileSync(join(folder, file));
    writeFileSync(join(folder, `${file}.br`), await promisify(brotliCompress)(bytes));
    writeFileSync(join(folder, `${file}.gz`), await promisify(gzip)(bytes, { level: 9 }));
  }
}

const importTool = (path) => import(pathToFileURL(join(CONSOLE, 'node_modules', path)).href);

/** The texts of a screen go with it. */
const SCREENS = /[\\/](?:screens|texts)[\\/]([^\\/]+)[\\/]|[\\/](session)[\\/]/;
const folderOf = (id) => {
  const [, folder, session] = SCREENS.exec(id) ?? [];
  return folder ?? session ?? null;
};
/** So many screens use a part that is loaded with the others: none waits for another screen. */
const SHARED_BY = 2;

/**
 * A file for what every page starts from, one for each folder of screens, and one for the parts
 * that screens share. With a file per screen and part, a page waits for twenty of 150 in turn.
 */
const FILES = [
  { name: 'start', tags: ['$initial'], priority: 3 },
  { name: 'parts', test: (id) => !SCREENS.test(id), minShareCount: SHARED_BY, priority: 2 },
  { name: (id) => folderOf(id), debugName: 'screens', priority: 1 },
];
/** React, the router and Mantine alone are as large: the limit of the first load is tested. */
const START_KB = 1_000;

/** Builds beside the present files and renames: a service that reads them never sees half of it. */
async function build(hash) {
  const aside = join(CONSOLE, `dist.${process.pid}`);
  const vite = await importTool('vite/dist/node/index.js');
  const { default: react } = await importTool('@vitejs/plugin-react/dist/index.js');
  try {
    await vite.build({
      configFile: false,
      root: CONSOLE,
      base: '/console/',
      logLevel: 'warn',
      plugins: [react()],
      build: {
        outDir: aside,
        target: 'es2023',
        sourcemap: false,
        reportCompressedSize: false,
        chunkSizeWarningLimit: START_KB,
        rolldownOptions: { output: { codeSplitting: { groups: FILES } } },
        // The page's policy allows no content inside of addresses.
        assetsInlineLimit: 0,
      },
    });
    await compress(aside);
    writeFileSync(join(aside, BUILT_FROM), hash);
    const old = `${aside}.old`;
    if (existsSync(DIST)) renameSync(DIST, old);
    renameSync(aside, DIST);
    rmSync(old, { recursive: true, force: true });
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

/** Does nothing if the console is built from these sources already. */
export async function buildConsole() {
  if (!existsSync(join(CONSOLE, 'package.json'))) return;
  const hash = sourceHash();
  if (readText(join(DIST, BUILT_FROM)) === hash) return;
  await installTools();
  await build(hash);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv.includes('--tools')) await installTools();
  else await buildConsole();
}
