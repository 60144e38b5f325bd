// Databases of versions that did not store their mode: it follows from their rows, or the operator
// names it.
import assert from 'node:assert/strict';
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { Client } from 'pg';
import type { ServiceMode } from '../../../server/domain/service/service-mode.ts';
import { type Embedded, startEmbedded } from '../../../server/store/embedded/supervisor.ts';
import { refuseOtherMode, settleMode } from '../../../server/store/schema/database-mode.ts';
import { migrate } from '../../../server/store/schema/migrate.ts';
import { listener, scratchFolder, withClient } from '../embedded/scratch.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
const WITH_MODES = '0016';

let scratch: string;
let earlier: string;
let embedded: Embedded;
let spaces = 0;

before(async () => {
  scratch = await scratchFolder();
  earlier = join(scratch, 'earlier');
  await mkdir(earlier);
  const files = (await readdir(MIGRATIONS)).filter((file) => /^\d/.test(file));
  for (const file of files.filter((name) => name < WITH_MODES)) {
    await copyFile(join(MIGRATIONS, file), join(earlier, file));
  }
  embedded = await startEmbedded({ data_dir: join(scratch, 'data'), log: listener() });
});
after(async () => {
  await embedded.stop();
  await rm(scratch, { recursive: true, force: true });
});

const ID = '00000000-0000-7000-8000-000000000001';

const MERCHANT = `insert into merchants (merchant_id, name, balance_currency, settings,
    callback_secret, created_at) values ('${ID}', 'Shop', 'INR', '{}', '', now())`;
const TOKEN = `insert into api_tokens (merchant_id, token_id, mode, token_hash, signing_secret,
    scopes, allowed_ips, require_signature, created_at)
  values ('${ID}', '${ID}', 'token', '', '', '{}', '{}', false, now())`;
const OPERATOR = `insert into operator_tokens (operator_token_id, name, token_hash, created_at)
  values ('${ID}', 'OPERATOR_TOKEN', '', now())`;

/** A database of the version before, with these rows. */
async function old(rows: readonly string[], work: (client: Client) => Promise<void>) {
  await withClient(embedded, async (client) => {
    spaces += 1;
    await client.query(`create schema old_${spaces}; set search_path to old_${spaces}`);
    await migrate(client, earlier);
    for (const row of rows) await client.query(row);
    await work(client);
  });
}

/** A database of the version before, with these rows, upgraded. */
async function upgraded(rows: readonly string[], work: (client: Client) => Promise<void>) {
  await old(rows, async (client) => {
    await migrate(client, MIGRATIONS);
    await work(client);
  });
}

async function modesIn(client: Client): Promise<unknown[]> {
  const { rows } = await client.query({
    text: `select 'database', mode from database_mode
      union all select 'api', service_mode from api_tokens
      union all select 'operator', service_mode from operator_tokens order by 1`,
    rowMode: 'array',
  });
  return rows;
}

const refused = (client: Client, asked: ServiceMode, said?: ServiceMode) =>
  assert.rejects(settleMode(client, asked, said), { name: 'StartupError' });

suite('a database of an older version is asked for its mode before it is migrated', () => {
  const refusedBefore = (client: Client, asked: ServiceMode, said?: ServiceMode) =>
    assert.rejects(refuseOtherMode(client, asked, said), { name: 'StartupError' });

  for (const mode of ['sandbox', 'live'] as const) {
    test(`with tokens it needs the operator’s word: ${mode}`, () =>
      old([MERCHANT, TOKEN, OPERATOR], async (client) => {
        await refusedBefore(client, mode);
        await refuseOtherMode(client, mode, mode);
      }));
  }

  test('a sandbox’s is not migrated for live mode, and nothing is changed', () =>
    old(["insert into settings_versions (name) values ('sandbox seed')"], async (client) => {
      await refusedBefore(client, 'live', 'live');
      await refuseOtherMode(client, 'sandbox', undefined);
      const { rows } = await client.query(`select to_regclass('database_mode') as there`);
      assert.deepEqual(rows, [{ there: null }]);
    }));

  test('a new one and a migrated one are asked nothing more', async () => {
    await withClient(embedded, async (client) => {
      await client.query('create schema brand_new; set search_path to brand_new');
      await refuseOtherMode(client, 'live', undefined);
    });
    await upgraded([MERCHANT, TOKEN], async (client) => {
      await refusedBefore(client, 'live');
      await settleMode(client, 'live', 'live');
      await refuseOtherMode(client, 'live', undefined);
      await refusedBefore(client, 'sandbox', 'sandbox');
    });
  });
});

suite('an upgraded database', () => {
  for (const mode of ['sandbox', 'live'] as const) {
    const other = mode === 'live' ? 'sandbox' : 'live';

    test(`that is empty becomes one of the mode that starts first: ${mode}`, () =>
      upgraded([], async (client) => {
        await settleMode(client, mode, undefined);
        assert.deepEqual(await modesIn(client), [['database', mode]]);
        await settleMode(client, mode, undefined);
        await refused(client, other);
        await refused(client, other, other);
      }));

    test(`with tokens is ${mode} at the operator’s word only, and so are they`, () =>
      upgraded([MERCHANT, TOKEN, OPERATOR], async (client) => {
        await refused(client, mode);
        assert.deepEqual(await modesIn(client), [
          ['api', null],
          ['operator', null],
        ]);
        await settleMode(client, mode, mode);
        assert.deepEqual(await modesIn(client), [
          ['api', mode],
          ['database', mode],
          ['operator', mode],
        ]);
        await settleMode(client, mode, undefined);
        await refused(client, other, other);
      }));
  }

  const evidence: [string, string][] = [
    ['demo data', "insert into settings_versions (name) values ('sandbox seed')"],
    ['the sandbox’s operator', OPERATOR.replace('OPERATOR_TOKEN', 'sandbox operator')],
    [
      'a simulated account',
      `insert into receiving_accounts (receiving_account_id, type, currency, name, number,
         number_hash, weight, exclusive_only, enabled, simulated, created_at)
       values ('${ID}', 'account', 'INR', 'x', '', '', 1, false, true, true, now())`,
    ],
  ];
  for (const [name, row] of evidence) {
    test(`with ${name} is a sandbox’s, whatever the operator says`, () =>
      upgraded([row], async (client) => {
        await refused(client, 'live');
        await refused(client, 'live', 'live');
        await settleMode(client, 'sandbox', undefined);
      }));
  }
});

test('of two first starts in different modes at once, one is refused', () =>
  upgraded([], async (client) => {
    const space = `old_${spaces}`;
    await withClient(embedded, async (second) => {
      await second.query(`set search_path to ${space}`);
      const starts = await Promise.allSettled([
        settleMode(client, 'live', undefined),
        settleMode(second, 'sandbox', undefined),
      ]);
      assert.deepEqual(starts.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    });
    assert.equal((await modesIn(client)).length, 1);
  }));
