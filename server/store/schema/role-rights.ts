// The rights of the service's database role: tables belong to the migration role, and history can
// be read and added to, but not changed.
import type { Queryable } from '../connection/database.ts';

const RIGHTS = ['select', 'insert', 'update', 'delete'] as const;
type Right = (typeof RIGHTS)[number];

const READ_AND_ADD: readonly Right[] = ['select', 'insert'];

/** Tables on which the service lacks some rights. A test checks that the list is complete. */
export const KEPT_TABLES: Readonly<Record<string, readonly Right[]>> = {
  account_day_closings: READ_AND_ADD,
  adjustments: READ_AND_ADD,
  approved_evidence: READ_AND_ADD,
  archived_months: READ_AND_ADD,
  audit_entries: READ_AND_ADD,
  bank_line_acts: READ_AND_ADD,
  bank_lines: READ_AND_ADD,
  archived_sums: READ_AND_ADD,
  cell_marks: ['select'],
  cell_moves: ['select'],
  counted_acts: READ_AND_ADD,
  // They end by their age; none is ever changed.
  delivery_attempts: ['select', 'insert', 'delete'],
  dispute_events: READ_AND_ADD,
  dispute_messages: READ_AND_ADD,
  disputes: ['select', 'insert', 'update'],
  erased_values: READ_AND_ADD,
  ledger_entries: READ_AND_ADD,
  ledger_layouts: READ_AND_ADD,
  line_confirmations: READ_AND_ADD,
  line_rules: READ_AND_ADD,
  paid_notices: READ_AND_ADD,
  // Only the owner of the tables moves a trade there, erases or encrypts anew.
  past_trades: ['select'],
  payout_files: READ_AND_ADD,
  proof_digests: READ_AND_ADD,
  proof_heads: READ_AND_ADD,
  proof_keys: READ_AND_ADD,
  proofs: READ_AND_ADD,
  receiving_account_names: READ_AND_ADD,
  // The row of a receipt remains when its file is deleted.
  receipts: ['select', 'insert', 'update'],
  // Only the owner of the tables removes months.
  removals: ['select', 'insert', 'update'],
  removed_days: ['select'],
  removed_events: ['select'],
  schema_migrations: ['select'],
  // The lines of a draft are deleted with it.
  settlement_lines: ['select', 'insert', 'delete'],
  statement_balances: READ_AND_ADD,
  statements: READ_AND_ADD,
  trusted_feeds: READ_AND_ADD,
  waiting_lines: ['select', 'insert', 'update'],
};

/** Written by the owner, whatever role serves: by migrations, and by a move of the cell. */
export const OWNERS_TABLES = ['schema_migrations', 'cell_marks', 'cell_moves'];

/** Rights that only the owner needs. */
const NEVER = ['truncate', 'references', 'trigger'] as const;

const CHANGES = ['update', 'delete', 'truncate'];

const rightsOn = (table: string): readonly Right[] => KEPT_TABLES[table] ?? RIGHTS;
const deniedOn = (table: string): string[] => [
  ...RIGHTS.filter((right) => !rightsOn(table).includes(right)),
  ...NEVER,
];

type TableRow = { name: string; is_owner: boolean; rights: string[] };

/** Each table of the schema, with the rights granted directly to the role. */
async function readTables(db: Queryable, role: string): Promise<TableRow[]> {
  return await db.query<TableRow>(
    'read-role-rights',
    `select c.relname as name, c.relowner = r.oid as is_owner, coalesce((
         select array_agg(lower(a.privilege_type))
         from aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) a
         where a.grantee = r.oid
       ), '{}') as rights
     from pg_class c join pg_roles r on r.rolname = $1
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
     order by c.relname`,
    [role],
  );
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Grants the service's role its rights; run as the owner of the tables. Correct rights are left
 * alone, so a later start changes nothing.
 */
export async function grantRights(db: Queryable, role: string): Promise<void> {
  for (const { name, rights } of await readTables(db, role)) {
    const wanted = rightsOn(name);
    if ([...rights].sort().join() === [...wanted].sort().join()) continue;
    const on = `on table ${quoted(name)}`;
    await db.query('', `revoke all ${on} from ${quoted(role)}`, []);
    await db.query('', `grant ${wanted.join(', ')} ${on} to ${quoted(role)}`, []);
  }
  const [schema] = await db.query<{ name: string; may_use: boolean }>(
    '',
    `select current_schema() as name, has_schema_privilege($1, current_schema(), 'usage') as may_use`,
    [role],
  );
  if (schema === undefined || schema.may_use) return;
  await db.query('', `grant usage on schema ${quoted(schema.name)} to ${quoted(role)}`, []);
}

/**
 * If one role owns and uses the tables, it takes back from itself the rights to change history. A
 * process of an earlier release may have taken back more.
 */
export async function giveUpRights(db: Queryable): Promise<void> {
  const role = await currentRole(db);
  for (const { name, is_owner, rights } of await readTables(db, role)) {
    if (!is_owner || KEPT_TABLES[name] === undefined || OWNERS_TABLES.includes(name)) continue;
    const changes = CHANGES.filter((right) => deniedOn(name).includes(right));
    const surplus = changes.filter((right) => rights.includes(right));
    const missing = rightsOn(name).filter((right) => !rights.includes(right));
    if (missing.length > 0) {
      const on = `on table ${quoted(name)}`;
      await db.query('', `grant ${missing.join(', ')} ${on} to current_user`, []);
    }
    if (surplus.length === 0) continue;
    const text = `revoke ${surplus.join(', ')} on table ${quoted(name)} from current_user`;
    await db.query('', text, []);
  }
}

export async function currentRole(db: Queryable): Promise<string> {
  const [row] = await db.query<{ role: string }>('', 'select current_user::text as role', []);
  return row?.role ?? '';
}

type Standing = { is_superuser: boolean; makes_roles: boolean; owns_place: boolean };
type Breach = { name: string; is_owner: boolean; rights: string[] };

/**
 * Describes every way in which this connection's role could change history; empty if there is none.
 * Rights through other roles and on columns count too.
 */
export async function findRoleFaults(db: Queryable): Promise<string[]> {
  const [standing] = await db.query<Standing>(
    '',
    `select r.rolsuper as is_superuser, r.rolcreaterole as makes_roles,
       exists (select from pg_namespace n where n.oid = current_schema()::regnamespace
         and pg_has_role(r.oid, n.nspowner, 'member')) as owns_place
     from pg_roles r where r.rolname = current_user`,
    [],
  );
  // A superuser passes every check, so the other findings add nothing.
  if (standing === undefined || standing.is_superuser) return ['it is a superuser'];
  const tables = Object.keys(KEPT_TABLES);
  const breaches = await db.query<Breach>(
    '',
    `select c.relname as name, pg_has_role(current_user, c.relowner, 'member') as is_owner,
       array(select p.privilege from unnest($2::text[]) with ordinality as d(privileges, number)
         cross join lateral unnest(string_to_array(d.privileges, ',')) as p(privilege)
         where d.number = k.number and case
           when p.privilege in ('update', 'references')
             then has_any_column_privilege(current_user, c.oid, p.privilege)
           else has_table_privilege(current_user, c.oid, p.privilege)
         end) as rights
     from unnest($1::text[]) with ordinality as k(name, number)
     join pg_class c on c.relname = k.name and c.relnamespace = current_schema()::regnamespace
     order by c.relname`,
    [tables, tables.map((name) => deniedOn(name).join())],
  );
  return [
    ...(standing.makes_roles ? ['it may make roles, and give itself theirs'] : []),
    ...(standing.owns_place ? ['it owns the schema, or the database'] : []),
    ...breaches.flatMap(({ name, is_owner, rights }) => {
      if (is_owner) return [`it owns ${name}`];
      return rights.length === 0 ? [] : [`it may ${rights.join(', ')} ${name}`];
    }),
  ];
}
