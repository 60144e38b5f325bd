// Reads the checkout's own files as a map from path to text, for the tests that judge the source.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type Sources = ReadonlyMap<string, string>;

// The folders are named, not discovered: a data or dependency folder beside them is never read.
const FOLDERS = [
  'bin',
  'server',
  'cli',
  'console',
  'sdk',
  'integrations',
  'tools',
  'bench',
  'test',
  'migrations',
  'docs',
  'openapi',
];

/** Made from files that are read themselves, or installed. */
const NOT_READ = [
  'console/dist',
  'console/node_modules/',
  'integrations/medusa/node_modules/',
  'test/sdk/runtimes/node_modules/',
  'tools/owasp/node_modules/',
];

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

function pathsOfFolder(folder: string): string[] {
  return readdirSync(`${ROOT}${folder}`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(ROOT.length))
    .filter((path) => !path.endsWith('.gen.ts'))
    .filter((path) => !NOT_READ.some((start) => path.startsWith(start)));
}

export function readCheckout(endings: readonly string[]): Sources {
  const top = readdirSync(ROOT, { withFileTypes: true });
  const folders = top.filter((entry) => entry.isDirectory() && FOLDERS.includes(entry.name));
  const paths = [
    ...top.filter((entry) => entry.isFile()).map((entry) => entry.name),
    ...folders.flatMap((entry) => pathsOfFolder(entry.name)),
  ];
  const wanted = paths.filter((path) => endings.some((ending) => path.endsWith(ending)));
  return new Map(wanted.sort().map((path) => [path, readFileSync(`${ROOT}${path}`, 'utf8')]));
}
