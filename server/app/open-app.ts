// Puts the use cases together over an open database: keys, settings, the writer, the first operator
// token.

import { someShard } from '../store/account-days.ts';
import type { Database } from '../store/database.ts';
import { openCipher } from '../store/encryption.ts';
import { bumpSettingsVersion } from '../store/settings.ts';
import { openStore, runBatch } from '../store/store.ts';
import { insertOperatorToken, revokeOtherOperatorTokens } from '../store/tokens.ts';
import type { App, Log } from './app.ts';
import { callbackAddress } from './callback-address.ts';
import { idFrom, sha256Hex } from './ids.ts';
import { createSettingsCache } from './settings-cache.ts';
import { createWake } from './wake.ts';
import { createWriter } from './writer.ts';

export type AppOptions = {
  mode: App['mode'];
  public_url: string;
  allow_local_callbacks: boolean;
  rate_limit_per_second: number;
  log: Log;
  count: App['count'];
  db: Database;
  /** 32 bytes that wrap the data keys. */
  master_key: Uint8Array;
  operator_token: string | undefined;
};

export type OpenApp = App & { close(): Promise<void> };

export async function openApp(options: AppOptions): Promise<OpenApp> {
  const { mode, public_url, allow_local_callbacks, rate_limit_per_second, log, count, db } =
    options;
  const store = openStore(db, await openCipher(db, Buffer.from(options.master_key)));
  const settings = createSettingsCache(store, (error) => {
    log.warn({ err: error }, 'settings could not be read');
  });
  const events = createWake();
  const writer = createWriter(() => {
    const shard = someShard();
    return async (commands) => {
      const addressOf = callbackAddress(await settings.current());
      const { answers, has_deliveries } = await runBatch(store, commands, { addressOf, shard });
      if (has_deliveries) events.notify();
      return answers;
    };
  });
  if (options.operator_token !== undefined) {
    await allowOperator(db, options.operator_token);
    await settings.refresh();
  }
  return {
    mode,
    public_url,
    allow_local_callbacks,
    rate_limit_per_second,
    log,
    store,
    settings,
    writer,
    wake: { events },
    count,
    async close() {
      await writer.drain();
      settings.close();
      await db.close();
    },
  };
}

/**
 * OPERATOR_TOKEN: known from the start, so that scripts can do all the rest. Another value than the
 * last time takes its place: the old one opens nothing any more.
 */
async function allowOperator(db: Database, token: string): Promise<void> {
  await db.transaction(async (tx) => {
    const token_hash = sha256Hex(token);
    const operator_token_id = idFrom(`operator-token/${token_hash}`);
    const first = { operator_token_id, name: 'OPERATOR_TOKEN', token_hash };
    await insertOperatorToken(tx, first, Date.now());
    await revokeOtherOperatorTokens(tx, first, Date.now());
    await bumpSettingsVersion(tx);
  });
}
