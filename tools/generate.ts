// Writes all generated files; with --check it only reports which of them are stale.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ACCESS_FILE } from './generate-access.ts';
import { BOUNDS_FILES } from './generate-bounds.ts';
import { CONSOLE_FILES } from './generate-console.ts';
import { LOCKS_FILE } from './generate-locks.ts';
import { REFERENCE_PAGES } from './generate-reference.ts';
import { SANDBOX_FILE } from './generate-sandbox.ts';
import { SCHEMA_FILE } from './generate-schema.ts';
import { SDK_FILES } from './generate-sdk.ts';
import { SECRET_ANSWERS_FILE } from './generate-secret-answers.ts';
import { SHOP_FILE } from './generate-shop.ts';
import { WIRE_FILES } from './generate-wire.ts';

/** `path` is where the file is committed; `render` gives its whole text, the same every time. */
export type Generator = { path: string; render: () => string | Promise<string> };

export type Stale = { path: string; committed: string | null; fresh: string };

/** One row per generated file, or one spread per group of files. */
export const GENERATORS: readonly Generator[] = [
  ...REFERENCE_PAGES,
  ...WIRE_FILES,
  LOCKS_FILE,
  ACCESS_FILE,
  SANDBOX_FILE,
  SHOP_FILE,
  SCHEMA_FILE,
  ...SDK_FILES,
  ...CONSOLE_FILES,
  ...BOUNDS_FILES,
  SECRET_ANSWERS_FILE,
];

const COMMAND = 'npm run generate';

type Read = (path: string) => string | null;

/** Runs one after the other, because generators may share a database and the report is in order. */
export async function staleOf(generators: readonly Generator[], read: Read): Promise<Stale[]> {
  const found: Stale[] = [];
  for (const { path, render } of generators) {
    const fresh = await render();
    const committed = read(path);
    if (committed !== fresh) found.push({ path, committed, fresh });
  }
  return found;
}

export function explainStale(stale: readonly Stale[]): string {
  const lines = stale.map(({ path, committed, fresh }) =>
    committed === null
      ? `${path} is missing`
      : `${path} is stale from line ${firstDifference(committed, fresh)}`,
  );
  return [...lines, `refresh with: ${COMMAND}`].join('\n');
}

function firstDifference(committed: string, fresh: string): number {
  const wanted = fresh.split('\n');
  const line = committed.split('\n').findIndex((text, index) => text !== wanted[index]);
  return (line === -1 ? committed.split('\n').length : line) + 1;
}

const ROOT = fileURLToPath(new URL('../', import.meta.url));

function isMissingFile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function readCommitted(path: string): string | null {
  try {
    return readFileSync(`${ROOT}${path}`, 'utf8');
  } catch (error) {
    if (isMissingFile(error)) return null;
    throw error;
  }
}

function writeFresh({ path, fresh }: Stale): void {
  mkdirSync(dirname(`${ROOT}${path}`), { recursive: true });
  writeFileSync(`${ROOT}${path}`, fresh);
  console.log(`wrote ${path}`);
}

if (import.meta.main) {
  const stale = await staleOf(GENERATORS, readCommitted);
  if (!process.argv.includes('--check')) {
    for (const one of stale) writeFresh(one);
  } else if (stale.length > 0) {
    console.error(explainStale(stale));
    process.exitCode = 1;
  }
}
