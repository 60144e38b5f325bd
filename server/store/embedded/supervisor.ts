// Runs embedded PostgreSQL for as long as the service needs it, and restarts it if it dies.

import { mkdir, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { findBinaries } from './binaries.ts';
import { OWNER_ROLE, prepareDataDirectory, ROLE } from './data-directory.ts';
import { lockDataDirectory } from './data-directory-lock.ts';
import { withFileErrors } from './file-errors.ts';
import { type EmbeddedLog, keepAlive } from './keep-alive.ts';
import { SOCKET_PORT } from './postgres-settings.ts';
import { postgresUser } from './postgres-user.ts';
import { forgetStranger } from './postmaster-file.ts';
import { socketFolder } from './socket-folder.ts';
import { stopOrphan } from './stop-postgres.ts';

/** The connection options for `pg`; `host` is the folder of the Unix socket. */
export type EmbeddedConnection = {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
};

export type Embedded = {
  /** For the service's role. */
  connection: EmbeddedConnection;
  /** For the migration role, which owns the tables. */
  owner: EmbeddedConnection;
  /** The present server process; undefined between its end and its next start. */
  processId: () => number | undefined;
  stop: () => Promise<void>;
};

type Options = { data_dir: string; log: EmbeddedLog };

/**
 * Creates or opens DATA_DIR/postgres and serves it. Throws a StartupError if the operator has to
 * act.
 */
export async function startEmbedded({ data_dir, log }: Options): Promise<Embedded> {
  const folder = resolve(data_dir);
  const real = await withFileErrors(folder, async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return realpath(folder);
  });
  const unlock = await withFileErrors(folder, () => lockDataDirectory(real));
  try {
    return await withFileErrors(folder, () => serve(real, log, unlock));
  } catch (error) {
    unlock();
    throw error;
  }
}

async function serve(data_dir: string, log: EmbeddedLog, unlock: () => void): Promise<Embedded> {
  const postgres_dir = join(data_dir, 'postgres');
  const user = await postgresUser(postgres_dir);
  const binaries = await findBinaries(user, data_dir);
  const orphan = await stopOrphan(postgres_dir);
  if (orphan !== undefined) log.warn(`Stopped PostgreSQL process ${orphan} of a killed service`);
  await forgetStranger(postgres_dir, user);
  const passwords = await prepareDataDirectory({ data_dir, user, binaries });
  const place = { folder: postgres_dir, user };
  const kept = await keepAlive({ postgres: binaries.postgres, place, data_dir, log });
  const socket = await socketFolder(postgres_dir);
  const place_of_server = { host: socket.folder, port: SOCKET_PORT, database: ROLE };
  return {
    connection: { ...place_of_server, user: ROLE, password: passwords.service },
    owner: { ...place_of_server, user: OWNER_ROLE, password: passwords.owner },
    processId: kept.processId,
    stop: async () => {
      await kept.stop();
      await socket.remove();
      unlock();
    },
  };
}
