// Poolers between the service and PostgreSQL: those that mix up prepared statements are refused at
// the start, with a message that says what to do; those that support them work.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmod, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { after, before, suite, test } from 'node:test';
import pg from 'pg';
import {
  openScratchDatabase,
  type ScratchDatabase,
} from '../../../bench/harness/scratch-database.ts';
import { openApp } from '../../../server/app/open-app.ts';
import { NO_SURROUNDINGS } from '../../../server/domain/service/installation.ts';
import { StartupError } from '../../../server/lib/startup-error.ts';
import { openServiceDatabase } from '../../../server/store/open/open-database.ts';
import * as scene from '../../app/scene.ts';
import {
  HAS_PGBOUNCER,
  type Pgbouncer,
  pgbouncerVersion,
  startPgbouncer,
} from '../../support/pgbouncer.ts';
import { makeMerchant, OPERATOR_TOKEN } from '../../support/test-app.ts';
import { startPooler } from '../../support/transaction-pooler.ts';

const silent = () => undefined;
const log = { info: silent, warn: silent, error: silent };
const master_key = randomBytes(32);

let database: ScratchDatabase;
before(async () => {
  database = await openScratchDatabase(true);
  // PgBouncer may run as another user than the one who made the folder of the socket.
  const { host } = new pg.Client(database.connection);
  if (!host.startsWith('/')) return;
  const folder = dirname(host);
  // Only added: of a server that the machine has, this is a folder of others, such as /tmp.
  await chmod(folder, (await stat(folder)).mode | 0o011);
});
after(async () => {
  await database.stop();
});

const open = (database_url: string) =>
  openServiceDatabase(
    { database_url, data_dir: '', master_key, mode: 'sandbox' },
    log,
    new AbortController().signal,
  );

async function refusal(url: string): Promise<string> {
  const error = await open(url).then(
    async ({ db }) => {
      await db.close();
      assert.fail('It was not refused');
    },
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof StartupError, String(error));
  return error.message;
}

const REFUSED =
  /^DATABASE_URL leads to a pooler that .*1\.21 or later and set max_prepared_statements = 500/;

suite('a pooler in transaction mode that knows nothing of prepared statements', () => {
  for (const next of ['last used', 'first used'] as const) {
    for (const sessions of [1, 2, 5, 20]) {
      test(`is refused: ${sessions} sessions, ${next} is lent`, async () => {
        const { connection } = database;
        const pooler = await startPooler({ connection, sessions, next });
        try {
          assert.match(await refusal(pooler.url), REFUSED);
        } finally {
          await pooler.stop();
        }
      });
    }
  }
});

async function withPgbouncer(
  settings: readonly string[],
  work: (pgbouncer: Pgbouncer) => Promise<void>,
): Promise<void> {
  const pgbouncer = await startPgbouncer(database.url, settings);
  try {
    await work(pgbouncer);
  } finally {
    await pgbouncer.stop();
  }
}

/** Orders of both directions at once, in more transactions than there are sessions. */
async function servesOrders(url: string): Promise<void> {
  const { db } = await open(url);
  const app = await openApp({
    mode: 'sandbox',
    public_url: 'http://pay.test',
    allow_local_callbacks: true,
    around: NO_SURROUNDINGS,
    rate_limit_per_second: 0,
    log,
    count: silent,
    db,
    master_key,
    operator_token: OPERATOR_TOKEN,
  });
  try {
    const merchant = await makeMerchant(app);
    await scene.makeAccount(app, 'INR');
    await scene.fund(app, merchant.merchant_id, 1_000_000);
    await app.settings.refresh();
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(
        Array.from({ length: 20 }, async () => {
          const trade = await scene.newPayin(app, merchant, { amount_cents: scene.newNumber() });
          const found = await app.store.reads.trade({ ...merchant, trade_id: trade.id });
          assert.equal(found?.order_id, trade.order_id);
          await scene.newPayout(app, merchant, 100);
        }),
      );
    }
  } finally {
    await app.close();
  }
}

if (HAS_PGBOUNCER) {
  const knows_statements = pgbouncerVersion() >= 121;
  suite(`PgBouncer ${pgbouncerVersion() / 100} in transaction mode`, () => {
    if (knows_statements) {
      test('serves where it keeps prepared statements, also fewer than there are', async () => {
        await withPgbouncer(['max_prepared_statements = 500'], ({ url }) => servesOrders(url));
        await withPgbouncer(['max_prepared_statements = 5'], ({ url }) => servesOrders(url));
      });
    }
    test('is refused where it keeps none', async () => {
      const none = knows_statements ? ['max_prepared_statements = 0'] : [];
      await withPgbouncer(none, async ({ url }) => assert.match(await refusal(url), REFUSED));
      const round_robin = [...none, 'server_round_robin = 1'];
      await withPgbouncer(round_robin, async ({ url }) =>
        assert.match(await refusal(url), REFUSED),
      );
      const reset = [...none, 'server_reset_query_always = 1'];
      await withPgbouncer(reset, async ({ url }) => assert.match(await refusal(url), REFUSED));
    });
  });
}
