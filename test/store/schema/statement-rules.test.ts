// Every statement of the service keeps to the dialect, and every rule of the dialect finds what
// breaks it.
import { deepEqual, ok } from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { readCheckout } from '../../support/checkout/checkout.ts';
import { readStatements, type SourceStatements } from '../../support/checkout/sql-statements.ts';
import { findStatementFaults, STATEMENT_RULES } from '../../support/schema/statement-rules.ts';

/** By file: the rules that it may break, and why. */
const EXCEPTIONS: Readonly<Record<string, { rules: readonly string[]; reason: string }>> = {
  'server/app/proof/verify-snapshot.ts': {
    rules: ['shared snapshot'],
    reason: 'used only if the engine shares snapshots',
  },
  'server/store/backup/table-shapes.ts': {
    rules: ['two statements'],
    reason: 'settings of the transaction only, which concern no machine but this one',
  },
  'server/store/moving/compare-places.ts': {
    rules: ['two statements'],
    reason: 'settings of the transaction only; Citus moves its schemas itself',
  },
  'server/store/moving/write-gate.ts': {
    rules: ['two statements', 'schema by name'],
    reason: 'a function, which is made on plain PostgreSQL only and keeps the schema of its maker',
  },
  'server/store/connection/engine.ts': {
    rules: ['plans by the statement'],
    reason: 'the one place that knows how the engine makes plans',
  },
  'server/store/schema/concurrent-index.ts': {
    rules: ['lock or message beside no row'],
    reason: 'an index is built through the machine that takes migrations, for all others',
  },
  'server/store/schema/migrate.ts': {
    rules: ['lock or message beside no row'],
    reason: 'one machine takes all migrations, and before the first there is no row',
  },
  'server/store/trade/event-progress.ts': {
    rules: ['plans by the statement'],
    reason: 'of no effect where another machine has the rows, and of no harm',
  },
  'server/store/sandbox/reset-demo.ts': {
    rules: ['schema by name', 'lock or message beside no row'],
    reason: 'the demo of one process builds its next data in a schema aside, on plain PostgreSQL',
  },
};

/** Calls whose text is put together in a way that is not followed: these were read by a person. */
const READ_BY_HAND = [
  'server/store/access/audit-search.ts',
  'server/store/connection/grouping.ts',
  'server/store/proof/book-gaps.ts',
];

const sources = [...readCheckout(['.ts'])].filter(([path]) => path.startsWith('server/'));
let found: SourceStatements;
before(() => {
  found = readStatements(new Map(sources));
});

test('every statement of the service is found', () => {
  ok(found.statements.length > 900, `only ${found.statements.length}`);
  const files = found.unread.map((told) => told.slice(0, told.indexOf(':')));
  deepEqual([...new Set(files)], READ_BY_HAND);
});

test('and keeps to the dialect', () => {
  const faults = findStatementFaults(found.statements);
  const isExcepted = ({ rule, path }: (typeof faults)[number]) =>
    EXCEPTIONS[path]?.rules.includes(rule) === true;
  deepEqual(
    faults.filter((fault) => !isExcepted(fault)),
    [],
  );
  const used = new Set(faults.filter(isExcepted).map(({ path }) => path));
  deepEqual([...used].toSorted(), Object.keys(EXCEPTIONS).toSorted());
});

test('no error is told by the constraint that was broken: Citus does not name it', () => {
  const NAMED = /\.constraint\b|'constraint' in\b/;
  deepEqual(
    sources.filter(([, text]) => NAMED.test(text)).map(([path]) => path),
    [],
  );
  ok(NAMED.test("'constraint' in error") && NAMED.test('error.constraint === name'));
});

/** Each breaks one rule, and no other. */
const PLANTED: Record<string, string[]> = {
  'another value at each call': [
    'update t set at = clock_timestamp()',
    'with k as (select 1 as n) update t set at = clock_timestamp() from k where t.n = k.n',
    'insert into t (id) values (gen_random_uuid())',
    'delete from t where at <= clock_timestamp()',
    'update t set n = 1 from (select n from t order by random() limit 1) k where t.n = k.n',
  ],
  'clock in a condition': [
    'update t set at = case when $1 then statement_timestamp() else at end',
    'update t set at = coalesce(at, now())',
    'insert into t (at) values (case when $1 then now() end)',
    'update t set at = case when $1 then case when $2 then $3 else current_timestamp end end',
  ],
  'short form of a condition': ["update t set word = case word when 'a' then 'b' else word end"],
  'clock after a conflict': [
    'insert into t (n) values ($1) on conflict (n) do update set at = statement_timestamp()',
    'insert into t (n) values ($1) on conflict (n) do update set n = 1 where t.at < now()',
  ],
  'clock in what is returned': [
    'delete from t where n = $1 returning at > now() as is_open',
    'delete from t using (select n, at > now() as is_open from t) k where t.n = k.n ' +
      'returning k.is_open',
  ],
  'column and interval in a write': [
    "update t set claimed_at = claimed_at - interval '1 hour'",
    "update t set n = 1, seen_at = t.seen_at + $1 * interval '1 ms' where n = 2",
  ],
  'query among values': ['insert into t (n, word) values ($1, (select word from u limit 1))'],
  'collation in a write': [
    'insert into t (n) select n from u order by word collate "C"',
    'update t set n = 1 where word collate "C" > $1',
  ],
  'stable function in an insert of stored rows': [
    "insert into t (word) select string_agg(concat_ws(' ', u.n, u.word), ',') from u",
    "insert into t (hash) select sha256(convert_to(u.word, 'UTF8')) from u",
    'insert into t (n, at) select n, now() from u',
    'insert into t select k.n from unnest($1) k where not exists (' +
      "select from t where at > k.at - interval '1 s')",
  ],
  'alias in an upsert': [
    'insert into t as u (n) values ($1) on conflict (n) do update set n = u.n + 1',
    'insert into t u (n) values ($1) on conflict (n) do nothing',
    'with k as (select 1 as n) insert into t as u select n from k on conflict (n) do nothing',
  ],
  'conflict by constraint': [
    'insert into t (n) values ($1) on conflict on constraint t_pk do nothing',
  ],
  merge: ['merge into t using k on t.n = k.n when matched then do nothing'],
  'recursion that writes': [
    'with recursive k as (select 1 as n union all select n + 1 from k) ' +
      'insert into t (n) select n from k',
  ],
  'schema by name': ['select n from public.t', 'set local search_path = other'],
  'plans by the statement': [
    'set local plan_cache_mode = force_generic_plan',
    'set local enable_seqscan = off',
  ],
  'lock or message beside no row': [
    'select pg_advisory_xact_lock(1)',
    'select pg_try_advisory_xact_lock($1, $2) as is_mine from unnest($3) as k(n)',
    "select case when $1 then pg_logical_emit_message(true, 'x', '') end",
  ],
  'view of roles beside rows': [
    'select n, exists (select from pg_stat_activity a where a.pid = t.n) from t',
    'select n from t join pg_roles r on r.rolname = t.name',
  ],
  'shared snapshot': ['select pg_export_snapshot() as id', "set transaction snapshot 'x'"],
  'two statements': ['update t set n = 1; update t set n = 2'],
};

const judged = (text: string) =>
  findStatementFaults([{ path: 'x.ts', line: 1, text }]).map(({ rule }) => rule);

suite('every rule finds what breaks it', () => {
  deepEqual(Object.keys(PLANTED).toSorted(), STATEMENT_RULES.map(({ name }) => name).toSorted());
  for (const [rule, texts] of Object.entries(PLANTED)) {
    for (const text of texts) {
      test(`${rule}: ${text.slice(0, 60)}`, () => deepEqual(judged(text), [rule]));
    }
  }
});

const KEPT = [
  'select clock_timestamp() as now',
  'select n from t where at > now() for update',
  'select case $1 when 1 then now() end',
  'update t set at = statement_timestamp() where at is null',
  'update t set at = now() + $1 * interval',
  'update t set at = case when t.n = 1 then k.now end from (select now() as now) k',
  "update t set word = 'clock_timestamp(); case word when'",
  'insert into t (n, at) values ($1, now()) on conflict (n) do update set at = excluded.at',
  'with k as materialized (select n, at > now() as is_open from t) ' +
    'delete from t using k where t.n = k.n returning k.is_open',
  'insert into t select n from u on conflict do nothing',
  'insert into t (n, at) select k.n, now() from unnest($1) as k(n)',
  'with r as (select 1 as n) insert into t (n) select n from r',
  'select pg_advisory_xact_lock(1) from t where n = 1',
  'select count(*) from pg_stat_activity join pg_class on true',
  'select n, exists (select from pg_stat_get_activity(null) a where a.pid = t.n) from t',
];

for (const text of KEPT) {
  test(`kept: ${text.slice(0, 60)}`, () => deepEqual(judged(text), []));
}

const MADE = `
  const WORD = "case word when 'a' then 'b' end";
  const part = (clock: string) => \`(\${clock} + interval '1 s')\`;
  await tx.query('one', \`update t set word = \${WORD}\`, []);
  await tx.query('two', \`update t set at = \${part('clock_timestamp()')}\`, []);
  await tx.query('three', is_all ? 'update t set at = timeofday()' : 'select 1', []);
  await tx.query('four', text, []);
  await tx.query('five', make(), []);
`;

test('what a statement is made of is read with it; what cannot be read is told', () => {
  const made = readStatements(new Map([['made.ts', MADE]]));
  const rules = findStatementFaults(made.statements).map(({ rule, line }) => `${line} ${rule}`);
  deepEqual(rules.toSorted(), [
    '4 short form of a condition',
    '5 another value at each call',
    '6 another value at each call',
    '6 another value at each call',
  ]);
  deepEqual(made.unread, ['made.ts:8: make()']);
});
