// The use cases for a program on the service's machine, with the service's settings, whether the
// service runs or not.
import type { OpenApp } from '../app/open-app.ts';
import type { Config } from '../settings/config.ts';
import { masterKey } from '../settings/master-key.ts';
import type { Database } from '../store/connection/database.ts';
import { createLog } from './log.ts';
import { surroundingsOf } from './surroundings.ts';

/** The service's hundreds of files are loaded only now: help and wrong usage do not need them. */
const loadService = async () => ({
  ...(await import('../app/open-app.ts')),
  ...(await import('../store/connection/database.ts')),
  ...(await import('../store/open/open-database.ts')),
});

type Opened = { readonly db: Database; stop(): Promise<void> };

/** Closes everything afterwards, also if the work fails. */
async function withApp<Value>(
  config: Config,
  open: (config: Config & { master_key: Uint8Array }) => Promise<Opened>,
  work: (app: OpenApp) => Promise<Value>,
): Promise<Value> {
  const { openApp } = await loadService();
  const log = createLog('error');
  const master_key = await masterKey(config);
  const opened = await open({ ...config, master_key });
  try {
    const app = await openApp({
      ...config,
      around: await surroundingsOf(config),
      allow_local_callbacks: config.callback_allow_local,
      log,
      // No metrics are asked of a program that ends.
      count: () => undefined,
      db: opened.db,
      master_key,
      operator_token: undefined,
    });
    try {
      // The database's time, and in the sandbox how far somebody has advanced it.
      await app.settings.refresh();
      return await work(app);
    } finally {
      await app.close();
    }
  } finally {
    await opened.stop();
  }
}

const stopped = new AbortController().signal;

export async function withLocalApp<Value>(
  config: Config,
  work: (app: OpenApp) => Promise<Value>,
): Promise<Value> {
  const { openLocalDatabase } = await loadService();
  return await withApp(
    config,
    (opening) => openLocalDatabase(opening, createLog('error'), stopped),
    work,
  );
}

/** A step and what reads beside it. */
const OWNER_CONNECTIONS = 4;

/** The same as the role that owns the tables, for what only it may do. */
export async function withOwnerApp<Value>(
  config: Config,
  work: (app: OpenApp) => Promise<Value>,
): Promise<Value> {
  const { openAsOwner, openDatabase } = await loadService();
  const log = createLog('error');
  const open = async (opening: Config & { master_key: Uint8Array }): Promise<Opened> => {
    const { connection, stop } = await openAsOwner(opening, log, stopped);
    const onIdleError = (error: Error) => log.warn({ err: error }, 'a connection broke');
    const db = openDatabase({ connection, max_connections: OWNER_CONNECTIONS, onIdleError });
    return { db, stop };
  };
  return await withApp(config, open, work);
}
