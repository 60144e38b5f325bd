// Gives the folder through which clients reach PostgreSQL's socket: the data directory, or a link
// with a shorter path.

import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_SOCKET_PATH_BYTES, SOCKET_PORT } from './postgres-settings.ts';

export type SocketFolder = { folder: string; remove: () => Promise<void> };

function fits(folder: string): boolean {
  return Buffer.byteLength(`${folder}/.s.PGSQL.${SOCKET_PORT}`) <= MAX_SOCKET_PATH_BYTES;
}

/**
 * The kernel limits the length of the path used, not of the link's target, so a link in the
 * temporary folder is enough.
 */
export async function socketFolder(postgres_dir: string): Promise<SocketFolder> {
  if (fits(postgres_dir)) return { folder: postgres_dir, remove: () => Promise.resolve() };
  const short = await mkdtemp(join(tmpdir(), 'payment-orders-'));
  const folder = join(short, 'socket');
  await symlink(postgres_dir, folder);
  return { folder, remove: () => rm(short, { recursive: true, force: true }) };
}
