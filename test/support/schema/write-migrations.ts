// Folders of migrations for tests, as the project's own is read.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A new folder below `scratch` with these files, by their names. */
export async function writeMigrations(
  scratch: string,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const folder = await mkdtemp(join(scratch, 'migrations-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}
