// Builds the console as a start does, if its sources have changed since the last build.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const BUILDER = fileURLToPath(new URL('../../bin/build-console.mjs', import.meta.url));

export async function buildConsole(): Promise<void> {
  await promisify(execFile)(process.execPath, [BUILDER]);
}
