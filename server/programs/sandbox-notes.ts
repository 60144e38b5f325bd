// What the sandbox prints at every start, stored in DATA_DIR: the demo merchant and the tokens to
// try things with.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SandboxNotes } from '../app/seed/seed-sandbox.ts';

const fileOf = (data_dir: string) => join(data_dir, 'sandbox.json');

/**
 * Readable by its owner only, because it contains tokens. With a database elsewhere they may be the
 * first that is stored in DATA_DIR.
 */
export async function keepNotes(data_dir: string, notes: SandboxNotes): Promise<void> {
  await mkdir(data_dir, { recursive: true });
  await writeFile(fileOf(data_dir), `${JSON.stringify(notes, null, 2)}\n`, { mode: 0o600 });
}

/** Null if they are in another machine's DATA_DIR. */
export async function readNotes(data_dir: string): Promise<SandboxNotes | null> {
  try {
    return JSON.parse(await readFile(fileOf(data_dir), 'utf8')) as SandboxNotes;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
