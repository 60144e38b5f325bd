// The filters of the audit trail on a real PostgreSQL: they find the right entries, and find a rare
// value without reading all others.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type AuditSearch, selectAudit } from '../../../server/store/access/audit-search.ts';
import { timestamp } from '../../../server/store/connection/database.ts';
import { readingRows } from '../../support/rows-read.ts';
import { openTestApp, type TestApp } from '../../support/test-app.ts';

const ENTRIES = 20_000;
const FIRST_AT = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;
const NUMBER = 1_000_000n;
const ID = '00000000-0000-4000-8000-000000000077';

/** Of things whose names begin alike, in every place of a path. */
const NEIGHBOURS = [
  'shelf',
  'shelf/b',
  'shelf/b/c',
  'shelf/b/ü',
  'shelf/b-',
  'shelf/b.',
  'shelf/b0',
];
const STRANGERS = [
  'people/somebody',
  'shelf/bc',
  'shelf/',
  'shelf/a/b',
  'shel',
  'shelf/b%',
  'Shelf/b',
  'shelf/B/c',
];
const TARGETS = [...NEIGHBOURS, ...STRANGERS];

let service: TestApp;
before(async () => {
  service = await openTestApp();
  // A few rare entries long ago, followed by many identical ones.
  await service.app.store.db.query(
    '',
    `insert into audit_entries (number, at, actor_role, actor_id, action, target, detail, hash,
       address, request_id, session_id, operator_token_id)
     select $1::bigint + n, $2::timestamptz + n * interval '1 minute',
       case when n = 3 then 'customer' else 'operator' end,
       case when n = 5 then 'rare-token' else 'token-' || n % 7 end,
       case when n = 7 then 'rare_act' when n < 15000 and n % 90 = 4 then 'set_act'
         else 'act_' || n % 11 end,
       coalesce(($3::text[])[n], 'trades/' || n % 500 || '/' || n),
       jsonb_build_object('note', case when n = 9 then 'Größe asked twice' else 'asked once' end),
       '', case when n = 11 then '192.0.2.7' when n % 2 = 0 then '127.0.0.1' end,
       case when n % 2 = 0 then 'request-' || n end,
       case when n = 13 then $5::uuid end, case when n = 15 then $5::uuid end
     from generate_series(1, $4::integer) n`,
    [NUMBER, timestamp(FIRST_AT), TARGETS, ENTRIES, ID],
  );
  await service.app.store.db.query(
    '',
    `insert into audit_entries (number, at, actor_role, action, target, detail, hash)
     values ($1, $2, 'operator', 'ahead_act', 'ahead', '{}', '')`,
    [NUMBER, timestamp(FIRST_AT + (ENTRIES - 10) * MINUTE_MS)],
  );
  // PostgreSQL skips it, with a warning, for a role that does not own the table.
  await service.asOwner('analyze audit_entries');
});
after(async () => {
  await service.stop();
});

const ANY: AuditSearch = {
  ...{ role: null, actor_id: null, action: null, target: null, address: null, request_id: null },
  ...{ session_id: null, operator_token_id: null, note: null, own: null, from: null, to: null },
  ...{ actions: null, except: null },
};
type Given = Partial<AuditSearch> & { before?: bigint };

const selected = (
  db: Parameters<typeof selectAudit>[0],
  {
    before = null,
    ...given
  }: {
    before?: bigint | null;
  } & Partial<AuditSearch>,
) => selectAudit(db, { ...ANY, ...given }, { before, limit: 51 });

async function explained(given: Given): Promise<{ found: number; rows: number }> {
  const db = readingRows(service.app.store.db);
  const found = await selected(db, given);
  return { found: found.length, rows: db.most() };
}

const minute = (count: number) => FIRST_AT + count * MINUTE_MS;
const RARE: readonly [what: string, given: Given, found: number][] = [
  ['a role', { role: 'customer' }, 1],
  ['a token', { actor_id: 'rare-token' }, 1],
  ['an action', { action: 'rare_act' }, 1],
  ['an action that there is not', { action: 'none' }, 0],
  ['one thing', { target: `trades/20/${ENTRIES - 480}` }, 1],
  ['a thing with all below it', { target: 'trades/20' }, 40],
  ['a thing that there is not', { target: 'none' }, 0],
  ['an hour long ago', { from: minute(600), to: minute(620) }, 20],
  ['the time after the last', { from: minute(ENTRIES + 1) }, 0],
  ['an address', { address: '192.0.2.7' }, 1],
  ['a request', { request_id: 'request-12' }, 1],
  ['a session', { session_id: ID }, 1],
  ['a token beside a person', { operator_token_id: ID }, 1],
  ['words of a reason, in any order and case', { note: 'TWICE größe' }, 1],
  ['words of a reason that there is not', { note: 'twice nothing' }, 0],
  ['what somebody did', { own: 'rare-token' }, 1],
  ['what was done to somebody', { own: 'somebody' }, 1],
  ['some actions', { actions: { name: 'some', words: ['none', 'rare_act'] } }, 1],
  [
    'some actions of others',
    { actions: { name: 'one', words: ['rare_act'] }, except: 'token-0' },
    0,
  ],
  [
    'an action since a moment before which it was done often',
    { actions: { name: 'four', words: ['set_act'] }, from: minute(15_001) },
    0,
  ],
  [
    'some actions since a moment',
    { actions: { name: 'two', words: ['act_1', 'act_2'] }, from: minute(ENTRIES - 8) },
    2,
  ],
  ['a token before a number', { actor_id: 'rare-token', before: NUMBER + 5n }, 0],
];
for (const [what, given, found] of RARE) {
  test(`${what} is found without reading the trail`, async () => {
    const done = await explained(given);
    assert.equal(done.found, found);
    assert.ok(done.rows <= 100, `${done.rows} rows were read`);
  });
}

test('if a sandbox is ahead, an entry is found by its time, whatever its number', async () => {
  const { db } = service.app.store;
  await db.query('', 'insert into sandbox_clock (only_row, ahead_ms) values (true, 60000)', []);
  const from = minute(ENTRIES - 20);
  const actions = { name: 'ahead', words: ['ahead_act'] };
  const listed = await selected(db, { actions, from });
  assert.deepEqual(
    listed.map(({ number }) => number),
    [NUMBER],
  );
  await db.query('', 'delete from sandbox_clock', []);
});

test('a thing has below it what its path goes on to, and nothing else', async () => {
  for (const target of TARGETS) {
    const listed = await selected(service.app.store.db, { target });
    assert.deepEqual(
      listed.map((entry) => entry.target).toSorted(),
      TARGETS.filter((one) => one === target || one.startsWith(`${target}/`)).toSorted(),
      target,
    );
  }
});
