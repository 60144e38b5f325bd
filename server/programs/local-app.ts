// The use cases for a program on the service's machine, with the service's settings, whether the
// service runs or not.
import type { OpenApp } from '../app/open-app.ts';
import type { Config } from '../settings/config.ts';
import { masterKey } from '../settings/master-key.ts';
import { createLog } from './log.ts';
import { surroundingsOf } from './surroundings.ts';

/** The service's hundreds of files are loaded only now: help and wrong usage do not need them. */
const loadService = async () => ({
  ...(await import('../app/open-app.ts')),
  ...(await import('../store/open/open-database.ts')),
});

/** Closes everything afterwards, also if the work fails. */
export async function withLocalApp<Value>(
  config: Config,
  work: (app: OpenApp) => Promise<Value>,
): Promise<Value> {
  const { openApp, openLocalDatabase } = await loadService();
  const log = createLog('error');
  const master_key = await masterKey(config);
  const stopped = new AbortController().signal;
  const opened = await openLocalDatabase({ ...config, master_key }, log, stopped);
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
      return await work(app);
    } finally {
      await app.close();
    }
  } finally {
    await opened.stop();
  }
}
