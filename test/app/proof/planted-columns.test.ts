// One lie in every column that tells of money or of a decision, planted by the role that owns the
// tables, without the constraints that would refuse it: verify names each. The list is total: a
// column without an entry fails.
import { deepEqual, notDeepEqual, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { decideWaitingLine } from '../../../server/app/line/waiting-lines.ts';
import { makeProofNow } from '../../../server/app/proof/make-proof-now.ts';
import { finishCounting } from '../../../server/app/trade/count-events.ts';
import { GAP_NAMES } from '../../../server/store/proof/book-gaps.ts';
import { EVIDENCE, type Proof } from '../../support/schema/evidence.ts';
import { accepted, OPERATOR, openTestApp, raw, type TestApp } from '../../support/test-app.ts';
import { keepCopies } from '../archive/past-scene.ts';
import { liesAbout, REMOVAL_TABLES } from '../archive/removal-lies.ts';
import * as scene from '../scene.ts';
import { makeWaitingLine } from '../statement/waiting-line.ts';
import { problemsAfter } from './damage.ts';
import { makeHistory } from './planted-history.ts';
import * as parts from './planted-parts.ts';

let service: TestApp;

const schemaOf = async () => {
  const rows = await scene.sql<{ table: string; column: string; type: string }>(
    service.app,
    `select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
       and a.attnum > 0 and not a.attisdropped`,
  );
  return Map.groupBy(rows, ({ table }) => table);
};

/** So that every lie can be written: the owner of the tables can do this too. */
async function dropConstraints(): Promise<void> {
  const drops = await scene.sql<{ text: string }>(
    service.app,
    `select format('alter table %s drop constraint %I cascade', conrelid::regclass, conname) as text
     from pg_constraint
     where contype in ('c', 'f', 'u') and connamespace = current_schema()::regnamespace
     union all
     select format('drop index %s', i.indexrelid::regclass)
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indisunique and not i.indisprimary and c.relnamespace = current_schema()::regnamespace
       and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`,
  );
  for (const { text } of drops) await service.asOwner(text);
}

before(async () => {
  service = await openTestApp();
  const { app } = service;
  await makeHistory(app);
  await parts.addRecords(app);
  const waits = await makeWaitingLine(app, await scene.makeAccount(app, 'PLN'), 'PLN');
  accepted(await decideWaitingLine(app, OPERATOR, waits, 'same', raw({ note: 'Told twice' })));
  await parts.writeMessages(app);
  await parts.confirmLines(app);
  await parts.decideDispute(app);
  await parts.closeDay(app);
  await parts.proposeSomething(app);
  await keepCopies(service);
  await makeProofNow(app, OPERATOR);
  await parts.noteProven(app);
  await finishCounting(app);
  await service.allowChanges(...TABLES.map(([table]) => table));
  await dropConstraints();
});
after(() => service.stop());

const TABLES = Object.entries(EVIDENCE).flatMap(([table, columns]) =>
  typeof columns === 'string' ? [] : [[table, columns] as const],
);

/** Another value of the type. */
const OTHER: Readonly<Record<string, (column: string) => string>> = {
  bigint: (column) => `coalesce(${column}, 0) + 1000`,
  integer: (column) => `coalesce(${column}, 0) + 1000`,
  smallint: (column) => `coalesce(${column}, 0) + 1`,
  numeric: (column) => `coalesce(${column}, 0) + 1`,
  text: (column) => `coalesce(${column}, '') || 'X'`,
  uuid: () => 'gen_random_uuid()',
  boolean: (column) => `not coalesce(${column}, false)`,
  'timestamp with time zone': (column) => `coalesce(${column}, now()) + interval '1 hour'`,
  date: (column) => `coalesce(${column}, current_date) + 1`,
  json: () => `'{"a": 1}'`,
  jsonb: () => `'{"a": 1}'`,
  bytea: (column) => `set_byte(${column}, 0, get_byte(${column}, 0) # 1)`,
  'bigint[]': (column) => `array_append(${column}, 1)`,
  'text[]': (column) => `array_append(${column}, 'X')`,
};

/** Where the first row is one that nothing else depends on, or the usual lie is none. */
const WHERE: Readonly<Record<string, string>> = {
  'bank_lines.sealed': 'length(sealed) > 0',
  'payout_attempts.told_by_line': `told_by_line = '{}'`,
};
const LIES: Readonly<Record<string, string>> = {
  // A letter more may be none of the sealed bytes.
  'events.note': 'left(note, -8)',
  'past_trades.callback_url': 'left(callback_url, -8)',
  'past_trades.return_url': 'left(return_url, -8)',
  'past_trades.metadata': 'left(metadata, -8)',
  'trades.callback_url': 'left(callback_url, -8)',
  'trades.return_url': 'left(return_url, -8)',
  'trades.metadata': 'left(metadata, -8)',
  'waiting_lines.source': `case source when 'hand' then 'file' else 'hand' end`,
  'waiting_lines.reason': `case reason when 'day_closed' then 'day_differs' else 'day_closed' end`,
  'waiting_lines.decision': `case decision when 'same' then 'other' else 'same' end`,
  'bank_lines.source': `case source when 'hand' then 'file' else 'hand' end`,
  'payout_attempts.told_by_line': `'{utr}'`,
};

it('has an entry for every column of every table, and no other', async () => {
  const schema = await schemaOf();
  deepEqual(Object.keys(EVIDENCE).toSorted(), [...schema.keys()].toSorted());
  for (const [table, columns] of TABLES) {
    const there = (schema.get(table) ?? []).map(({ column }) => column);
    deepEqual([table, ...Object.keys(columns).toSorted()], [table, ...there.toSorted()]);
  }
});

it('names only checks that are there', () => {
  const checks = TABLES.flatMap(([, columns]) =>
    Object.values(columns).flatMap((proof: Proof) => (proof.by === 'check' ? [proof.check] : [])),
  );
  deepEqual(
    checks.filter((check) => !GAP_NAMES.includes(check)),
    [],
  );
});

it('finds nothing in sound books', async () => {
  deepEqual(await problemsAfter(service.app), []);
});

it('tells a lie elsewhere about each column that only a removal fills', () => {
  const told = liesAbout(['2001-01', '2001-02', '2001-03']);
  const columns = REMOVAL_TABLES.flatMap((table) => {
    const proofs = EVIDENCE[table];
    if (proofs === undefined || typeof proofs === 'string') throw new Error(`No ${table}`);
    const evidence = Object.entries(proofs).filter(([, { by }]) => by !== 'nothing');
    return evidence.map(([column]) => [table, column] as const);
  });
  deepEqual(
    columns.filter(
      ([table, column]) =>
        !told.some((lie) => lie.startsWith(`${table} set`) && lie.includes(` ${column} = `)),
    ),
    [],
  );
});

const is_told_here = ([table]: readonly [string, unknown]) =>
  !REMOVAL_TABLES.some((name) => name === table);

for (const [table, columns] of TABLES.filter(is_told_here)) {
  describe(`a lie in ${table}`, () => {
    for (const [column, proof] of Object.entries(columns)) {
      if (proof.by === 'nothing') continue;
      it(`is seen in ${column}`, async () => {
        const type = (await schemaOf()).get(table)?.find((one) => one.column === column)?.type;
        const name = `${table}.${column}`;
        const lie = LIES[name] ?? OTHER[type ?? '']?.(column);
        ok(lie !== undefined, `a lie for ${type}`);
        const row = `select ctid from ${table} where ${WHERE[name] ?? 'true'}
          order by ${column} is null limit 1`;
        const rows = await scene.sql(service.app, row);
        ok(rows.length > 0, `${table} is empty`);
        const update = `update ${table} set ${column} = ${lie} where ctid = (${row})`;
        notDeepEqual(await problemsAfter(service.app, update), []);
      });
    }
  });
}
