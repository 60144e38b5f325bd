// The rights of the service's database role: no statement of it can change history, and a role that
// could do so is reported.
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { StartupError } from '../../../server/lib/startup-error.ts';
import { findBinaries } from '../../../server/store/embedded/binaries.ts';
import { postgresUser } from '../../../server/store/embedded/postgres-user.ts';
import { HERE, runProgram } from '../../../server/store/embedded/run-program.ts';
import { type Embedded, startEmbedded } from '../../../server/store/embedded/supervisor.ts';
import { openServiceDatabase } from '../../../server/store/open/open-database.ts';
import {
  findRoleFaults,
  KEPT_TABLES,
  OWNERS_TABLES,
} from '../../../server/store/schema/role-rights.ts';
import * as scene from '../../app/scene.ts';
import { makeMerchant, openTestApp, type TestApp } from '../../support/test-app.ts';
import { scratchFolder, withClient } from '../embedded/scratch.ts';

const KEPT = Object.keys(KEPT_TABLES);
const SCHEMA = new URL('../../../migrations/schema.sql', import.meta.url);

const urlOf = ({ host, port, user, password, database }: Embedded['connection']) =>
  `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;

type Warned = { fields: object; message: string };

/** Opens the database as the service does, and tells what it warned of. */
async function startOver(place: { database_url?: string; owner_url?: string; data_dir: string }) {
  const warned: Warned[] = [];
  const log = {
    info: () => undefined,
    warn: (fields: object, message: string) => warned.push({ fields, message }),
  };
  const { db, stop } = await openServiceDatabase(
    {
      database_url: place.database_url,
      migration_database_url: place.owner_url,
      data_dir: place.data_dir,
      master_key: Buffer.alloc(32, 1),
      mode: 'sandbox',
    },
    log,
    new AbortController().signal,
  );
  return {
    db,
    warned: warned.filter(({ message }) => message.includes('could change history')),
    async stop() {
      await db.close();
      await stop();
    },
  };
}

describe('the role of the service', () => {
  let service: TestApp;
  let [owner, role] = ['', ''];
  before(async () => {
    service = await openTestApp();
    const NAME = 'select quote_ident(current_user) as name';
    [role = ''] = (await scene.sql<{ name: string }>(service.app, NAME)).map(({ name }) => name);
    await withClient(service.database, async (client) => {
      owner = (await client.query<{ name: string }>(NAME)).rows[0]?.name ?? '';
    });
    const merchant = await makeMerchant(service.app);
    await scene.fund(service.app, merchant.merchant_id, 1_000);
  });
  after(() => service.stop());
  const faults = () => findRoleFaults(service.app.store.db);

  const refused = async (text: string) => {
    await rejects(scene.sql(service.app, text), (error) => {
      ok(error instanceof pg.DatabaseError, String(error));
      equal(error.code, '42501', `${text}: ${error.message}`);
      return true;
    });
  };

  for (const table of KEPT) {
    it(`changes nothing of ${table}, and cannot give itself the right`, async () => {
      const [column] = await scene.sql<{ name: string }>(
        service.app,
        `select attname as name from pg_attribute
         where attrelid = '${table}'::regclass and attnum = 1`,
      );
      const rights = KEPT_TABLES[table] ?? [];
      const { name } = column ?? { name: '' };
      if (!rights.includes('update')) {
        await refused(`update ${table} set ${name} = ${name}`);
        await refused(`update ${table} set ${name} = ${name} where false`);
      }
      if (!rights.includes('delete')) await refused(`delete from ${table}`);
      await refused(`truncate ${table}`);
      await refused(`alter table ${table} drop column ${name}`);
      await refused(`alter table ${table} owner to current_user`);
      await refused(`alter table ${table} rename to away`);
      await refused(`alter table ${table} disable trigger all`);
      await refused(`drop table ${table}`);
      await refused(`create index own_index on ${table} (${name})`);
      await refused(`create rule own_rule as on insert to ${table} do instead nothing`);
      await refused(`create trigger own before insert on ${table} execute function tg()`);
      // Without the right to grant, PostgreSQL either refuses or grants nothing.
      await scene
        .sql(service.app, `grant update, delete, truncate on ${table} to current_user`)
        .catch((error: unknown) => {
          ok(error instanceof pg.DatabaseError && error.code === '42501', String(error));
        });
      deepEqual(await faults(), []);
    });
  }

  it('becomes nobody else, and makes nothing', async () => {
    await refused(`set role ${owner}`);
    await refused('set session authorization postgres');
    await refused('create role mine');
    await refused('create table mine (n integer)');
    await refused('create schema mine');
    await refused('drop schema public cascade');
    await refused('drop database postgres');
    await refused(`reassign owned by ${owner} to current_user`);
    await refused(`alter role ${owner} password 'mine'`);
  });

  it('is named with what it could do, by table, by column and as part of everybody', async () => {
    const changes: [grant: string, revoke: string, fault: RegExp][] = [
      [
        `grant delete on ledger_entries to ${role}`,
        `revoke delete on ledger_entries from ${role}`,
        /^it may delete ledger_entries$/,
      ],
      [
        `grant update (amount_cents) on bank_lines to ${role}`,
        `revoke update (amount_cents) on bank_lines from ${role}`,
        /^it may update bank_lines$/,
      ],
      [
        'grant truncate on proofs to public',
        'revoke truncate on proofs from public',
        /^it may truncate proofs$/,
      ],
    ];
    for (const [grant, revoke, fault] of changes) {
      await service.asOwner(grant);
      const [found, ...others] = await faults();
      match(found ?? '', fault);
      deepEqual(others, []);
      await service.asOwner(revoke);
      deepEqual(await faults(), []);
    }
  });

  it('has every right that a start gives, again after somebody took or added some', async () => {
    await service.asOwner(`revoke all on trades, bank_lines from ${role}`);
    await service.asOwner(`grant update on audit_entries to ${role}`);
    const again = await startOver({
      database_url: service.database.serving_url,
      owner_url: service.database.url,
      data_dir: '',
    }).catch((error: unknown) => error);
    // The other start had another master key: it passes the check of rights and fails at the keys.
    ok(again instanceof StartupError && /ENCRYPTION_KEY/.test(again.message));
    deepEqual(await faults(), []);
    await scene.sql(service.app, 'select 1 from trades, bank_lines limit 1');
    await scene.sql(service.app, 'update trades set state = state where false');
  });
});

describe('the list of what is kept', () => {
  it('is what the migrations take from whoever owns everything', async () => {
    const schema = await readFile(SCHEMA, 'utf8');
    const revoked = [...schema.matchAll(/^revoke (.*) on public\.(\w+) from current_user;$/gm)];
    const listed = KEPT.filter((table) => !OWNERS_TABLES.includes(table));
    deepEqual(revoked.map(([, , table]) => table).sort(), listed.toSorted());
    for (const [, rights = '', table = ''] of revoked) {
      for (const right of ['update', 'delete'] as const) {
        equal(rights.split(', ').includes(right), !KEPT_TABLES[table]?.includes(right), table);
      }
    }
  });
});

describe('one role for everything', () => {
  it('works, takes the rights from itself, and is told of at the start', async () => {
    const data_dir = await scratchFolder();
    const embedded = await startEmbedded({
      data_dir,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    });
    try {
      const place = { database_url: urlOf(embedded.owner), data_dir: '' };
      const first = await startOver(place);
      equal(first.warned.length, 1);
      match(JSON.stringify(first.warned), /payment_orders_owner.*it owns ledger_entries/);
      await first.stop();
      // As after a restore without rights.
      await withClient(embedded, (client) => client.query('grant all on proofs to current_user'));
      const second = await startOver(place);
      await rejects(second.db.query('', 'delete from proofs', []), /permission denied/);
      await second.stop();

      // From one role to two: the message names the owner of the tables, and says what to do.
      const split = { database_url: urlOf(embedded.owner), owner_url: urlOf(embedded.connection) };
      await rejects(startOver({ ...split, data_dir: '' }), (error) => {
        ok(error instanceof StartupError);
        match(
          error.message,
          /reassign owned by payment_orders_owner to payment_orders .*postgresql\.md/,
        );
        return true;
      });

      // Migrated and granted once, the service needs no more than its own role.
      const both = { database_url: urlOf(embedded.connection), owner_url: urlOf(embedded.owner) };
      await (await startOver({ ...both, data_dir: '' })).stop();
      const alone = await startOver({ database_url: urlOf(embedded.connection), data_dir: '' });
      deepEqual(alone.warned, []);
      await alone.stop();
      await withClient(embedded, (client) =>
        client.query(
          'delete from schema_migrations where version = (select max(version) from schema_migrations)',
        ),
      );
      await rejects(
        startOver({ database_url: urlOf(embedded.connection), data_dir: '' }),
        /Migration \S+\.sql failed: .*Give MIGRATION_DATABASE_URL/,
      );
    } finally {
      await embedded.stop();
      await rm(data_dir, { recursive: true, force: true });
    }
  });
});

/** The data directory as the version with one role left it. */
async function backToOneRole(data_dir: string): Promise<void> {
  const folder = join(data_dir, 'postgres');
  const user = await postgresUser(folder);
  const { postgres } = await findBinaries(user, data_dir);
  const owner = 'payment_orders_owner';
  const lines = [
    `reassign owned by ${owner} to payment_orders`,
    `drop owned by ${owner}`,
    `drop role ${owner}`,
  ];
  const { code, output } = await runProgram(
    postgres,
    ['--single', '-D', HERE ?? folder, 'payment_orders'],
    { folder, user },
    `${lines.join('\n')}\n`,
  );
  ok(code === 0 && !output.includes('ERROR'), output);
  await rm(join(data_dir, 'postgres-owner-password'));
  const rules = 'local payment_orders payment_orders scram-sha-256\n';
  await writeFile(join(folder, 'pg_hba.conf'), rules);
}

describe('an embedded data directory with one role', () => {
  it('gets its second role at the start, and keeps its data', async () => {
    const data_dir = await scratchFolder();
    try {
      const first = await startOver({ data_dir });
      await first.db.query('', `insert into settings_versions values ('kept', 7)`, []);
      await first.stop();
      await backToOneRole(data_dir);
      for (const time of ['first', 'again']) {
        const { db, warned, stop } = await startOver({ data_dir });
        deepEqual(warned, [], time);
        deepEqual(await findRoleFaults(db), [], time);
        const kept = await db.query(
          '',
          `select version::int from settings_versions where name = 'kept'`,
          [],
        );
        deepEqual(kept, [{ version: 7 }], time);
        await rejects(db.query('', 'update ledger_entries set act = act', []), /permission denied/);
        await stop();
      }
    } finally {
      await rm(data_dir, { recursive: true, force: true });
    }
  });
});
