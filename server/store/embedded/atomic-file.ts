// Writes a small file completely or not at all, and never follows a link planted by somebody else.

import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

export type Owner = { uid: number; gid: number };

/** Makes a created or renamed file in this folder survive a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Mode 0600; the temporary name is opened exclusively and renamed, so a planted link is replaced,
 * not followed.
 */
export async function writeAtomically(file: string, text: string, owner?: Owner): Promise<void> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      if (owner !== undefined) await handle.chown(owner.uid, owner.gid);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } finally {
    await rm(temporary, { force: true });
  }
  await syncFolder(dirname(file));
}
