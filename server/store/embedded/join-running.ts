// Connects to the embedded PostgreSQL that a running service has started on this machine.

import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PASSWORD_FILES, ROLE } from './data-directory.ts';
import { SOCKET_PORT } from './postgres-settings.ts';
import { isAlive, readPostmaster, worksIn } from './postmaster-file.ts';
import { socketFolder } from './socket-folder.ts';
import type { EmbeddedConnection } from './supervisor.ts';

export type Joined = {
  /** For the service's role. */
  connection: EmbeddedConnection;
  leave(): Promise<void>;
};

/** Null if none serves this data directory. */
export async function joinRunning(data_dir: string): Promise<Joined | null> {
  const folder = resolve(data_dir);
  const postgres_dir = join(folder, 'postgres');
  const postmaster = await readPostmaster(postgres_dir);
  if (postmaster === undefined || !postmaster.is_ready) return null;
  const { process_id } = postmaster;
  if (!isAlive(process_id) || !(await worksIn(process_id, postgres_dir))) return null;
  const password = (await readFile(join(folder, PASSWORD_FILES.service), 'utf8')).trim();
  const socket = await socketFolder(postgres_dir);
  return {
    connection: { host: socket.folder, port: SOCKET_PORT, database: ROLE, user: ROLE, password },
    leave: socket.remove,
  };
}
