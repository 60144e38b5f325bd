// Chooses the operating system user for PostgreSQL, which refuses to run as root.

import { readFile, stat } from 'node:fs/promises';
import { StartupError } from '../../lib/startup-error.ts';
import type { Owner } from './atomic-file.ts';

const CANDIDATES = ['payment-orders', 'postgres', 'nobody'];

/** Finds a user's ids in text like /etc/passwd; never returns root. */
export function findUser(passwd: string, names: readonly string[]): Owner | undefined {
  const users = new Map(passwd.split('\n').map((line) => [line.split(':')[0], line.split(':')]));
  for (const name of names) {
    const fields = users.get(name);
    const uid = Number(fields?.[2]);
    const gid = Number(fields?.[3]);
    if (Number.isInteger(uid) && Number.isInteger(gid) && uid > 0) return { uid, gid };
  }
  return undefined;
}

async function ownerOf(path: string): Promise<Owner | undefined> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return found && { uid: found.uid, gid: found.gid };
}

/**
 * Returns undefined to run as the service's own user. Existing data keep their owner, unless that
 * is root.
 */
export async function postgresUser(postgres_dir: string): Promise<Owner | undefined> {
  const own_uid = process.getuid?.();
  if (own_uid === undefined) return undefined;
  const owner = await ownerOf(postgres_dir);
  if (own_uid !== 0) {
    if (owner === undefined || owner.uid === own_uid) return undefined;
    throw new StartupError(
      `${postgres_dir} belongs to user ${owner.uid} and the service runs as user ${own_uid}: ` +
        'start it as that user, or set DATA_DIR to another folder.',
    );
  }
  if (owner !== undefined && owner.uid !== 0) return owner;
  const user = findUser(await readFile('/etc/passwd', 'utf8'), CANDIDATES);
  if (user !== undefined) return user;
  throw new StartupError(
    'PostgreSQL does not run as root and no other user was found: ' +
      'create one (useradd --system payment-orders), or start the service as an ordinary user.',
  );
}
