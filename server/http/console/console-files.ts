// The built files of the console, read into memory once: nothing else of the folder is served.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, sep } from 'node:path';

export type ConsoleFile = {
  readonly type: string;
  readonly plain: Buffer;
  /** Null for files that are compressed already, as pictures are. */
  readonly br: Buffer | null;
  readonly gzip: Buffer | null;
};

export type ConsoleFiles = {
  /** The page, with a mark where each answer's own nonce goes. */
  readonly page: string;
  /** By their path below /console. */
  readonly assets: ReadonlyMap<string, ConsoleFile>;
};

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
};

const PAGE = 'index.html';

const readIfThere = (file: string): Buffer | null => (existsSync(file) ? readFileSync(file) : null);

/** When the console was built, in milliseconds; null while it is not. */
export const builtAt = (folder: string): number | null =>
  statSync(join(folder, PAGE), { throwIfNoEntry: false })?.mtimeMs ?? null;

/** Null while the console is not built. */
export function readConsole(folder: string): ConsoleFiles | null {
  const page = readIfThere(join(folder, PAGE));
  if (page === null) return null;
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const assets = names.flatMap((name): [string, ConsoleFile][] => {
    const type = TYPES[extname(name)];
    if (type === undefined) return [];
    const file = join(folder, name);
    const [br, gzip] = [readIfThere(`${file}.br`), readIfThere(`${file}.gz`)];
    return [[name.split(sep).join('/'), { type, plain: readFileSync(file), br, gzip }]];
  });
  return { page: page.toString('utf8'), assets: new Map(assets) };
}
