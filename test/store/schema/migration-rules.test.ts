// Every migration keeps to the dialect, and every rule of the dialect finds what breaks it.
import { deepEqual, ok } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import {
  DIALECT_RULES,
  findDialectFaults,
  type MigrationFile,
} from '../../support/schema/migration-rules.ts';

const FOLDER = join(import.meta.dirname, '../../../migrations');

test('the migrations keep to the dialect', () => {
  const files: MigrationFile[] = readdirSync(FOLDER)
    .filter((name) => /^\d/.test(name))
    .toSorted()
    .map((name) => ({ path: name, text: readFileSync(join(FOLDER, name), 'utf8') }));
  ok(files.length > 0);
  deepEqual(findDialectFaults(files), []);
});

const GO_ON = '-- Processes that know 0017 go on.\n';
const KEY = 'constraint t_pk primary key (n)';
const TABLE = `create table t (n integer not null, ${KEY});`;

/** Each breaks one rule, and no other. */
const PLANTED: Record<string, string[]> = {
  'unknown statement': [
    'do $$ begin null; end $$;',
    'vacuum t;',
    'create sequence s;',
    'begin;',
    'create view v as select 1;',
    "comment on table t is 'x';",
  ],
  'another clock': [
    `${TABLE} insert into t (n) values (extract(epoch from clock_timestamp()));`,
    'update t set at = now();',
    'update t set at = current_timestamp;',
    'create function f() returns timestamptz language sql as $$ select clock_timestamp() $$;',
  ],
  'two commands': [
    'alter table t add column a integer, add column b integer;',
    'alter table t drop constraint t_a, add constraint t_a check (n > 0);',
  ],
  'constraint without a name': [
    'alter table t add column a integer check (a > 0);',
    'alter table t add check (n > 0);',
    'alter table t add unique (n);',
    'alter table t add column a integer references u (a);',
    `create table t (n integer not null unique, ${KEY});`,
    `create table t (n integer not null, ${KEY}, check (n > 0));`,
  ],
  'foreign key in a table': [
    `create table t (n integer, ${KEY}, constraint t_u foreign key (n) references u (n));`,
  ],
  'table without a primary key': [
    'create table t (n integer not null);',
    'create unlogged table t (n integer not null, constraint t_n unique (n)) with (fillfactor = 9);',
  ],
  storage: ['alter table t alter column n set storage external;'],
  'alias in an insert': [
    'insert into t as u (n) values (1) on conflict (n) do update set n = u.n + 1;',
    'insert into t u (n) values (1);',
  ],
  'conflict by constraint': [
    'insert into t (n) values (1) on conflict on constraint t_pk do nothing;',
  ],
  'blocking index': ['create index t_n on t (n);', 'create unique index t_n on t (n);'],
  'concurrent index beside others': [
    `${TABLE} create index concurrently t_n on t (n);`,
    'drop index concurrently t_n; drop table t;',
  ],
  'number of the database’s own': [
    `create table t (n bigserial not null, ${KEY});`,
    `create table t (n integer generated always as identity, ${KEY});`,
    "update t set n = nextval('s');",
  ],
  'volatile default': [
    `create table t (n integer not null, id uuid default gen_random_uuid(), ${KEY});`,
    'alter table t add column at timestamptz default statement_timestamp();',
  ],
  'trigger or rule': ['alter table t enable trigger t_changed;'],
  'schema by name': [
    'update t set n = 1 where n in (select n from public.u);',
    "create function f() returns text language sql as $$ select current_setting('x') $$ " +
      'set search_path = x;',
  ],
  'change that others do not bear': [
    `${GO_ON}alter table t add column a integer not null;`,
    `${GO_ON}alter table t add constraint t_n check (n > 1);`,
    `${GO_ON}alter table t drop column n;`,
    `${GO_ON}alter table t alter column n set not null;`,
    `${GO_ON}create unique index concurrently t_n on t (n);`,
    `${GO_ON}drop index concurrently t_n;`,
    `${GO_ON}-- Served by t_m.\ndrop index concurrently t_n;`,
    `${GO_ON}drop table t;`,
    `${GO_ON}update t set n = 1;`,
    `${GO_ON}insert into t (n) values (1);`,
    `${GO_ON}revoke update on t from current_user;`,
  ],
  'change within a query': [
    'insert into t (n) with gone as (delete from u returning n) select n from gone;',
  ],
};

suite('every rule finds what breaks it', () => {
  deepEqual(Object.keys(PLANTED).toSorted(), DIALECT_RULES.map(({ name }) => name).toSorted());
  for (const [rule, texts] of Object.entries(PLANTED)) {
    for (const text of texts) {
      test(`${rule}: ${text.slice(0, 60)}`, () => {
        const found = findDialectFaults([{ path: '0018-x.sql', text: `-- Why.\n${text}` }]);
        deepEqual([...new Set(found.map((fault) => fault.rule))], [rule]);
      });
    }
  }
});

const KEPT = [
  TABLE,
  `${TABLE} create index t_n on t (n) where n > 0; revoke update, delete on t from current_user;`,
  'create unique index concurrently t_n on t (n);',
  'drop index concurrently t_n;',
  'alter table t add column a integer not null default 0;',
  `${GO_ON}${TABLE} insert into t (n) values (1); revoke update on t from current_user;`,
  `${GO_ON}alter table t add column a integer not null default 0;`,
  `${GO_ON}alter table t add column a text; alter table t add constraint t_a check (a <> '');`,
  `${GO_ON}create index concurrently t_n on t (n);`,
  `${GO_ON}alter table t drop constraint t_n; alter table t add constraint t_n check (n > 0);`,
  `${GO_ON}-- Unique before: t_pk has fewer columns.\ncreate unique index concurrently t_n on t (n, m);`,
  `${GO_ON}alter table t drop constraint t_pk; alter table t add constraint t_pk primary key using index t_n;`,
  `${GO_ON}alter table t alter column n drop not null;`,
  `${GO_ON}alter table t set (fillfactor = 75);`,
  'alter table t add constraint t_a check (a in (1, 2) and n > 0);',
  'alter table t add constraint t_u foreign key (n, a) references u (n, a);',
  "-- It was now() before.\ninsert into t (n, word) values (1, 'now(), public.x');",
  'insert into t values (1);',
  'insert into t select (1);',
  'update t set at = statement_timestamp() where at is null;',
];

for (const text of KEPT) {
  test(`kept: ${text.slice(0, 60)}`, () => {
    deepEqual(findDialectFaults([{ path: '0018-x.sql', text }]), []);
  });
}

test('an index goes beside older processes if an earlier one serves their statements', () => {
  const faultsOf = (...texts: string[]) =>
    findDialectFaults(
      texts.map((text, index) => ({ path: `001${index}-x.sql`, text: `-- Why.\n${text}` })),
    ).map(({ path, rule }) => [path, rule]);
  const made = `${GO_ON}create index concurrently t_m on t (m);`;
  const gone = `${GO_ON}-- Served by t_m.\ndrop index concurrently t_n;`;
  deepEqual(faultsOf(made, gone), []);
  deepEqual(faultsOf(gone.replace('Served by t_m', 'Slower meanwhile: a job reads all')), []);
  deepEqual(faultsOf(gone, made), [['0010-x.sql', 'change that others do not bear']]);
});
