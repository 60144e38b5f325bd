// Databases of versions that did not store their mode: it follows from their rows, or the operator
// names it.
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { Client } from 'pg';
import type { ServiceMode } from '../../../server/domain/service/service-mode.ts';
import { type Embedded, startEmbedded } from '../../../server/store/embedded/supervisor.ts';
import { settleMode } from '../../../server/store/schema/database-mode.ts';
import { migrate } from '../../../server/store/schema/migrate.ts';
import { listener, scratchFolder, withClient } from '../embedded/scratch.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');

let scratch: string;
let embedded: Embedded;
let spaces = 0;

before(async () => {
  scratch = await scratchFolder();
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
const OPERATOR = `insert into operator_tokens (operator_token_id, name, token_hash, created_at,
    role) values ('${ID}', 'OPERATOR_TOKEN', '', now(), 'owner')`;

/** A database that no service has started on, with these rows. */
async function migrated(rows: readonly string[], work: (client: Client) => Promise<void>) {
  await withClient(embedded, async (client) => {
    spaces += 1;
    await client.query(`create schema space_${spaces}; set search_path to space_${spaces}`);
    await migrate(client, MIGRATIONS);
    for (const row of rows) await client.query(row);
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

suite('a database without a recorded mode', () => {
  for (const mode of ['sandbox', 'live'] as const) {
    const other = mode === 'live' ? 'sandbox' : 'live';

    test(`that is empty becomes one of the mode that starts first: ${mode}`, () =>
      migrated([], async (client) => {
        await settleMode(client, mode, undefined);
        assert.deepEqual(await modesIn(client), [['database', mode]]);
        await settleMode(client, mode, undefined);
        await refused(client, other);
        await refused(client, other, other);
      }));

    test(`with tokens is ${mode} at the operator’s word only, and so are they`, () =>
      migrated([MERCHANT, TOKEN, OPERATOR], async (client) => {
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
      migrated([row], async (client) => {
        await refused(client, 'live');
        await refused(client, 'live', 'live');
        await settleMode(client, 'sandbox', undefined);
      }));
  }
});

test('of two first starts in different modes at once, one is refused', () =>
  migrated([], async (client) => {
    const space = `space_${spaces}`;
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
