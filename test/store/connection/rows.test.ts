// Rows as one parameter: every value of a column comes back from a real PostgreSQL unchanged.
import assert from 'node:assert/strict';
import { after, before, beforeEach, suite, test } from 'node:test';
import {
  openScratchDatabase,
  type ScratchDatabase,
} from '../../../bench/harness/scratch-database.ts';
import { type Database, openDatabase } from '../../../server/store/connection/database.ts';
import {
  insertRows,
  plainArray,
  type RowColumn,
  updateRows,
} from '../../../server/store/connection/rows.ts';
import { fc } from '../../support/property.ts';

type Row = {
  id: number;
  words: string | null;
  other_words: string | null;
  number: bigint | null;
  small: number | null;
  yes: boolean | null;
  bytes: Buffer | null;
  day: number | null;
  many: string[] | null;
  amounts: bigint[] | null;
  thing: unknown;
  document: unknown;
  key: string | null;
  exact: string | null;
  date: string | null;
};

const COLUMNS: RowColumn<Row>[] = [
  { name: 'thing', value: (r) => (r.thing === null ? null : JSON.stringify(r.thing)) },
  { name: 'words', value: (r) => r.words },
  { name: 'number', value: (r) => r.number },
  { name: 'bytes', value: (r) => r.bytes },
  { name: 'id', value: (r) => r.id },
  { name: 'yes', value: (r) => r.yes },
  { name: 'small', value: (r) => r.small },
  { name: 'day', value: (r) => r.day },
  { name: 'many', value: (r) => r.many },
  { name: 'amounts', value: (r) => r.amounts },
  { name: 'other_words', value: (r) => r.other_words },
  { name: 'document', value: (r) => (r.document === null ? null : JSON.stringify(r.document)) },
  { name: 'key', value: (r) => r.key },
  { name: 'exact', value: (r) => r.exact },
  { name: 'date', value: (r) => r.date },
];

let database: ScratchDatabase;
let db: Database;
before(async () => {
  database = await openScratchDatabase();
  db = openDatabase({
    connection: database.connection,
    max_connections: 2,
    onIdleError: () => undefined,
  });
  // Columns in another order than in the code, one that is missing and one unknown to the code.
  await db.query(
    '',
    `create table odd_rows (gone text, id integer, words text, unknown text default 'kept',
       number bigint, small smallint, yes boolean, bytes bytea, day timestamptz, many text[],
       amounts bigint[], thing json, other_words text, document jsonb, key uuid, exact numeric,
       date date)`,
    [],
  );
  await db.query('', 'alter table odd_rows drop column gone', []);
  await db.query('', 'create table few_rows (like odd_rows including defaults)', []);
  await db.query('', 'create table computed_rows (like odd_rows)', []);
});
beforeEach(async () => {
  await db.query('', 'truncate odd_rows', []);
});
after(async () => {
  await db.close();
  await database.stop();
});

type Read = Omit<Row, 'amounts'> & { amounts: string[] | null };

async function readAll(table = 'odd_rows'): Promise<Row[]> {
  const read = await db.query<Read>(
    `read-${table}`,
    `select id, words, other_words, number, small, yes, bytes, day, many, amounts, thing,
       document, key, exact, date::text as date
     from ${table} order by id`,
    [],
  );
  return read.map((row) => ({ ...row, amounts: row.amounts?.map(BigInt) ?? null }));
}

/** PostgreSQL has no text with a zero byte; the service refuses it at its edge. */
const storable = (text: string) => text.replaceAll('\0', '');

const SPECIAL = [
  ...['"', '\\', ',', '(', ')', '{', '}', "'", ' ', '\t', '\n', '\r', '\v', '\f', '$1', ';', '--'],
  ...[
    'NULL',
    'null',
    '""',
    '\\"',
    '\\\\',
    '{}',
    '()',
    '\\x00',
    'é',
    '日本',
    '🙂',
    '\u00a0',
    '\u2028',
  ],
  ...['\ufeff', '\u0001', '\u007f', 'E\\'],
];
const pieces = fc.array(
  fc.oneof(
    fc.constantFrom(...SPECIAL),
    fc.string({ unit: 'binary', maxLength: 3 }).map(storable),
    fc.string({ unit: 'grapheme', maxLength: 3 }).map(storable),
  ),
  { maxLength: 6 },
);
const words = pieces.map((list) => list.join(''));
/** In the form of names of ledger accounts. */
const name = fc.stringMatching(/^(available|clearing:[0-9a-f-]{1,12}|[A-Z]{3})$/);
const orNull = <Value>(some: fc.Arbitrary<Value>) => fc.option(some, { nil: null, freq: 4 });
const bigints = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

const dates = fc
  .date({ min: new Date(0), max: new Date(4_102_444_800_000), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const things = fc.dictionary(words, words, { maxKeys: 2, noNullPrototype: true });
/** In PostgreSQL's form: the scale is kept, zero has no sign. */
const exact = fc
  .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.nat({ max: 12 }))
  .map(([digits, scale]) => {
    const padded = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
    const [whole, fraction] = [padded.slice(0, padded.length - scale), padded.slice(-scale)];
    return `${digits < 0n ? '-' : ''}${whole}${scale === 0 ? '' : `.${fraction}`}`;
  });

const rows = fc
  .array(
    fc.record({
      words: orNull(words),
      other_words: orNull(words),
      number: orNull(bigints),
      small: orNull(fc.integer({ min: -32_768, max: 32_767 })),
      yes: orNull(fc.boolean()),
      bytes: orNull(fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes))),
      day: orNull(fc.integer({ min: 0, max: 4_102_444_800_000 })),
      many: orNull(fc.array(fc.oneof(name, words), { maxLength: 3 })),
      amounts: orNull(fc.array(bigints, { maxLength: 3 })),
      thing: orNull(things),
      document: orNull(things),
      key: orNull(fc.uuid()),
      exact: orNull(exact),
      date: orNull(dates),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((list): Row[] => list.map((row, id) => ({ id, ...row })));

suite('what stands in a row', () => {
  test('comes back exactly, from an insert and from an update', async () => {
    const property = fc.asyncProperty(rows, rows, async (given, later) => {
      await db.query('truncate', 'truncate odd_rows', []);
      await db.transaction((tx) => insertRows(tx, 'odd_rows', COLUMNS, given));
      assert.deepEqual(await readAll(), given);
      const changed = later.slice(0, given.length);
      await db.transaction((tx) => updateRows(tx, 'odd_rows', ['id'], COLUMNS, changed));
      assert.deepEqual(await readAll(), [...changed, ...given.slice(changed.length)]);
    });
    await fc.assert(property, { numRuns: 300 });
  });

  test('that the code does not know has its default', async () => {
    const [id, , words_column] = ['id', 'number', 'words'].map((name) =>
      COLUMNS.find((column) => column.name === name),
    );
    assert.ok(id !== undefined && words_column !== undefined);
    const [row] = fc.sample(rows, 1).flat();
    assert.ok(row !== undefined);
    await db.transaction((tx) => insertRows(tx, 'few_rows', [words_column, id], [row]));
    const read = await db.query('', 'select unknown, number, day from few_rows', []);
    assert.deepEqual(read, [{ unknown: 'kept', number: null, day: null }]);
  });

  test('may be computed in SQL, from what was given', async () => {
    const given = fc.sample(rows, 1).flat();
    const computed = { number: 'r.id + 100' };
    await db.transaction((tx) => insertRows(tx, 'computed_rows', COLUMNS, given, '', computed));
    const expected = given.map((row) => ({ ...row, number: BigInt(row.id + 100) }));
    assert.deepEqual(await readAll('computed_rows'), expected);
  });
});

test('a value of another kind than its column is a bug that is told', async () => {
  const wrong: [string, unknown, RegExp][] = [
    ['id', 'one', /string was given for a column of type integer/],
    ['id', 0.5, /number was given for a column of type integer/],
    ['small', 32_768, /out of range/],
    ['words', 1n, /bigint was given for a column of type text/],
    ['number', '1', /string was given for a column of type bigint/],
    ['yes', 'true', /string was given for a column of type boolean/],
    ['bytes', 'ff', /string was given for a column of type bytea/],
    ['day', 1.5, /number was given for a column of type timestamptz/],
    ['day', 'yesterday', /timestamptz/],
    ['date', '2026-02-30T10:00:00Z', /string was given for a column of type date/],
    ['many', '{}', /string was given for a column of type array/],
    ['key', 'f81d4fae-7dec-11d0-a765-00a0c91e6bfg', /not a hexadecimal digit/],
    ['key', 'f81d4fae7dec11d0a76500a0c91e6bf6', /does not have 36 characters/],
    ['key', 'f81d4fae7dec11d0a76500a0c91e6bf6abcd', /does not have four hyphens/],
    ['key', 'f8-1d4fae-7dec-11d0-a765-00a0-91e6bf', /does not have four hyphens/],
    ['exact', '1e3', /string was given for a column of type numeric/],
  ];
  // On connections of its own: elsewhere the statement of this name has all columns.
  const fresh = openDatabase({
    connection: database.connection,
    max_connections: 1,
    onIdleError: () => undefined,
  });
  for (const [name, value, expected] of wrong) {
    const column = { name, value: () => value } as RowColumn<null>;
    const write = fresh.transaction((tx) => insertRows(tx, 'odd_rows', [column], [null]));
    await assert.rejects(write, expected, `${name} ${String(value)}`);
  }
  await fresh.close();
  assert.deepEqual(await readAll(), []);
});

test('a column of a type that nobody has thought of is a bug that is told', async () => {
  await db.query('', 'create table strange_rows (at point)', []);
  // The shapes of tables are read once on a connection's first use: another pool sees the new one.
  const later = openDatabase({
    connection: database.connection,
    max_connections: 1,
    onIdleError: () => undefined,
  });
  const at: RowColumn<null>[] = [{ name: 'at', value: () => '(1,2)' }];
  try {
    const write = later.transaction((tx) => insertRows(tx, 'strange_rows', at, [null]));
    await assert.rejects(write, /Values of the type 600 cannot be encoded/);
  } finally {
    await later.close();
  }
});

test('an update of a row that is not there is a bug, and changes nothing', async () => {
  const [first] = fc.sample(rows, 1).flat();
  assert.ok(first !== undefined);
  await db.transaction((tx) => insertRows(tx, 'odd_rows', COLUMNS, [first]));
  const changed = [
    { ...first, words: 'changed' },
    { ...first, id: 999 },
  ];
  await assert.rejects(
    db.transaction((tx) => updateRows(tx, 'odd_rows', ['id'], COLUMNS, changed)),
    /odd_rows: only 1 of 2 rows to update exist/,
  );
  assert.deepEqual(await readAll(), [first]);
});

test('no rows, no statement; a table that is not there is said so', async () => {
  await db.transaction(async (tx) => {
    const silent = { ...tx, query: () => assert.fail('a statement was sent') };
    await insertRows(silent, 'odd_rows', COLUMNS, []);
    await updateRows(silent, 'odd_rows', ['id'], COLUMNS, []);
  });
  await assert.rejects(
    db.transaction((tx) => insertRows(tx, 'no_rows', COLUMNS, fc.sample(rows, 1).flat())),
    /There is no table no_rows/,
  );
});

test('ids and numbers as arrays need no quotes', async () => {
  const id = '01a1ff5c-e466-7709-9cc6-c95f3adc33c1';
  const [row] = await db.query(
    '',
    'select $1::uuid[] as ids, $2::bigint[] as numbers, $3::uuid[] as none',
    [plainArray([id, id]), plainArray([1, -(2n ** 63n)]), plainArray([])],
  );
  assert.deepEqual(row, { ids: [id, id], numbers: ['1', String(-(2n ** 63n))], none: [] });
});
