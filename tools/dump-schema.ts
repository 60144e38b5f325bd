// Writes a database's schema as sorted SQL: the PostgreSQL that comes with npm has no pg_dump.
import { Client } from 'pg';

/** The part of a connection that is used here; a `pg` client fits. */
export type SchemaClient = {
  query(text: string): Promise<{ rows: { name: string; text: string }[] }>;
};

type Section = { title: string; query: string };

// Types, defaults and expressions are printed by PostgreSQL itself; an empty search path makes it
// write every name in full, so that the dump does not depend on the session.
const SECTIONS: readonly Section[] = [
  {
    title: 'types',
    query: `
      select format('%I.%I', n.nspname, t.typname) as name,
        case t.typtype
          when 'e' then format('create type %I.%I as enum (%s);', n.nspname, t.typname,
            (select string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder)
               from pg_catalog.pg_enum e where e.enumtypid = t.oid))
          when 'd' then format('create domain %I.%I as %s%s%s;', n.nspname, t.typname,
            pg_catalog.format_type(t.typbasetype, t.typtypmod),
            case when t.typnotnull then ' not null' else '' end,
            (select coalesce(string_agg(' constraint ' || quote_ident(c.conname) || ' '
                || pg_catalog.pg_get_constraintdef(c.oid), '' order by c.conname), '')
               from pg_catalog.pg_constraint c where c.contypid = t.oid and c.contype = 'c'))
          else format('create type %I.%I as (%s);', n.nspname, t.typname,
            (select string_agg(format('%I %s', a.attname,
                pg_catalog.format_type(a.atttypid, a.atttypmod)), ', ' order by a.attnum)
               from pg_catalog.pg_attribute a
              where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped))
        end as text
      from pg_catalog.pg_type t
      join pg_catalog.pg_namespace n on n.oid = t.typnamespace
      left join pg_catalog.pg_class r on r.oid = t.typrelid
      where OWN and (t.typtype in ('e', 'd') or (t.typtype = 'c' and r.relkind = 'c'))`,
  },
  {
    title: 'tables',
    query: `
      select format('%I.%I', n.nspname, c.relname) as name,
        format(E'create %stable %I.%I (\\n%s\\n)%s;',
          case c.relpersistence when 'u' then 'unlogged ' else '' end, n.nspname, c.relname,
          (select string_agg(format('  %I %s%s%s', a.attname,
              pg_catalog.format_type(a.atttypid, a.atttypmod),
              case when a.attnotnull then ' not null' else '' end,
              case when d.oid is null then ''
                when a.attgenerated = 's' then format(' generated always as (%s) stored',
                  pg_catalog.pg_get_expr(d.adbin, d.adrelid))
                else ' default ' || pg_catalog.pg_get_expr(d.adbin, d.adrelid) end),
              E',\\n' order by a.attnum)
             from pg_catalog.pg_attribute a
             left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
            where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
          case when c.relkind = 'p' then ' partition by ' || pg_catalog.pg_get_partkeydef(c.oid)
            else coalesce(' with (' || array_to_string(c.reloptions, ', ') || ')', '') end
        ) as text
      from pg_catalog.pg_class c
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where OWN and c.relkind in ('r', 'p')`,
  },
  {
    // Functions come before the constraints that call them.
    title: 'functions',
    query: `
      select format('%I.%I(%s)', n.nspname, p.proname,
          pg_catalog.pg_get_function_identity_arguments(p.oid)) as name,
        rtrim(pg_catalog.pg_get_functiondef(p.oid), E' \\n') || ';' as text
      from pg_catalog.pg_proc p
      join pg_catalog.pg_namespace n on n.oid = p.pronamespace
      where OWN and p.prokind in ('f', 'p')`,
  },
  {
    // Keys come before the foreign keys that need them, so that the dump can be loaded.
    title: 'constraints',
    query: `
      select format('%s %I.%I %I',
          case k.contype when 'p' then 1 when 'u' then 2 when 'f' then 4 else 3 end,
          n.nspname, c.relname, k.conname) as name,
        format(E'alter table %I.%I add constraint %I\\n  %s;', n.nspname, c.relname, k.conname,
          pg_catalog.pg_get_constraintdef(k.oid)) as text
      from pg_catalog.pg_constraint k
      join pg_catalog.pg_class c on c.oid = k.conrelid
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where OWN and k.contype in ('p', 'u', 'c', 'f', 'x')`,
  },
  {
    title: 'indexes',
    query: `
      select format('%I.%I', n.nspname, c.relname) as name,
        pg_catalog.pg_get_indexdef(i.indexrelid) || ';' as text
      from pg_catalog.pg_index i
      join pg_catalog.pg_class c on c.oid = i.indexrelid
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where OWN and not exists (
        select from pg_catalog.pg_constraint k
         where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))`,
  },
  {
    title: 'views',
    query: `
      select format('%I.%I', n.nspname, c.relname) as name,
        format(E'create view %I.%I as\\n%s', n.nspname, c.relname,
          pg_catalog.pg_get_viewdef(c.oid)) as text
      from pg_catalog.pg_class c
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where OWN and c.relkind = 'v'`,
  },
  {
    title: 'triggers',
    query: `
      select format('%I.%I %I', n.nspname, c.relname, t.tgname) as name,
        pg_catalog.pg_get_triggerdef(t.oid) || ';' as text
      from pg_catalog.pg_trigger t
      join pg_catalog.pg_class c on c.oid = t.tgrelid
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where OWN and not t.tgisinternal`,
  },
  {
    title: 'privileges',
    query: `
      select format('%I.%I %s', n.nspname, c.relname, g.grantee) as name,
        format('grant %s on %I.%I to %s;',
          string_agg(lower(a.privilege_type), ', ' order by a.privilege_type),
          n.nspname, c.relname, g.grantee) as text
      from pg_catalog.pg_class c
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      cross join lateral pg_catalog.aclexplode(c.relacl) a
      left join pg_catalog.pg_roles r on r.oid = a.grantee
      cross join lateral (select coalesce(quote_ident(r.rolname), 'public') as grantee) g
      where OWN and c.relkind in ('r', 'p', 'v') and a.grantee <> c.relowner
      group by n.nspname, c.relname, g.grantee`,
  },
  {
    // The rights that the owner gave up, so that the service's own role cannot change history.
    title: 'revoked rights',
    query: `
      select format('%I.%I', n.nspname, c.relname) as name,
        format('revoke %s on %I.%I from current_user;',
          string_agg(lower(d.privilege_type), ', ' order by d.privilege_type),
          n.nspname, c.relname) as text
      from pg_catalog.pg_class c
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      cross join lateral pg_catalog.aclexplode(pg_catalog.acldefault('r', c.relowner)) d
      where OWN and c.relkind in ('r', 'p') and c.relacl is not null and not exists (
        select from pg_catalog.aclexplode(c.relacl) a
         where a.grantee = c.relowner and a.privilege_type = d.privilege_type)
      group by n.nspname, c.relname`,
  },
  {
    title: 'column privileges',
    query: `
      select format('%I.%I %I %s', n.nspname, c.relname, t.attname, g.grantee) as name,
        format('grant %s on %I.%I to %s;',
          string_agg(format('%s (%I)', lower(a.privilege_type), t.attname), ', '
            order by a.privilege_type), n.nspname, c.relname, g.grantee) as text
      from pg_catalog.pg_attribute t
      join pg_catalog.pg_class c on c.oid = t.attrelid
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      cross join lateral pg_catalog.aclexplode(t.attacl) a
      left join pg_catalog.pg_roles r on r.oid = a.grantee
      cross join lateral (select coalesce(quote_ident(r.rolname), 'public') as grantee) g
      where OWN and a.grantee <> c.relowner
      group by n.nspname, c.relname, t.attname, g.grantee`,
  },
];

// Selects every schema that is not PostgreSQL's own.
const OWN = `n.nspname not in ('pg_catalog', 'information_schema')
        and n.nspname !~ '^pg_(toast|temp)'`;

const HEAD = '-- The whole schema as the migrations leave it: generated, never edited.\n';

/** Sorted here, not in SQL: the order must not depend on the database's collation. */
function renderSection(title: string, rows: readonly { name: string; text: string }[]): string {
  if (rows.length === 0) return '';
  const sorted = [...rows].sort((left, right) => (left.name < right.name ? -1 : 1));
  return `\n-- ${title}\n\n${sorted.map(({ text }) => text.trim()).join('\n\n')}\n`;
}

/** Needs one connection, not a pool: the search path is set for the transaction around it. */
export async function dumpSchema(client: SchemaClient): Promise<string> {
  await client.query('begin read only');
  await client.query("set local search_path = ''");
  const parts: string[] = [];
  for (const { title, query } of SECTIONS) {
    const { rows } = await client.query(query.replace('OWN', OWN));
    parts.push(renderSection(title, rows));
  }
  await client.query('rollback');
  return HEAD + parts.join('');
}

async function dumpUrl(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await dumpSchema(client);
  } finally {
    await client.end();
  }
}

if (import.meta.main) {
  const url = process.argv[2] ?? process.env.DATABASE_URL;
  if (url === undefined) {
    console.error('usage: node tools/dump-schema.ts postgres://… (or DATABASE_URL)');
    process.exitCode = 2;
  } else {
    process.stdout.write(await dumpUrl(url));
  }
}
