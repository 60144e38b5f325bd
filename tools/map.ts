// Prints every file of the project with its opening sentence, as a map.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDERS = [
  'bin',
  'server',
  'cli',
  'sdk',
  'integrations',
  'migrations',
  'tools',
  'bench',
  'test',
];
const TEXTS = /\.(?:ts|mjs|sql)$/;

/** The first sentence of the first comment; empty if the file does not open with one. */
export function openingOf(text: string): string {
  const lines = text.replace(/^#!.*\n/, '').split('\n');
  const end = lines.findIndex((line) => !/^(?:\/\/|--) /.test(line));
  const comment = lines.slice(0, end === -1 ? lines.length : end).map((line) => line.slice(3));
  return comment.join(' ').replace(/(?<=[.?]) [A-Z].*$/, '');
}

/** One block per folder; within it one line per file. */
export function renderMap(openings: ReadonlyMap<string, string>): string {
  const folders = Map.groupBy([...openings], ([path]) => path.slice(0, path.lastIndexOf('/') + 1));
  const blocks = [...folders].map(([folder, files]) => {
    const names = files.map(([path, opening]) => [path.slice(folder.length), opening] as const);
    const width = Math.max(...names.map(([name]) => name.length));
    return [folder, ...names.map(([name, opening]) => `  ${name.padEnd(width)}  ${opening}`)];
  });
  return `${blocks.map((block) => block.map((line) => line.trimEnd()).join('\n')).join('\n\n')}\n`;
}

function readOpenings(root: string): Map<string, string> {
  const present = new Set(readdirSync(root));
  const paths = FOLDERS.filter((folder) => present.has(folder)).flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((path) => TEXTS.test(path) && !/^dist\/|(?:^|\/)node_modules\//.test(path))
      .map((path) => `${folder}/${path}`)
      .sort(byFolderThenName),
  );
  return new Map(paths.map((path) => [path, openingOf(readFileSync(`${root}${path}`, 'utf8'))]));
}

function byFolderThenName(left: string, right: string): number {
  const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
  const [first, second] = [folderOf(left), folderOf(right)];
  if (first !== second) return first < second ? -1 : 1;
  return left < right ? -1 : 1;
}

if (import.meta.main) {
  process.stdout.write(renderMap(readOpenings(fileURLToPath(new URL('../', import.meta.url)))));
}
