// The migration that adds ties, over people of the version before: whoever opened the way by which
// somebody signs in is tied to them, as the audit trail tells it.
import assert from 'node:assert/strict';
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { Client } from 'pg';
import {
  openScratchDatabase,
  type ScratchDatabase,
} from '../../../bench/harness/scratch-database.ts';
import { migrate } from '../../../server/store/schema/migrate.ts';
import { scratchFolder, withClient } from '../embedded/scratch.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
const THE_TIES = '0069';

let scratch: string;
let database: ScratchDatabase;
before(async () => {
  scratch = await scratchFolder();
  database = await openScratchDatabase();
  const earlier = join(scratch, 'before');
  await mkdir(earlier);
  const files = (await readdir(MIGRATIONS)).filter((file) => /^\d/.test(file) && file < THE_TIES);
  for (const file of files) await copyFile(join(MIGRATIONS, file), join(earlier, file));
  await withClient(database, async (client) => {
    await migrate(client, earlier);
    await fill(client);
    await migrate(client, MIGRATIONS);
  });
});
after(async () => {
  await database.stop();
  await rm(scratch, { recursive: true, force: true });
});

const PEOPLE = ['Ada', 'Bo', 'Cy', 'Dee', 'Eve', 'Fay', 'Gus'] as const;
type Name = (typeof PEOPLE)[number];
const idOf = (name: string) =>
  `00000000-0000-7000-8000-${Buffer.from(name).toString('hex').padStart(12, '0')}`;
/** A token that belongs to nobody. */
const TOKEN = idOf('token');

type Row = readonly [actor: Name | 'token' | 'service', action: string, of: Name, detail?: object];

const TRAIL: readonly Row[] = [
  // Made on the machine: nobody saw their links.
  ['service', 'owner_created', 'Ada'],
  ['service', 'owner_created', 'Bo'],
  ['Ada', 'person_invited', 'Cy'],
  // The same two again: the first of their ways stays.
  ['Ada', 'person_link_made', 'Cy', { kind: 'invitation' }],
  ['Bo', 'person_link_made', 'Cy', { kind: 'password' }],
  ['token', 'person_invited', 'Dee'],
  ['Bo', 'person_invited', 'Eve'],
  ['Ada', 'person_link_made', 'Eve', { kind: 'invitation' }],
  ['Ada', 'factors_reset', 'Fay'],
  ['Bo', 'person_enabled', 'Fay'],
  ['Cy', 'person_role_changed', 'Fay'],
  // One's own account ties nobody, and neither does what opens no way.
  ['Gus', 'person_link_made', 'Gus', { kind: 'password' }],
  ['Ada', 'person_disabled', 'Gus'],
  ['service', 'person_link_made', 'Gus', { kind: 'password' }],
];

const PERSON = `insert into people (person_id, name, email, email_hash, role, state, created_at,
    changed_at) values ($1, '', '', $2, 'owner', 'invited', now(), now())`;

const ENTRY = `insert into audit_entries (number, at, actor_role, actor_id, action, target, detail,
    hash) values ($1, timestamptz '2026-03-01 12:00Z' + $1::bigint * interval '1 minute', $2, $3,
    $4, $5, $6, '')`;

async function fill(client: Client): Promise<void> {
  for (const name of PEOPLE) await client.query(PERSON, [idOf(name), Buffer.from(name)]);
  for (const [index, [actor, action, of, detail = {}]] of TRAIL.entries()) {
    const by = actor === 'service' ? ['service', null] : ['operator', idOf(actor)];
    await client.query(ENTRY, [index + 1, ...by, action, `people/${idOf(of)}`, detail]);
  }
}

const nameOf = (id: string | null) =>
  id === null ? 'nobody' : (PEOPLE.find((name) => idOf(name) === id) ?? id);

async function tiesOf(name: Name) {
  const { rows } = await withClient(database, (client) =>
    client.query(
      `select tied_to, way, ended_at, extract(epoch from made_at - '2026-03-01 12:00Z') / 60 as at
       from person_ties where person_id = $1 order by made_at`,
      [idOf(name)],
    ),
  );
  return rows.map(({ tied_to, way, ended_at, at }) => {
    assert.equal(ended_at, null);
    return `${nameOf(tied_to)}: ${way}, ${Number(at)}`;
  });
}

suite('people of before are tied to', () => {
  const cases: readonly [Name, what: string, ties: string[]][] = [
    ['Ada', 'nobody, if they were made on the machine', []],
    ['Cy', 'each one who opened a way, once', ['Ada: invitation, 3', 'Bo: password_link, 5']],
    ['Dee', 'nobody in particular, if a token of nobody invited them', ['nobody: invitation, 6']],
    [
      'Eve',
      'whoever made a new link for the invitation',
      ['Bo: invitation, 7', 'Ada: invitation_link, 8'],
    ],
    [
      'Fay',
      'whoever removed factors, enabled them or changed their role',
      ['Ada: factors_removed, 9', 'Bo: person_enabled, 10', 'Cy: role_raised, 11'],
    ],
    ['Gus', 'not themselves, nor who disabled them', []],
  ];
  for (const [name, what, ties] of cases) {
    test(what, async () => assert.deepEqual(await tiesOf(name), ties));
  }

  test('a token that nobody has is not in the ties', async () => {
    const { rows } = await withClient(database, (client) =>
      client.query('select 1 from person_ties where tied_to = $1', [TOKEN]),
    );
    assert.deepEqual(rows, []);
  });
});
