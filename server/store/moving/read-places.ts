// What the two servers of a move are like: read before anything is changed, and changing nothing.
import type { ClientBase } from 'pg';
import type { LeftPlace, MovingPlace, NewPlace } from '../../domain/service/cell-move-check.ts';
import { pendingMigrations } from '../schema/migrate.ts';
import { MIGRATIONS_FOLDER, migrationFile } from '../schema/migration-files.ts';
import { readArriving } from './move-records.ts';
import { movedTables } from './moved-tables.ts';

async function one<Row extends object>(client: ClientBase, text: string): Promise<Row> {
  const { rows } = await client.query<Row>(text);
  if (rows[0] === undefined) throw new Error('PostgreSQL returned no row');
  return rows[0];
}

async function hasTableNamed(client: ClientBase, name: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_class
     where relname = $1 and relnamespace = current_schema()::regnamespace`,
    [name],
  );
  return rowCount === 1;
}

async function cellOf(client: ClientBase): Promise<string | null> {
  if (!(await hasTableNamed(client, 'cell_identity'))) return null;
  const { rows } = await client.query<{ name: string }>('select name from cell_identity');
  return rows[0]?.name ?? null;
}

async function systemId(client: ClientBase): Promise<string | null> {
  const { may_ask } = await one<{ may_ask: boolean }>(
    client,
    `select has_function_privilege('pg_control_system()', 'execute') as may_ask`,
  );
  if (!may_ask) return null;
  const text = 'select system_identifier::text as id from pg_control_system()';
  return (await one<{ id: string }>(client, text)).id;
}

async function readPlaceFacts(client: ClientBase): Promise<MovingPlace> {
  const server = await one<Omit<MovingPlace, 'cell' | 'system_id'>>(
    client,
    `select current_setting('server_version_num')::int as version,
       current_setting('server_version') as version_words,
       exists (select from pg_extension where extname = 'citus') as is_citus,
       coalesce(current_schema()::text, '') as schema, current_user::text as role`,
  );
  return { ...server, cell: await cellOf(client), system_id: await systemId(client) };
}

const SLOTS_FREE = `current_setting('max_replication_slots')::int
  - (select count(*) from pg_replication_slots)::int`;

export async function readLeftPlace(client: ClientBase): Promise<LeftPlace> {
  const facts = await one<Omit<LeftPlace, keyof MovingPlace | 'missing_migrations'>>(
    client,
    `select current_setting('wal_level') as wal_level,
       r.rolreplication or r.rolsuper as may_replicate,
       has_database_privilege(current_database(), 'create') as may_publish,
       ${SLOTS_FREE} as free_slots,
       current_setting('max_wal_senders')::int
         - (select count(*) from pg_stat_activity where backend_type = 'walsender')::int
         as free_senders,
       array(select c.relname::text from pg_class c
         where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
           and c.relpersistence = 'p' and not exists
             (select from pg_index i where i.indrelid = c.oid and i.indisprimary)
         order by c.relname) as keyless_tables,
       array(select c.relname::text from pg_class c
         where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
           and not pg_has_role(current_user, c.relowner, 'usage')
         order by c.relname) as foreign_tables,
       (select coalesce(sum(pg_total_relation_size(c.oid)), 0) from pg_class c
         where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r')::float8 as bytes
     from pg_roles r where r.rolname = current_user`,
  );
  const pending = await pendingMigrations(client, MIGRATIONS_FOLDER);
  const missing_migrations = pending.map((migration) => migrationFile(migration));
  return { ...(await readPlaceFacts(client)), ...facts, missing_migrations };
}

async function hasData(client: ClientBase): Promise<boolean> {
  if (!(await hasTableNamed(client, 'receiving_accounts'))) {
    // Tables of something else.
    return (await movedTables(client)).length > 0;
  }
  const { has_data } = await one<{ has_data: boolean }>(
    client,
    `select exists (select from merchants where not is_house)
       or exists (select from receiving_accounts) as has_data`,
  );
  return has_data;
}

export async function readNewPlace(client: ClientBase): Promise<NewPlace> {
  const facts = await one<
    Pick<NewPlace, 'may_subscribe' | 'may_create' | 'workers' | 'free_slots'>
  >(
    client,
    `select r.rolsuper or coalesce((select pg_has_role(current_user, s.oid, 'usage')
         from pg_roles s where s.rolname = 'pg_create_subscription'), false) as may_subscribe,
       has_database_privilege(current_database(), 'create') as may_create,
       current_setting('max_logical_replication_workers')::int as workers,
       current_setting('max_replication_slots')::int
         - (select count(*) from pg_replication_origin)::int as free_slots
     from pg_roles r where r.rolname = current_user`,
  );
  return {
    ...(await readPlaceFacts(client)),
    ...facts,
    has_data: await hasData(client),
    arriving: (await readArriving(client))?.move_id ?? null,
  };
}
