// Connects to the embedded PostgreSQL that a running service has started on this machine.

import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { OWNER_ROLE, PASSWORD_FILES, ROLE } from './data-directory.ts';
import { SOCKET_PORT } from './postgres-settings.ts';
import { isAlive, readPostmaster, worksIn } from './postmaster-file.ts';
import { socketFolder } from './socket-folder.ts';
import type { EmbeddedConnection } from './supervisor.ts';

export type Joined = {
  /** For the service's role. */
  connection: EmbeddedConnection;
  /** For the role that owns the tables. */
  owner: EmbeddedConnection;
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
  const passwordIn = async (file: string) => (await readFile(join(folder, file), 'utf8')).trim();
  const password = await passwordIn(PASSWORD_FILES.service);
  const owner_password = await passwordIn(PASSWORD_FILES.owner);
  const socket = await socketFolder(postgres_dir);
  const place = { host: socket.folder, port: SOCKET_PORT, database: ROLE };
  return {
    connection: { ...place, user: ROLE, password },
    owner: { ...place, user: OWNER_ROLE, password: owner_password },
    leave: socket.remove,
  };
}
