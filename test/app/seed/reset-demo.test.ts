// A reset of the sandbox's demo: what happened is gone and begins anew, what was set up stays, also
// while others write; and without success nothing changes.
import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { authenticateToken } from '../../../server/app/access/authenticate-merchant.ts';
import { followEvents } from '../../../server/app/callback/follow-events.ts';
import { listEvents } from '../../../server/app/callback/list-events.ts';
import { balanceOfMerchant } from '../../../server/app/ledger/get-balance.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import {
  advanceSandboxClock,
  showSandboxClock,
} from '../../../server/app/sandbox/advance-clock.ts';
import { type SandboxNotes, seedSandbox } from '../../../server/app/seed/seed-sandbox.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import { openDatabase } from '../../../server/store/connection/database.ts';
import type { DemoReset } from '../../../server/store/sandbox/reset-demo.ts';
import { AFTER_RESET, RESET_TABLES } from '../../../server/store/sandbox/reset-tables.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  setDefaultEndpoint,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import { resetDemoOf, seedAside } from './reset-scene.ts';

const silent = () => undefined;

let service: TestApp;
let notes: SandboxNotes;
/** Made by a developer, beside the demo's. */
let own: TestMerchant;
/** The trades of the first state. */
let first: object[];

const KINDS = `select direction, state, state_reason, currency, count(*)::int as count from trades
  group by 1, 2, 3, 4 order by 1, 2, 3, 4`;
const LEFT = "select from pg_namespace where starts_with(nspname, 'demo_reset_')";

before(async () => {
  service = await openTestApp();
  const seeded = await seedSandbox(service.app);
  if (seeded === null) throw new Error('The database was not empty');
  notes = seeded;
  first = await scene.sql(service.app, KINDS);
  own = await makeMerchant(service.app);
});
after(() => service.stop());

const reset = (more: Partial<DemoReset> = {}) => resetDemoOf(service, more);

async function demoMerchant(): Promise<TestMerchant> {
  const { token, merchant_id } = notes;
  const request = { x_token: token, address: '127.0.0.1' };
  const caller = accepted(await authenticateToken(service.app, request));
  if (caller === 'signature') throw new Error('A token was taken for a signature');
  return { caller, merchant_id, token };
}

async function isAsAtFirst(): Promise<void> {
  await service.app.settings.refresh();
  deepEqual(await scene.sql(service.app, KINDS), first);
  deepEqual((await verifyBooks(service.app)).problems, []);
  deepEqual(await scene.sql(service.app, LEFT), []);
}

it('has every table in its list, and no other', async () => {
  const tables = await scene.sql<{ name: string }>(
    service.app,
    `select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`,
  );
  deepEqual(Object.keys(AFTER_RESET).toSorted(), tables.map(({ name }) => name).toSorted());
});

describe('a reset', () => {
  let kept: object[];
  const KEPT = `select (select json_agg(m order by merchant_id) from merchants m)::text
      as merchants,
    (select json_agg(e order by merchant_id, number) from callback_endpoints e)::text
      as endpoints,
    (select json_agg(t order by token_id) from api_tokens t)::text as tokens,
    (select json_agg(a order by receiving_account_id) from receiving_accounts a)::text
      as accounts,
    (select json_agg(o order by operator_token_id) from operator_tokens o)::text as operators,
    (select json_agg(k order by key_id) from encryption_keys k)::text as keys`;
  before(async () => {
    const demo = await demoMerchant();
    await setDefaultEndpoint(service.app, demo.merchant_id, 'http://127.0.0.1:9998/callbacks');
    await scene.newPayin(service.app, demo, { amount_cents: 77_700 });
    await scene.fund(service.app, own.merchant_id, 5_000);
    await scene.newPayin(service.app, own, { amount_cents: 77_800 });
    kept = await scene.sql(service.app, KEPT);
    const advance = raw({ seconds: 3 * 86_400 });
    accepted(await advanceSandboxClock(service.app, OPERATOR, advance, 0));
    const { version } = await service.app.settings.refresh();
    const { trades_before, trades_after } = await reset();
    equal(trades_before, trades_after + 2);
    // So every process reads anew what it has in memory.
    ok((await service.app.settings.refresh()).version > version);
  });

  it('brings the first trades back, and the books prove', isAsAtFirst);

  it('leaves merchants, tokens, accounts and keys as they were set up', async () => {
    deepEqual(await scene.sql(service.app, KEPT), kept);
    const { settings } = await service.another();
    ok((await settings.current()).merchants.has(own.merchant_id));
  });

  it('lets all work go on with the same tokens, from nothing', async () => {
    const { app } = service;
    const { merchant } = own.caller;
    equal((await balanceOfMerchant(app, merchant)).actual_amount_cents, 0);
    const trade = await scene.newPayin(app, own, { amount_cents: 77_900 });
    const { data } = accepted(await listEvents(app, own.caller, { after: '0' }));
    deepEqual(
      data.map(({ number, type }) => [number, type]),
      [[1, 'deposit.pending']],
    );
    equal(data[0]?.data.id, trade.id);
    await scene.newPayin(app, await demoMerchant(), { amount_cents: 77_950 });
  });

  it('tells whoever follows events from before to begin at 0', async () => {
    const { caller } = await demoMerchant();
    const follower = { caller, address: '127.0.0.1', isGone: () => false, onGone: silent };
    for (const wait of ['0', '30']) {
      const asked = { after: '100000', wait };
      const refused = await followEvents(service.app, { ...follower, idle: silent }, asked);
      ok(isRefusal(refused));
      match(JSON.stringify(refused.errors), /the sandbox was reset.* begin with after=0/);
    }
  });

  it('brings the clock back to the true time', async () => {
    const { ahead_seconds } = accepted(await showSandboxClock(service.app));
    equal(ahead_seconds, 0);
    const trade = await scene.newPayin(service.app, own, { amount_cents: 77_990 });
    ok(Date.parse(trade.created_at) < Date.now() + 3_600_000);
  });

  it('is the last entry of the new audit trail', async () => {
    const entries = await scene.sql<{ action: string }>(
      service.app,
      'select action from audit_entries order by number desc limit 1',
    );
    deepEqual(entries, [{ action: 'demo_reset' }]);
  });

  it('lets money move at once, in books that the process knew before', async () => {
    const { app } = service;
    await scene.fund(app, own.merchant_id, 5_000);
    equal((await balanceOfMerchant(app, own.caller.merchant)).actual_amount_cents, 5_000);
    deepEqual((await verifyBooks(app)).problems, []);
  });
});

describe('a reset while orders are made', () => {
  it('gives each order a clear answer, and the books prove', async () => {
    const demo = await demoMerchant();
    const other = await service.another();
    let is_over = false;
    let [made, number] = [0, 0];
    const work = async (app: TestApp['app']) => {
      while (!is_over) {
        number += 1;
        const order_id = `during-${number}`;
        const answer = await scene.payin(app, demo, { order_id, amount_cents: 10_000 + number });
        if (isRefusal(answer)) throw new Error(`Refused: ${JSON.stringify(answer)}`);
        made += 1;
      }
    };
    const working = [service.app, other, service.app].map(work);
    await reset().finally(() => {
      is_over = true;
    });
    await Promise.all(working);
    ok(made > 0);
    deepEqual((await verifyBooks(service.app)).problems, []);
    await scene.newPayin(service.app, demo, { amount_cents: 9_999 });
    await reset();
    await isAsAtFirst();
  });
});

describe('a reset that does not succeed', () => {
  let before_it: Record<string, unknown>[];
  const ALL = RESET_TABLES.map((table) => `select '${table}' as name, count(*)::int from ${table}`);
  const counts = () => scene.sql(service.app, ALL.join(' union all '));
  before(async () => {
    await scene.newPayin(service.app, own, { amount_cents: 66_600 });
    before_it = await counts();
  });
  const isUnchanged = async () => {
    deepEqual(await counts(), before_it);
    deepEqual(await scene.sql(service.app, LEFT), []);
  };

  it('changes nothing if the new demo cannot be made', async () => {
    await rejects(reset({ seed: () => Promise.reject(new Error('no seed')) }), /no seed/);
    await isUnchanged();
  });

  it('changes nothing if it breaks off when the old data are gone', async () => {
    // The last of the tables cannot take its rows.
    const seed: DemoReset['seed'] = async (aside, ids) => {
      await seedAside(service)(aside, ids);
      const db = openDatabase({ connection: aside, max_connections: 1, onIdleError: silent });
      await db.query('', 'alter table wordless_lines drop constraint wordless_lines_pkey', []);
      const twice = `insert into wordless_lines values ($1, '{}'), ($1, '{}')`;
      await db.query('', twice, [own.merchant_id]);
      await db.close();
    };
    await rejects(reset({ seed }), /wordless_lines_pkey/);
    await isUnchanged();
  });

  it('is the second of two at once', async () => {
    const started = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const slow = reset({
      seed: async () => {
        started.resolve();
        await go.promise;
        throw new Error('given up');
      },
    });
    await started.promise;
    await rejects(reset(), /Another reset of the demo is under way/);
    go.resolve();
    await rejects(slow, /given up/);
    await isUnchanged();
  });

  it('is that of a role that does not own the tables', async () => {
    const { url, serving_url } = service.database;
    notEqual(serving_url, url);
    const connection = { connectionString: serving_url };
    await rejects(reset({ connection }), /MIGRATION_DATABASE_URL/);
    await isUnchanged();
  });

  it('is that of a sandbox without a demo', async () => {
    await rejects(reset({ seeder_id: own.merchant_id }), /has no demo \(SEED=false\)/);
    await isUnchanged();
  });
});

it('is refused by a live database, whatever the settings say', async () => {
  const live = await openTestApp({ mode: 'live' });
  try {
    const { connection } = live.database;
    await rejects(reset({ connection }), /not the database of a sandbox: nothing was changed/);
  } finally {
    await live.stop();
  }
});
