// Which DATA_DIR this is: a file with an id that also notes which file it is, so that a copy of the
// folder is known as one.
import { randomUUID } from 'node:crypto';
import { type FileHandle, link, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from './atomic-file.ts';
import { fileExists } from './data-directory.ts';

type Noted = { id: string; inode: string; born: string };

async function factsOf(file: FileHandle): Promise<Omit<Noted, 'id'>> {
  const { ino, birthtimeNs } = await file.stat({ bigint: true });
  return { inode: String(ino), born: String(birthtimeNs) };
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';

/**
 * Does nothing if it is there. It gets its name when it is whole: a start that is killed leaves no
 * empty file, and another start never reads one. A link keeps the file, and so what it notes.
 */
async function makeFile(path: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      const noted: Noted = { id: randomUUID(), ...(await factsOf(file)) };
      await file.writeFile(`${JSON.stringify(noted)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await link(temporary, path);
    await syncFolder(dirname(path));
  } catch (error) {
    if (!isTaken(error)) throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

/**
 * The same for as long as the folder stays where it is. A copied file has another number and
 * another birth: some file systems change the one, others do not know the other, so both have to
 * differ.
 * Null if the file cannot be read as what it is.
 */
export async function readPlace(data_dir: string): Promise<string | null> {
  const path = join(data_dir, 'installation.json');
  if (!(await fileExists(path))) await makeFile(path);
  const file = await open(path, 'r');
  try {
    const { inode, born } = await factsOf(file);
    const noted: Partial<Noted> = Object(JSON.parse(await file.readFile('utf8')));
    if (typeof noted.id !== 'string') return null;
    const is_copied = noted.inode !== inode && noted.born !== born;
    return is_copied ? `${noted.id}/${born}` : noted.id;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  } finally {
    await file.close();
  }
}
