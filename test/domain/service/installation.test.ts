// What makes a database a copy, and what does not: one change at a time, and those that come
// together.
import { deepEqual, equal, match } from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  COPY_SIGNS,
  type CopySign,
  type Installation,
  type InstallationSeen,
  judgeCopy,
  noteOf,
} from '../../../server/domain/service/installation.ts';

const SEEN: InstallationSeen = {
  name: 'pay-in',
  public_url: 'https://pay.example.com',
  place: 'place-1',
  system_id: '7321',
  database_id: '16384',
  server_started_at: 1_000,
};
const WAS: Installation = { ...SEEN, noted_at: 5_000, restored_at: null };
const UNNAMED = { name: null, place: null };

type Case = readonly [
  what: string,
  is: Partial<InstallationSeen>,
  signs: readonly CopySign[],
  was?: Partial<Installation>,
];

const CASES: readonly Case[] = [
  ['the same', {}, []],
  ['a restart of PostgreSQL, or a failover', { server_started_at: 2_000 }, []],
  ['a new machine with the same settings', { ...UNNAMED, place: null }, [], UNNAMED],
  ['a new domain', { ...UNNAMED, public_url: 'https://new.example.com' }, [], UNNAMED],
  [
    'a new domain and a restart of PostgreSQL of an installation with a name',
    { public_url: 'https://new.example.com', server_started_at: 2_000 },
    [],
  ],
  [
    'a snapshot that is started elsewhere, without names',
    { ...UNNAMED, public_url: 'https://staging.example.com', server_started_at: 2_000 },
    ['other_address'],
    UNNAMED,
  ],
  [
    'a snapshot elsewhere, whose name is not told',
    { ...UNNAMED, public_url: 'https://staging.example.com', server_started_at: 2_000 },
    ['other_address'],
    { place: null },
  ],
  [
    'a new domain of an embedded PostgreSQL, which starts with the service',
    { name: null, public_url: 'https://new.example.com', server_started_at: 2_000 },
    [],
    { name: null },
  ],
  [
    'a first name for an installation',
    { public_url: null, server_started_at: 2_000 },
    [],
    { name: null },
  ],
  ['a base backup that is started as another installation', { name: 'drill' }, ['other_name']],
  ['a dump in another cluster', { system_id: '9999' }, ['other_database']],
  ['a dump in the same cluster', { database_id: '20000' }, ['other_database']],
  ['a role that may not ask for the cluster', { system_id: null }, []],
  ['a role that may ask now', {}, [], { system_id: null }],
  ['a copied DATA_DIR', { place: 'place-1/77' }, ['other_place']],
  ['a move from DATA_DIR to DATABASE_URL of the same server', { place: null }, []],
  ['restored by the command', {}, ['restored'], { restored_at: 1 }],
  [
    'everything at once',
    {
      name: 'x',
      public_url: 'https://x.example',
      place: 'x',
      system_id: 'x',
      server_started_at: 2,
    },
    COPY_SIGNS,
    { restored_at: 1 },
  ],
];

describe('a database', () => {
  for (const [what, is, signs, was = {}] of CASES) {
    it(`${signs.length === 0 ? 'is no copy' : `is a copy (${signs.join(', ')})`}: ${what}`, () => {
      const copy = judgeCopy({ ...WAS, ...was }, { ...SEEN, ...is });
      deepEqual(copy?.signs ?? [], signs);
    });
  }

  it('names the installation of which it is a copy, and why', () => {
    match(
      judgeCopy(WAS, { ...SEEN, system_id: '1' })?.text ?? '',
      /^This is a copy of the database of pay-in, https:\/\/pay\.example\.com: PostgreSQL is/,
    );
    const unknown = { ...WAS, name: null, public_url: null, restored_at: 1 };
    match(judgeCopy(unknown, SEEN)?.text ?? '', /of another installation: it was restored/);
  });

  it('is noted anew if something changed, and never forgets what is not told', () => {
    equal(noteOf(WAS, SEEN), null);
    equal(noteOf(WAS, { ...SEEN, ...UNNAMED, public_url: null, system_id: null }), null);
    // By a program that does not know the address, which has to be compared with the start.
    equal(noteOf(WAS, { ...SEEN, public_url: null, server_started_at: 3_000 }), null);
    deepEqual(noteOf(WAS, { ...SEEN, name: null, server_started_at: 3_000 }), {
      ...SEEN,
      server_started_at: 3_000,
    });
  });
});
